"""Trained agents: read from checkpoints, compared with the Swift programs.

``data/action-values.json`` holds what ``evaluate FILE --board …`` prints, to one
decimal, for the small networks beside it.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import DATA, slide

import env2048
from env2048.checkpoints import CheckpointError, read_checkpoint

CASES = json.loads((DATA / "action-values.json").read_text())
ACTIONS = ("up", "right", "down", "left")


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["board"]))
def test_action_values_are_those_of_the_swift_program(case: dict[str, Any]) -> None:
    agent = env2048.load_agent(DATA / case["file"])
    expected = [case["action_values"].get(action, -np.inf) for action in ACTIONS]
    assert agent.action_values(case["board"]) == pytest.approx(expected, abs=0.06)


def test_batches_of_every_shape_agree() -> None:
    agent = env2048.load_agent(DATA / "ntuple-4x4.safetensors")
    boards = np.array([case["board"] for case in CASES if len(case["board"]) == 4], np.uint8)
    values = agent.action_values(boards)
    assert values.dtype == np.float32 and values.shape == (len(boards), 4)
    assert np.array_equal(agent.action_values(boards.reshape(-1, 16)), values)
    assert np.array_equal(
        agent.action_values(boards[:8].reshape(2, 4, 4, 4)), values[:8].reshape(2, 4, 4)
    )
    assert np.array_equal(agent.actions(boards), values.argmax(axis=1))
    assert np.array_equal(agent.values(boards), values.max(axis=1))
    assert agent.actions(boards[:0]).shape == (0,)
    assert np.array_equal(
        agent.actions(np.tile(boards, (1000, 1, 1)))[-len(boards) :], agent.actions(boards)
    )


def test_weights_of_half_precision_are_summed_in_single() -> None:
    whole = read_checkpoint(DATA / "ntuple-4x4.safetensors")
    boards = np.array([case["board"] for case in CASES if len(case["board"]) == 4], np.uint8)
    tables = whole.tensors.items()
    sixties = {name: np.full_like(table, 60_000, np.float16) for name, table in tables}
    large = env2048.agents.NTupleAgent.from_checkpoint(replace(whole, tensors=sixties))
    values = large.afterstate_values(boards.reshape(-1, 16))
    assert values.dtype == np.float32 and np.all(values >= 8 * 60_000 - 1000)
    halves = {name: table.astype(np.float16) for name, table in tables}
    half = env2048.agents.NTupleAgent.from_checkpoint(replace(whole, tensors=halves))
    assert np.allclose(
        half.values(boards), env2048.load_agent(DATA / "ntuple-4x4.safetensors").values(boards),
        rtol=1e-3, atol=1,
    )  # fmt: skip


def test_a_board_has_the_weights_of_its_stage() -> None:
    tables = [np.zeros(256, np.float32) for _ in range(3)]
    boards = np.zeros((5, 16), np.uint8)
    boards[:, 0], boards[:, 1], boards[:, 7] = 1, 2, [2, 3, 4, 5, 12]
    for stage, weight, expected in (
        (0, 7, [7, 7, 7, 7, 7]), (2, 9, [7, 7, 7, 9, 9]), (1, 8, [7, 8, 8, 9, 9]),
    ):  # fmt: skip
        tables[stage][1 + 16 * 2] = weight
        agent = env2048.agents.NTupleAgent(4, 4, [[0, 1]], tables, False, [8, 32])
        assert agent.afterstate_values(boards).tolist() == expected


def test_stages_are_read_from_a_checkpoint() -> None:
    whole = read_checkpoint(DATA / "ntuple-4x4.safetensors")
    network = whole.json("network")
    later = {f"{name}@512": np.zeros_like(table) for name, table in whole.tensors.items()}
    metadata = dict(whole.metadata, network=json.dumps({**network, "stage_tiles": [512]}))
    staged = replace(whole, metadata=metadata, tensors={**whole.tensors, **later})
    boards = np.array([case["board"] for case in CASES if len(case["board"]) == 4], np.uint8)
    agents = [env2048.agents.NTupleAgent.from_checkpoint(each) for each in (whole, staged)]
    assert np.array_equal(agents[0].values(boards), agents[1].values(boards))
    for name, table in whole.tensors.items():
        later[f"{name}@512"][:] = table + 1
    changed = replace(staged, tensors={**whole.tensors, **later})
    values = env2048.agents.NTupleAgent.from_checkpoint(changed).afterstate_values(
        boards.reshape(-1, 16)
    )
    before = agents[0].afterstate_values(boards.reshape(-1, 16))
    lookups = len(network["patterns"]) * 8
    expected = np.where(boards.reshape(-1, 16).max(axis=1) >= 9, lookups, 0)
    assert values - before == pytest.approx(expected, abs=0.01)


def test_values_do_not_change_under_symmetries() -> None:
    agent = env2048.load_agent(DATA / "ntuple-4x4.safetensors")
    board = np.array(CASES[3]["board"], np.uint8)
    images = [np.rot90(side, turns) for side in (board, board.T) for turns in range(4)]
    assert np.ptp(agent.values(np.stack(images))) < 0.01


def test_a_dead_board_is_worth_nothing_and_crashes_nothing() -> None:
    agent = env2048.load_agent(DATA / "ntuple-4x4.safetensors")
    dead = np.array([[1, 2, 1, 2], [2, 1, 2, 1], [1, 2, 1, 2], [2, 1, 2, 1]])
    assert agent.values(dead) == 0 and agent.actions(dead) == 0


def test_a_trained_agent_plays_well() -> None:
    agent = env2048.load_agent(DATA / "ntuple-4x4.safetensors")
    envs = env2048.Env2048VectorEnv(32, autoreset_mode="Disabled")
    boards, _ = envs.reset(seed=0)
    scores: list[int] = []
    for _ in range(250):
        boards, _, terminated, _, info = envs.step(agent.actions(boards))
        if terminated.any():
            scores += info["score"][terminated].tolist()
            fresh, _ = envs.reset(options={"reset_mask": terminated})
            boards = fresh
    # A random player would have ended 60 games by now, each near 1,100 points.
    assert len(scores) < 10


def test_afterstates_keep_the_rules() -> None:
    random = np.random.default_rng(0)
    for rows, columns in ((4, 4), (2, 3), (5, 5)):
        boards = random.integers(0, 5, (200, rows, columns)).astype(np.uint8)
        states, rewards, legal = env2048.afterstates(boards, rows, columns)
        for index, board in enumerate(boards):
            for action in range(4):
                after, reward = slide(board, action)
                assert np.array_equal(states[index, action].reshape(rows, columns), after)
                assert rewards[index, action] == reward
                assert legal[index, action] == (not np.array_equal(after, board))
    with pytest.raises(ValueError, match="Board 1"):
        env2048.afterstates([[0] * 16, [40] * 16])


def test_a_perceptron_sees_patterns_by_name_and_by_cells() -> None:
    patterns = env2048.agents._feature_patterns("cells+pairs+threes+lines+squares+012456")
    lengths = [1] * 16 + [2] * 24 + [3] * 16 + [4] * 17 + [6]
    assert [len(pattern) for pattern in patterns] == lengths
    assert patterns[16:18] == [[0, 1], [1, 2]] and patterns[39] == [11, 15]
    assert patterns[59:61] == [[12, 13, 14, 15], [0, 4, 8, 12]]
    assert patterns[-2] == [10, 11, 14, 15]


@pytest.mark.parametrize(
    ("key", "value"),
    [("features", "cells+colours"), ("hidden", []), ("outputs", 4), ("hidden", None)],
)
def test_a_perceptron_that_cannot_be_is_refused(key: str, value: Any) -> None:
    whole = read_checkpoint(DATA / "mlp-4x4.safetensors")
    network = json.loads(whole.metadata["network"]) | {key: value}
    changed = replace(whole, metadata=whole.metadata | {"network": json.dumps(network)})
    with pytest.raises(CheckpointError, match="describes no multilayer perceptron"):
        env2048.agents.MLPAgent.from_checkpoint(changed)


# Damage.


def rewritten(tmp_path: Path, change: Any, sum_again: bool = True) -> Path:
    """A checkpoint with a change to its header and data, its checksum made to fit."""
    raw = (DATA / "ntuple-2x3.safetensors").read_bytes()
    length = struct.unpack("<Q", raw[:8])[0]
    header, data = json.loads(raw[8 : 8 + length]), bytearray(raw[8 + length :])
    change(header, data)
    if sum_again:
        header["__metadata__"]["data_crc32"] = f"{zlib.crc32(data):08x}"
    text = json.dumps(header).encode()
    path = tmp_path / "changed.safetensors"
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return path


def kind(header: Any, _: Any) -> None:
    header["__metadata__"]["kind"] = "mlp-of-the-future"


def version(header: Any, _: Any) -> None:
    header["__metadata__"]["format_version"] = "2"


def shape(header: Any, _: Any) -> None:
    header["weights.01"]["shape"] = [16, 16]


def offsets(header: Any, _: Any) -> None:
    header["weights.01"]["data_offsets"] = [0, 10**9]


def missing(header: Any, _: Any) -> None:
    del header["weights.01"]


def network(header: Any, _: Any) -> None:
    header["__metadata__"]["network"] = "{}"


@pytest.mark.parametrize(
    "change, message",
    [
        (kind, "kind 'mlp-of-the-future': expected one of ntuple"),
        (version, "version 2 of the format 'ntuple': expected 1"),
        (shape, r"tensor 'weights.01' is float32 \(16, 16\), expected float32 \(256,\)"),
        (offsets, "tensor 'weights.01' cannot be read"),
        (missing, "no tensor 'weights.01'"),
        (network, "describes no n-tuple network"),
    ],
)
def test_each_kind_of_damage_has_its_message(tmp_path: Path, change: Any, message: str) -> None:
    with pytest.raises(CheckpointError, match=message):
        env2048.load_agent(rewritten(tmp_path, change))


def test_a_flipped_bit_is_noticed(tmp_path: Path) -> None:
    def flip(_: Any, data: bytearray) -> None:
        data[100] ^= 1

    with pytest.raises(CheckpointError, match="damaged"):
        env2048.load_agent(rewritten(tmp_path, flip, sum_again=False))


@pytest.mark.parametrize("length", [0, 5, 8, 100, 1000])
def test_files_that_are_cut_short_are_refused(tmp_path: Path, length: int) -> None:
    path = tmp_path / "short.safetensors"
    path.write_bytes((DATA / "ntuple-2x3.safetensors").read_bytes()[:length])
    with pytest.raises(CheckpointError):
        env2048.load_agent(path)


def test_a_run_folder_names_its_agent(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no checkpoint"):
        env2048.load_agent(tmp_path)
    weights = (DATA / "ntuple-2x3.safetensors").read_bytes()
    (tmp_path / "weights.safetensors").write_bytes(weights)
    assert env2048.load_agent(tmp_path).rows == 2
    with pytest.raises(FileNotFoundError):
        env2048.load_agent(tmp_path / "nothing")


def test_others_read_the_same_files() -> None:
    pandas = pytest.importorskip("pandas")
    log = pandas.read_csv(DATA / "log.csv")
    assert log["games"].is_monotonic_increasing and log["mean_score"].iloc[-1] > 10_000
    numpy_of = pytest.importorskip("safetensors.numpy")
    tensors = numpy_of.load_file(DATA / "ntuple-4x4.safetensors")
    ours = read_checkpoint(DATA / "ntuple-4x4.safetensors").tensors
    assert tensors.keys() == ours.keys()
    assert all(np.array_equal(tensors[name], ours[name]) for name in ours)
