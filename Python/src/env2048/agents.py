"""Playing with agents that the ``train`` program has trained."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from env2048.checkpoints import Checkpoint, CheckpointError, PathLike, read_checkpoint
from env2048.slides import afterstates, flat_boards

#: Boards are valued so many at a time, which bounds the memory it takes.
_CHUNK = 4096


class Agent(ABC):
    """A trained value function, played greedily (1-ply).

    Boards are exponents, as the environments' observations: shape [..., cells] or
    [..., rows, columns].
    """

    def __init__(self, rows: int, columns: int) -> None:
        #: The number of rows of the boards it plays on.
        self.rows = rows
        #: The number of columns of the boards it plays on.
        self.columns = columns

    @abstractmethod
    def afterstate_values(self, boards: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The scores still expected from afterstates [n, cells]: float32 [n]."""

    def action_values(self, boards: ArrayLike) -> NDArray[np.float32]:
        """The reward of each action and the score expected after it.

        Returns:
            float32 [..., 4]; minus infinity where the action is illegal.
        """
        flat, leading = flat_boards(boards, self.rows, self.columns)
        totals = np.empty((len(flat), 4), np.float32)
        for start in range(0, len(flat), _CHUNK):
            chunk = slice(start, start + _CHUNK)
            states, rewards, legal = afterstates(flat[chunk], self.rows, self.columns)
            values = np.full(legal.shape, -np.inf, np.float32)
            values[legal] = rewards[legal] + self.afterstate_values(states[legal])
            totals[chunk] = values
        return totals.reshape(*leading, 4)

    def actions(self, boards: ArrayLike) -> NDArray[np.int64]:
        """The best action for each board, the first among equals.

        Returns:
            int64 [...]; 0 on a dead board, where no action is legal.
        """
        best: NDArray[np.int64] = self.action_values(boards).argmax(axis=-1)
        return best

    def values(self, boards: ArrayLike) -> NDArray[np.float32]:
        """The score still expected from each board.

        Returns:
            float32 [...]; 0 on a dead board.
        """
        best = self.action_values(boards).max(axis=-1)
        return np.where(np.isneginf(best), np.float32(0), best)


def load_agent(path: PathLike) -> Agent:
    """Loads a trained agent.

    Args:
        path: A checkpoint file, or the folder of a run.

    Raises:
        CheckpointError: The file is damaged, no checkpoint, or holds a kind or
            version of agent that this package does not know.
        OSError: It cannot be read.
    """
    checkpoint = read_checkpoint(path)
    if checkpoint.kind not in _KINDS:
        raise CheckpointError(
            f"Checkpoint '{checkpoint.path}' holds an agent of kind '{checkpoint.kind}': "
            f"expected one of {', '.join(_KINDS)}."
        )
    version, loader = _KINDS[checkpoint.kind]
    if checkpoint.format_version != version:
        raise CheckpointError(
            f"Checkpoint '{checkpoint.path}' has version {checkpoint.format_version} of the "
            f"format '{checkpoint.kind}': expected {version}."
        )
    return loader(checkpoint)


