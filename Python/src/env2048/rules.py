"""The rules of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: What an action does that changes nothing.
IllegalAction = Literal["ignore", "penalty", "terminate"]

_ILLEGAL_ACTIONS = ("ignore", "penalty", "terminate")


@dataclass(frozen=True)
class Rules:
    """The rules of a game; those of the original game by default."""

    #: The number of rows, 1 to 8.
    rows: int = 4
    #: The number of columns, 1 to 8.
    columns: int = 4
    #: The number of tiles a game starts with.
    starting_tiles: int = 2
    #: The probability that a new tile is a 4 and not a 2.
    four_probability: float = 0.1
    #: The face value of the tile that wins.
    win_tile: int = 2048
    #: Whether a game ends, as terminated, with the win tile.
    ends_at_win: bool = False
    #: What an action does that changes nothing: ``ignore`` it with reward 0,
    #: take the ``penalty`` off the reward, or ``terminate`` the game.
    illegal_action: IllegalAction = "ignore"
    #: The points that an illegal action costs where it costs any; the score
    #: does not change.
    penalty: int = 0

    def __post_init__(self) -> None:
        if self.illegal_action not in _ILLEGAL_ACTIONS:
            raise ValueError(
                f"illegal_action is {self.illegal_action!r}: "
                f"expected one of {', '.join(_ILLEGAL_ACTIONS)}."
            )
        if self.penalty and self.illegal_action != "penalty":
            raise ValueError(
                f"penalty is {self.penalty} and illegal_action {self.illegal_action!r}: "
                "a penalty needs illegal_action='penalty'."
            )

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    @property
    def illegal_action_number(self) -> int:
        """The number that the native interface knows the policy by."""
        return _ILLEGAL_ACTIONS.index(self.illegal_action)
