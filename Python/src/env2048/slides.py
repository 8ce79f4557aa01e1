"""What the four actions do to boards, without a game."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from env2048 import native


def afterstates(
    boards: ArrayLike, rows: int = 4, columns: int = 4
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
    """Slides boards in all four directions.

    Args:
        boards: Exponents, shape [..., cells] or [..., rows, columns].
        rows: The number of rows.
        columns: The number of columns.

    Returns:
        The boards after the slides and before the random tile, [..., 4, cells];
        the rewards, [..., 4]; and whether each slide is legal, [..., 4]. Where it
        is not, the board is unchanged and the reward 0.

    Raises:
        ValueError: A board has another shape, or tiles that play cannot reach.
    """
    flat, leading = flat_boards(boards, rows, columns)
    results, rewards, legal = native.slide_all(rows, columns, flat)
    return (
        results.reshape(*leading, 4, rows * columns),
        rewards.reshape(*leading, 4),
        legal.reshape(*leading, 4),
    )


def flat_boards(
    boards: ArrayLike, rows: int, columns: int
) -> tuple[NDArray[np.uint8], tuple[int, ...]]:
    """Boards as [n, cells], and the shape that stands before a board's axes."""
    array = np.asarray(boards)
    cells = rows * columns
    if array.shape[-2:] == (rows, columns):
        leading = array.shape[:-2]
    elif array.shape[-1:] == (cells,):
        leading = array.shape[:-1]
    else:
        raise ValueError(
            f"Boards have shape {array.shape}: expected [..., {cells}] or [..., {rows}, {columns}]."
        )
    if array.dtype.kind not in "iu":
        raise ValueError(f"Boards are of type {array.dtype}: expected exponents, whole numbers.")
    if array.size and (array.min() < 0 or array.max() > 255):
        raise ValueError("Boards hold numbers outside 0 to 255: expected exponents.")
    return array.reshape(-1, cells).astype(np.uint8), leading