class NTupleAgent(Agent):
    """An n-tuple network: V(s) = Σ over patterns and symmetries of a weight.

    Args:
        rows: The number of rows.
        columns: The number of columns.
        patterns: The cells of each pattern; the first is the lowest digit of an
            index in base 16.
        tables: The weights of each pattern, float32 [16^cells]; of each stage in turn.
        uses_symmetries: Whether patterns are looked up under all symmetries.
        stage_tiles: The largest tiles from which further stages begin, ascending. A
            weight of theirs that is 0 counts as that of the stage before.
    """

    def __init__(
        self, rows: int, columns: int, patterns: list[list[int]],
        tables: list[NDArray[np.float32]], uses_symmetries: bool,
        stage_tiles: list[int] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(rows, columns)
        symmetries = _symmetries(rows, columns) if uses_symmetries else [range(rows * columns)]
        self._stage_exponents = [tile.bit_length() - 1 for tile in stage_tiles or []]
        self._stages = [tables[: len(patterns)]]
        for first in range(len(patterns), len(tables), len(patterns)):
            stage = tables[first : first + len(patterns)]
            self._stages.append(
                [np.where(own == 0, before, own) for own, before in zip(stage, self._stages[-1])]
            )
        # Indices by one matrix product: exact, for they stay below 2^53.
        self._digits = []
        for pattern in patterns:
            digits = np.zeros((rows * columns, len(symmetries)), np.float64)
            for column, symmetry in enumerate(symmetries):
                for place, cell in enumerate(pattern):
                    digits[symmetry[cell], column] = 16.0**place
            self._digits.append(digits)

    @classmethod
    def from_checkpoint(cls, checkpoint: Checkpoint) -> NTupleAgent:
        """Takes the network out of a checkpoint."""
        network = checkpoint.json("network")
        try:
            rows, columns = network["shape"]["rows"], network["shape"]["columns"]
            names = network["patterns"]
            patterns = [_pattern(name) for name in names]
            uses_symmetries = network["uses_symmetries"]
            stage_tiles = [int(tile) for tile in network.get("stage_tiles", [])]
        except (KeyError, TypeError, ValueError) as error:
            raise CheckpointError(
                f"Checkpoint '{checkpoint.path}' describes no n-tuple network."
            ) from error
        tables = [
            _weights(checkpoint, f"weights.{name}{stage}", (16 ** len(pattern),))
            for stage in ["", *(f"@{tile}" for tile in stage_tiles)]
            for name, pattern in zip(names, patterns)
        ]
        return cls(rows, columns, patterns, tables, uses_symmetries, stage_tiles)

    def afterstate_values(self, boards: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The sums of the weights that the boards' contents choose."""
        # Tiles from 32,768 up share a weight.
        contents = np.minimum(boards, 15).astype(np.float64)
        values = np.zeros(len(boards), np.float32)
        largest = boards.max(axis=1, initial=0)
        stages = np.searchsorted(self._stage_exponents, largest, side="right")
        for number, tables in enumerate(self._stages):
            chosen = stages == number
            for digits, table in zip(self._digits, tables):
                indices = (contents[chosen] @ digits).astype(np.int64)
                values[chosen] += table[indices].sum(axis=1)
        return values


class MLPAgent(Agent):
    """A multilayer perceptron: V(s) of 4×4 boards, by what patterns of cells contain.

    Args:
        patterns: The cells of each pattern; the first is the lowest digit of an
            index in base 16.
        layers: The weights [outputs, inputs] and biases [outputs] of each layer; the
            first has 16^cells inputs for each pattern, the last has one output.
        is_canonical: Whether the network sees, of the eight images of a board, the one
            with the largest number Σ exponent(cell) · 16^cell.
    """

    #: The points that one unit of the output stands for.
    POINTS = 1024

    def __init__(
        self, patterns: list[list[int]],
        layers: list[tuple[NDArray[np.float32], NDArray[np.float32]]], is_canonical: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(4, 4)
        self._is_canonical = is_canonical
        # Of the first layer, which sees a single 1 for each pattern, rows are added up.
        weights, self._bias = layers[0]
        self._rows = np.ascontiguousarray(weights.T)
        self._layers = layers[1:]
        self._digits = np.zeros((16, len(patterns)), np.float64)
        for column, pattern in enumerate(patterns):
            for place, cell in enumerate(pattern):
                self._digits[cell, column] = 16.0**place
        counts = [16 ** len(pattern) for pattern in patterns]
        self._firsts = np.cumsum([0, *counts[:-1]])

    @classmethod
    def from_checkpoint(cls, checkpoint: Checkpoint) -> MLPAgent:
        """Takes the network out of a checkpoint."""
        network = checkpoint.json("network")
        try:
            patterns = _feature_patterns(network["features"])
            widths = [int(width) for width in network["hidden"]]
            is_canonical = network["is_canonical"]
            if not widths or network["outputs"] != 1:
                raise ValueError("no hidden layer, or several outputs")
        except (KeyError, TypeError, ValueError) as error:
            raise CheckpointError(
                f"Checkpoint '{checkpoint.path}' describes no multilayer perceptron."
            ) from error
        names = [f"layers.{index}" for index in range(len(widths))] + ["output"]
        inputs = [sum(16 ** len(pattern) for pattern in patterns), *widths]
        layers = [
            (
                checkpoint.tensor(f"{name}.weight", (outputs, count)),
                checkpoint.tensor(f"{name}.bias", (outputs,)),
            )
            for name, outputs, count in zip(names, [*widths, 1], inputs)
        ]
        return cls(patterns, layers, is_canonical)

    def afterstate_values(self, boards: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The outputs of the network, in points."""
        # Tiles from 32,768 up look alike.
        contents = np.minimum(boards, 15)
        if self._is_canonical:
            contents = _canonical_images(contents)
        indices = (contents.astype(np.float64) @ self._digits).astype(np.int64) + self._firsts
        outputs = np.tile(self._bias, (len(boards), 1))
        for column in indices.T:
            outputs += self._rows[column]
        for weights, bias in self._layers:
            outputs = np.maximum(outputs, 0) @ weights.T + bias
        points: NDArray[np.float32] = outputs[:, 0] * np.float32(self.POINTS)
        return points


def _canonical_images(contents: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Of the eight images of each board [n, 16] the one with the largest number."""
    images = contents[:, _symmetries(4, 4)]
    numbers = (images.astype(np.uint64) << np.arange(0, 64, 4, dtype=np.uint64)).sum(axis=2)
    largest: NDArray[np.uint8] = images[np.arange(len(images)), numbers.argmax(axis=1)]
    return largest


def _feature_patterns(names: str) -> list[list[int]]:
    """The patterns that names joined by + stand for: groups, or cells in hexadecimal."""
    groups: dict[str, list[list[int]]] = {
        "cells": _runs(1)[:16],
        "pairs": _runs(2),
        "threes": _runs(3),
        "lines": _runs(4),
        "squares": [
            [cell, cell + 1, cell + 4, cell + 5] for cell in range(12) if cell % 4 < 3
        ],
    }  # fmt: skip
    parts = [groups.get(name) or [_pattern(name)] for name in names.split("+")]
    return [pattern for part in parts for pattern in part]


def _runs(length: int) -> list[list[int]]:
    """The runs of so many neighbours in rows, then in columns, of a 4×4 board."""
    return [
        [cell + step * place for place in range(length)]
        for step in (1, 4)
        for cell in range(16)
        if (cell % 4 if step == 1 else cell // 4) + length <= 4
    ]


def _weights(checkpoint: Checkpoint, name: str, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """A pattern's weights; those of half precision become single, for their sums."""
    found = checkpoint.tensors.get(name)
    kind = "<f2" if found is not None and found.dtype == np.dtype("<f2") else "<f4"
    return checkpoint.tensor(name, shape, kind).astype(np.float32, copy=False)


def _pattern(name: str) -> list[int]:
    """The cells of a pattern: hexadecimal digits, or numbers joined by dots."""
    return [int(cell) for cell in name.split(".")] if "." in name else [int(c, 16) for c in name]


def _symmetries(rows: int, columns: int) -> list[list[int]]:
    """The cells of a board in the order of each of its rotations and reflections."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    images = [cells, cells[::-1], cells[:, ::-1], cells[::-1, ::-1]]
    if rows == columns:
        images += [image.T for image in images]
    return [image.ravel().tolist() for image in images]


#: The kinds of agents by name: version of their format, and what loads them.
_KINDS: dict[str, tuple[int, Callable[[Checkpoint], Agent]]] = {
    "ntuple": (1, NTupleAgent.from_checkpoint),
    "mlp": (1, MLPAgent.from_checkpoint),
}
