"""How a board is shown to an agent."""

from __future__ import annotations

from typing import Any, Literal, Union

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

#: ``exponents``: uint8, 0 for an empty cell, 11 for the 2048-tile. ``one_hot``:
#: float32, one channel for each exponent. ``log2``: float32, exponents scaled to 0…1.
ObservationKind = Literal["exponents", "one_hot", "log2"]

Observation = Union[NDArray[Any], dict[str, NDArray[Any]]]


class ObservationEncoder:
    """Turns exponents into observations, each a new array.

    Args:
        kind: What the numbers are.
        rows: The number of rows.
        columns: The number of columns.
        flatten: Whether a board is one axis and not [rows, columns]. Channels are a
            last axis of their own, or part of the one axis.
        as_dict: Whether observations are dictionaries of ``observations`` and
            ``action_mask``, float32 [4].
    """

    def __init__(
        self, kind: ObservationKind, rows: int, columns: int, *, flatten: bool, as_dict: bool
    ) -> None:
        cells = rows * columns
        #: Play cannot pass it: each tile below is needed to make the next.
        self.largest_exponent = min(cells + 1, 62)
        channels = self.largest_exponent + 1
        board = (cells,) if flatten else (rows, columns)
        self._as_dict = as_dict
        self._reshapes = not flatten or kind == "one_hot"
        self._table: NDArray[np.float32] | None = None
        box: spaces.Box
        if kind == "exponents":
            box = spaces.Box(0, self.largest_exponent, board, np.uint8)
        elif kind == "one_hot":
            self._table = np.eye(channels, dtype=np.float32)
            shape = (cells * channels,) if flatten else (*board, channels)
            box = spaces.Box(0.0, 1.0, shape, np.float32)
        elif kind == "log2":
            self._table = np.arange(channels, dtype=np.float32) / np.float32(channels - 1)
            box = spaces.Box(0.0, 1.0, board, np.float32)
        else:
            raise ValueError(f"observation is {kind!r}: expected exponents, one_hot or log2.")
        self.shape: tuple[int, ...] = box.shape
        self.space: spaces.Space[Any] = box
        if as_dict:
            mask = spaces.Box(0.0, 1.0, (4,), np.float32)
            self.space = spaces.Dict({"observations": box, "action_mask": mask})

    def encode(
        self, exponents: NDArray[np.uint8], masks: NDArray[np.int8], *, copy: bool = True
    ) -> Observation:
        """Encodes boards.

        Args:
            exponents: The boards, [cells] or [n, cells].
            masks: Their action masks, [4] or [n, 4].
            copy: Whether exponents are copied; other numbers are new anyway.
        """
        leading = exponents.shape[:-1]
        numbers: NDArray[Any]
        if self._table is None:
            numbers = exponents.copy() if copy else exponents
        else:
            numbers = self._table.take(exponents, axis=0)
        if self._reshapes:
            numbers = numbers.reshape(*leading, *self.shape)
        if self._as_dict:
            return {"observations": numbers, "action_mask": masks.astype(np.float32)}
        return numbers
