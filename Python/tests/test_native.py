"""The C interface: what it is given is checked, and nothing traps."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys

import numpy as np
import pytest

import env2048
from env2048 import native

LIBRARY = native._library


def create(slots: int = 2, rows: int = 4, columns: int = 4, **changes: int) -> tuple[int, int]:
    values = {
        "tiles": 2, "four": 0.1, "win": 2048, "ends": 0, "illegal": 0, "penalty": 0,
        "limit": 0, "mode": 0, "seed": 0, **changes,
    }  # fmt: skip
    handle = ctypes.c_int64()
    status = LIBRARY.env2048_create(slots, rows, columns, *values.values(), ctypes.byref(handle))
    return status, handle.value


def message() -> str:
    text = ctypes.create_string_buffer(4096)
    length = LIBRARY.env2048_take_error(text, len(text))
    return text.raw[:length].decode()


def test_the_version_is_the_one_this_package_knows() -> None:
    assert LIBRARY.env2048_interface_version() == native.INTERFACE_VERSION


@pytest.mark.parametrize(
    "arguments",
    [
        {"slots": 0}, {"slots": -1}, {"slots": 2**62}, {"rows": 9}, {"rows": -(2**63)},
        {"columns": 0}, {"tiles": 17}, {"four": 2}, {"win": 3}, {"win": -(2**63)},
        {"illegal": 3}, {"illegal": 1, "penalty": -1}, {"illegal": 1, "penalty": 2**62},
        {"limit": -1}, {"mode": 7},
    ],
)  # fmt: skip
def test_creation_refuses_what_no_game_can_have(arguments: dict[str, int]) -> None:
    status, handle = create(**arguments)
    assert status == native._INVALID_ARGUMENT and handle == 0
    assert "expected" in message()
    assert message() == ""


def test_null_and_unbound_buffers_are_refused() -> None:
    status, handle = create()
    assert status == 0 and handle > 0
    actions = np.zeros(2, np.int64)
    assert LIBRARY.env2048_step(handle, actions.ctypes.data, 8) == native._INVALID_ARGUMENT
    assert "bind" in message()
    assert LIBRARY.env2048_bind(handle, *[None] * 8, 0) == native._INVALID_ARGUMENT
    assert "null" in message()
    assert LIBRARY.env2048_reset(handle, None, None, None) == native._INVALID_ARGUMENT
    block = np.zeros(100, np.int64)
    assert LIBRARY.env2048_bind(handle, *[block.ctypes.data + 1] * 8, 0) == native._INVALID_ARGUMENT
    assert "misaligned" in message()
    assert LIBRARY.env2048_bind(handle, *[block.ctypes.data] * 8, 0) == 0
    assert LIBRARY.env2048_step(handle, None, 8) == native._INVALID_ARGUMENT
    assert LIBRARY.env2048_step(handle, actions.ctypes.data, 4) == native._INVALID_ARGUMENT
    assert LIBRARY.env2048_step(handle, actions.ctypes.data + 4, 8) == native._INVALID_ARGUMENT
    assert LIBRARY.env2048_export_state(handle, None) == native._INVALID_ARGUMENT
    assert LIBRARY.env2048_import_state(handle, None) == native._INVALID_ARGUMENT
    assert LIBRARY.env2048_state_words(handle, None) == native._INVALID_ARGUMENT
    assert LIBRARY.env2048_afterstates(4, 4, None, 1, None, None, None) == native._INVALID_ARGUMENT
    assert LIBRARY.env2048_step(handle, actions.ctypes.data, 8) == native._RESET_NEEDED
    assert LIBRARY.env2048_destroy(handle) == 0


def test_a_handle_is_never_used_twice() -> None:
    _, first = create()
    assert LIBRARY.env2048_destroy(first) == 0
    _, second = create()
    assert second > first
    for handle in (first, 0, -5, 2**62):
        assert LIBRARY.env2048_destroy(handle) == native._UNKNOWN_HANDLE
        assert LIBRARY.env2048_step_one(handle, 0) == native._UNKNOWN_HANDLE
        assert LIBRARY.env2048_reset(handle, None, None, None) == native._UNKNOWN_HANDLE
    assert LIBRARY.env2048_destroy(second) == 0


def test_one_action_is_for_one_slot() -> None:
    envs = env2048.Env2048VectorEnv(2)
    envs.reset(seed=0)
    assert LIBRARY.env2048_step_one(envs._native._handle, 0) == native._INVALID_ARGUMENT


def test_actions_may_be_bytes() -> None:
    ours, theirs = env2048.Env2048VectorEnv(5), env2048.Env2048VectorEnv(5)
    ours.reset(seed=0)
    theirs.reset(seed=0)
    actions = np.array([0, 1, 2, 3, 0], np.uint8)
    assert LIBRARY.env2048_step(ours._native._handle, actions.ctypes.data, 1) == 0
    assert np.array_equal(ours._native.observations, theirs.step(actions)[0])


def test_games_are_freed_with_their_environments() -> None:
    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    if not os.path.exists("/proc/self/statm"):
        pytest.skip("memory is read from /proc")
    for _ in range(5):
        env2048.Env2048VectorEnv(20_000)
    gc.collect()
    before = resident()
    for _ in range(60):
        env2048.Env2048VectorEnv(20_000)  # about 3 MB each
    gc.collect()
    assert resident() - before < 60_000_000


def test_the_package_loads_in_an_empty_environment() -> None:
    program = "import env2048; print(env2048.Env2048Env().reset(seed=0)[0].sum())"
    for environment in ({}, {"PATH": "/usr/bin:/bin"}):
        run = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True
        )
        assert run.returncode == 0, run.stderr
        assert int(run.stdout) >= 2


def test_a_missing_library_is_named_in_one_line(tmp_path: object) -> None:
    program = (
        "import pathlib, ctypes, env2048.native as n\n"
        "try: n._load(pathlib.Path('/nowhere/libEnv2048C.so'), ctypes.CDLL)\n"
        "except ImportError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout.count("\n") == 1 and "/nowhere/libEnv2048C.so" in run.stdout


def test_several_processes_play_the_same_games() -> None:
    program = (
        "import env2048; e = env2048.Env2048VectorEnv(4); e.reset(seed=7)\n"
        "print([e.step([s % 4] * 4)[0].tobytes().hex() for s in range(200)])"
    )
    outputs = {
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
        for _ in range(2)
    }
    assert len(outputs) == 1 and len(outputs.pop()) > 1000
