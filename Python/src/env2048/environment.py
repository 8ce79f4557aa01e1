"""One game as a Gymnasium environment."""

from __future__ import annotations

import operator
import struct
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from env2048 import rendering
from env2048.native import NativeEnvironment, check, slide_all
from env2048.observations import Observation, ObservationEncoder, ObservationKind
from env2048.rules import IllegalAction, Rules
from env2048.seeds import drawn_seed, native_seed
from env2048.slides import flat_boards

#: Modes of the native environments by number.
NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2

#: The head of `NativeEnvironment.block` where there is one slot: statistics
#: (score, moves, steps, largest tile, phase), action, number of ended
#: games, reward, flags.
_head = struct.Struct("=7qf4x?7x?")


class Env2048Env(gymnasium.Env[Observation, int]):
    """The game of 2048.

    Observation: The board, row by row: exponents (uint8, 0 for an empty cell, 11
    for the 2048-tile), or ``one_hot`` or ``log2`` (float32). With ``as_dict``
    a dictionary of ``observations`` and ``action_mask`` (float32 [4]).

    Actions: up, right, down, left = 0, 1, 2, 3.

    Reward: The sum of the face values of the tiles merged in the step, a float;
    minus the penalty for an illegal action, if the rules set one.

    Start: Two tiles on random cells; ``reset(options={"board": exponents})``
    starts on a given board instead.

    End: ``terminated`` when no action is legal, or as the rules say. There is no
    step limit: make the environment with ``max_episode_steps``. A board that is
    dead from the start ends with the first step.

    Info: ``action_mask`` (int8 [4], 1 where the action changes the board in the
    observation; all 1 once the game has ended, so that no softmax meets an empty
    row), ``score``, ``moves``, ``max_tile`` and ``is_legal``, whether the action
    changed the board.

    Seeds: ``reset(seed=s)`` starts the stream of random numbers that the Swift
    programs know by the same seed. Version 0.

    Args:
        observation: What the numbers of an observation are.
        flatten: Whether a board is one axis, [16], and not [4, 4].
        as_dict: Whether observations are dictionaries with the action mask.
        render_mode: ``ansi``, ``rgb_array``, ``human`` or ``None``.
        copy: Whether every observation of exponents is a new array. Without,
            all are the same memory, which the next step overwrites; make such an
            environment with ``disable_env_checker=True``.
        rows, columns, starting_tiles, four_probability, win_tile, ends_at_win,
        illegal_action, penalty: See ``Rules``.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 10}

    def __init__(
        self, *, observation: ObservationKind = "exponents", flatten: bool = True,
        as_dict: bool = False, render_mode: str | None = None, copy: bool = True,
        rows: int = 4, columns: int = 4, starting_tiles: int = 2,
        four_probability: float = 0.1, win_tile: int = 2048, ends_at_win: bool = False,
        illegal_action: IllegalAction = "ignore", penalty: int = 0,
    ) -> None:  # fmt: skip
        rendering.check_mode(render_mode, self.metadata["render_modes"])
        self.rules = Rules(
            rows, columns, starting_tiles, four_probability, win_tile, ends_at_win,
            illegal_action, penalty,
        )  # fmt: skip
        self.render_mode = render_mode
        self._arguments = {
            "observation": observation, "flatten": flatten, "as_dict": as_dict,
            "render_mode": render_mode, "copy": copy, **vars(self.rules),
        }  # fmt: skip
        self._native = NativeEnvironment(
            1, self.rules, step_limit=None, autoreset=DISABLED, follows_statistics=True,
            seed=drawn_seed(self.np_random),
        )  # fmt: skip
        self._encoder = ObservationEncoder(
            observation, rows, columns, flatten=flatten, as_dict=as_dict
        )
        self.observation_space = self._encoder.space
        self.action_space = spaces.Discrete(4)
        self._copies = copy
        self._window: rendering.Window | None = None
        # What every step needs.
        self._take_step = self._native.one_stepper
        self._board: NDArray[np.uint8] = self._native.observations[0]
        self._mask: NDArray[np.int8] = self._native.masks[0]
        self._block = self._native.block.data
        self._moves = 0

    # Gymnasium's calls.

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts the next game.

        Args:
            seed: Starts a stream of random numbers; ``None`` goes on with the one
                there is.
            options: ``board``: the exponents to start on, [cells] or [rows, columns].
        """
        super().reset(seed=seed)
        options = dict(options or {})
        board = options.pop("board", None)
        if options:
            raise ValueError(f"Unknown reset options {sorted(options)}: expected 'board' alone.")
        self._native.reset(seeds=None if seed is None else [native_seed(int(seed))])
        if board is not None:
            self._start_on(board)
        self._moves = 0
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Slides the tiles; if that changes the board, a tile appears.

        Raises:
            ValueError: The action is not one of 0, 1, 2, 3.
            gymnasium.error.ResetNeeded: The game has not started or has ended.
        """
        number = operator.index(action)
        if not 0 <= number <= 3:
            raise ValueError(f"Action {number}: expected 0 (up), 1 (right), 2 (down) or 3 (left).")
        status = self._take_step(number)
        if status:
            self._fail(status)
        score, moves, _, tile, _, _, _, reward, terminated, _ = _head.unpack_from(self._block)
        info = {
            "action_mask": self._mask.copy(),
            "score": score,
            "moves": moves,
            "max_tile": tile,
            "is_legal": moves != self._moves,
        }
        self._moves = moves
        if self.render_mode == "human":
            self.render()
        observation = self._encoder.encode(self._board, self._mask, copy=self._copies)
        return observation, reward, terminated, False, info

    def render(self) -> Any:
        """Draws the board: a string, an array, or a picture in a window."""
        score = int(self._native.statistics[0, 0])
        if self.render_mode == "ansi":
            return rendering.text(self.board, score)
        if self.render_mode == "rgb_array":
            return rendering.picture(self.board)
        if self.render_mode == "human":
            if self._window is None:
                self._window = rendering.Window("2048", self.metadata["render_fps"])
            self._window.show(rendering.picture(self.board))
        return None

    def close(self) -> None:
        """Frees the game and the window. May be called twice."""
        # An __init__ that failed has left neither.
        window: rendering.Window | None = getattr(self, "_window", None)
        if window is not None:
            window.close()
            self._window = None
        if hasattr(self, "_native"):
            self._native.close()

    # More than Gymnasium asks for.

    @property
    def board(self) -> NDArray[np.uint8]:
        """The exponents, [rows, columns]; a copy."""
        return self._board.reshape(self.rules.rows, self.rules.columns).copy()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions change the board, [4]; sb3-contrib's MaskablePPO asks this."""
        return self._mask.astype(np.bool_)

    def get_state(self) -> NDArray[np.uint64]:
        """Everything that decides how the game goes on: board, score, random numbers."""
        state: NDArray[np.uint64] = self._native.export_state()[0]
        return state

    def set_state(self, state: NDArray[np.uint64]) -> tuple[Observation, dict[str, Any]]:
        """Goes on from what ``get_state`` of an environment with the same rules gave."""
        self._native.import_state(np.asarray(state)[np.newaxis])
        self._moves = int(self._native.statistics[1, 0])
        return self._observe(), self._info()

    def _observe(self) -> Observation:
        return self._encoder.encode(self._board, self._mask, copy=self._copies)

    def _info(self) -> dict[str, Any]:
        score, moves, _, tile, _ = self._native.statistics[:, 0].tolist()
        return {
            "action_mask": self._mask.copy(),
            "score": score,
            "moves": moves,
            "max_tile": tile,
            "is_legal": True,
        }

    def _start_on(self, board: Any) -> None:
        flat, leading = flat_boards(board, self.rules.rows, self.rules.columns)
        if leading not in ((), (1,)):
            raise ValueError(f"Option 'board' has shape {np.shape(board)}: expected one board.")
        legal = slide_all(self.rules.rows, self.rules.columns, flat)[2]
        state = self._native.export_state()
        words = state.shape[1] - 8
        state[0, :words] = np.pad(flat[0], (0, words * 8 - flat.shape[1])).view("<u8")
        state[0, words] = 0 if legal.any() else 1
        state[0, words + 5 :] = 0  # score, moves, steps
        self._native.import_state(state)

    def _fail(self, status: int) -> None:
        """Raises the error of a step, unless it ends a game that was dead from the start."""
        try:
            check(status)
        except ResetNeeded:
            _, _, steps, _, phase = self._native.statistics[:, 0].tolist()
            if phase != 1 or steps != 0:
                raise
        # The end is reported by one step, which leaves a mark to be told apart by.
        state = self._native.export_state()
        state[0, -1] = 1  # steps
        self._native.import_state(state)
        self._native.terminated[0] = True

    def __getstate__(self) -> dict[str, Any]:
        """A copy or a pickle holds the game as it stands."""
        return {
            "arguments": self._arguments,
            "game": self.get_state(),
            "np_random": (self._np_random, self._np_random_seed),
            "spaces": (self.observation_space, self.action_space),
            "spec": self.spec,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state["arguments"])  # type: ignore[misc]
        self._native.import_state(state["game"][np.newaxis])
        self._moves = int(self._native.statistics[1, 0])
        self._np_random, self._np_random_seed = state["np_random"]
        self.observation_space, self.action_space = state["spaces"]
        self.spec = state["spec"]
