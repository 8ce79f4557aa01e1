"""What the tests share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import env2048

DATA = Path(__file__).parent / "data"


@pytest.fixture
def env() -> Any:
    """A single environment, closed afterwards."""
    made = env2048.Env2048Env()
    yield made
    made.close()


def legal_action(mask: NDArray[Any], random: np.random.Generator) -> int:
    """A legal action, drawn uniformly."""
    return int(random.choice(np.flatnonzero(mask)))


def legal_actions(masks: NDArray[Any], random: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for each row, drawn uniformly."""
    keys = random.random(masks.shape) * (masks != 0)
    return keys.argmax(axis=1)


def slide_left(row: list[int]) -> tuple[list[int], int]:
    """The rule of the game for one row of exponents, said plainly."""
    tiles = [exponent for exponent in row if exponent]
    slid: list[int] = []
    reward = 0
    while tiles:
        exponent = tiles.pop(0)
        if tiles and tiles[0] == exponent:
            tiles.pop(0)
            exponent += 1
            reward += 2**exponent
        slid.append(exponent)
    return slid + [0] * (len(row) - len(slid)), reward


def slide(board: NDArray[Any], action: int) -> tuple[NDArray[np.int64], int]:
    """A board [rows, columns] after a slide, and the reward, by turning it."""
    turns = {0: 1, 1: 2, 2: 3, 3: 0}[action]
    turned = np.rot90(board, turns)
    rows = [slide_left(row.tolist()) for row in turned]
    slid = np.array([row for row, _ in rows], dtype=np.int64)
    return np.rot90(slid, -turns), sum(reward for _, reward in rows)
