"""The Swift library behind the environments, and the memory they share.

Only this module calls the library. Its functions are described in
``Sources/Env2048C/Interface.swift``.
"""

from __future__ import annotations

import ctypes
import sys
import weakref
from collections.abc import Callable
from ctypes import POINTER, byref, c_double, c_int32, c_int64, c_uint64, c_void_p
from pathlib import Path

import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from numpy.typing import NDArray

from env2048.rules import Rules

INTERFACE_VERSION = 1

_SIGNATURES: dict[str, list[object]] = {
    "create": [
        c_int64, c_int64, c_int64, c_int64, c_double, c_int64, c_int32, c_int32, c_int64,
        c_int64, c_int32, c_uint64, POINTER(c_int64),
    ],
    "destroy": [c_int64],
    "bind": [c_int64] + [c_void_p] * 8 + [c_int32],
    "reset": [c_int64, c_void_p, c_void_p, c_void_p],
    "step": [c_int64, c_void_p, c_int32],
    "step_one": [c_int64, c_int64],
    "state_words": [c_int64, POINTER(c_int64)],
    "export_state": [c_int64, c_void_p],
    "import_state": [c_int64, c_void_p],
    "afterstates": [c_int64, c_int64, c_void_p, c_int64, c_void_p, c_void_p, c_void_p],
}  # fmt: skip


def _load(path: Path, kind: type[ctypes.CDLL]) -> ctypes.CDLL:
    try:
        library = kind(str(path))
    except OSError as error:
        raise ImportError(
            f"env2048: the library '{path}' cannot be loaded ({error}): "
            "install the package again, which builds it."
        ) from error
    found = library.env2048_interface_version()
    if found != INTERFACE_VERSION:
        raise ImportError(
            f"env2048: the library '{path}' has interface version {found}, "
            f"expected {INTERFACE_VERSION}: install the package again, which builds it."
        )
    for name, arguments in _SIGNATURES.items():
        function = getattr(library, f"env2048_{name}")
        function.argtypes = arguments
        function.restype = c_int32
    library.env2048_take_error.argtypes = [c_void_p, c_int64]
    library.env2048_take_error.restype = c_int64
    return library


_PATH = Path(__file__).parent / (
    "libEnv2048C.dylib" if sys.platform == "darwin" else "libEnv2048C.so"
)
#: Lets other Python threads run during a call.
_library = _load(_PATH, ctypes.CDLL)
#: Does not: taking up the lock again would cost more than a step of one game.
_quick_library = _load(_PATH, ctypes.PyDLL)

_INVALID_ARGUMENT, _RESET_NEEDED, _UNKNOWN_HANDLE, _BUSY = 1, 2, 3, 4


def check(status: int) -> None:
    """Raises the error that a status stands for.

    Raises:
        ValueError: An argument is wrong.
        gymnasium.error.ResetNeeded: A game has not started or has ended.
        gymnasium.error.ClosedEnvironmentError: The environment was closed.
        RuntimeError: Another thread is using the environment.
    """
    if status == 0:
        return
    text = ctypes.create_string_buffer(4096)
    length = _quick_library.env2048_take_error(text, len(text))
    message = text.raw[:length].decode()
    if status == _RESET_NEEDED:
        raise ResetNeeded(message)
    if status == _UNKNOWN_HANDLE:
        raise ClosedEnvironmentError("The environment was closed: make a new one.")
    if status == _BUSY:
        raise RuntimeError(message)
    raise ValueError(message)


def slide_all(
    rows: int, columns: int, boards: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
    """Slides boards [n, cells] in all four directions.

    Returns:
        Afterstates [n, 4, cells], rewards [n, 4] and whether each is legal [n, 4].
    """
    count, cells = boards.shape
    boards = np.ascontiguousarray(boards)
    results = np.empty((count, 4, cells), np.uint8)
    rewards = np.empty((count, 4), np.int64)
    legal = np.empty((count, 4), np.bool_)
    if count:
        check(
            _library.env2048_afterstates(
                rows,
                columns,
                boards.ctypes.data,
                count,
                results.ctypes.data,
                rewards.ctypes.data,
                legal.ctypes.data,
            )  # fmt: skip
        )
    return results, rewards, legal


class NativeEnvironment:
    """Games in the library, and the arrays that its calls write to.

    The arrays are written by every ``step`` and ``reset``; whoever hands them
    on copies them.
    """

    def __init__(
        self, slots: int, rules: Rules, *, step_limit: int | None, autoreset: int, seed: int,
        follows_statistics: bool = False,
    ) -> None:  # fmt: skip
        self.slots = slots
        self.rules = rules
        handle = c_int64()
        check(
            _library.env2048_create(
                slots,
                rules.rows,
                rules.columns,
                rules.starting_tiles,
                rules.four_probability,
                rules.win_tile,
                rules.ends_at_win,
                rules.illegal_action_number,
                rules.penalty,
                step_limit or 0,
                autoreset,
                seed,
                byref(handle),
            )  # fmt: skip
        )
        self._handle = handle.value
        self._finalizer = weakref.finalize(self, _library.env2048_destroy, self._handle)
        self._allocate()
        self._bind(follows_statistics)
        words = c_int64()
        check(_library.env2048_state_words(self._handle, byref(words)))
        self.state_words = words.value

    def _allocate(self) -> None:
        """Makes all arrays views of one block, whose fields also unpack as a struct."""
        slots, cells = self.slots, self.rules.cells
        fields = {
            "statistics": (np.int64, (5, slots)),
            "actions": (np.int64, (slots,)),
            "ended_count": (np.int64, (1,)),
            "rewards": (np.float32, (slots,)),
            "terminated": (np.bool_, (slots,)),
            "truncated": (np.bool_, (slots,)),
            "masks": (np.int8, (slots, 4)),
            "observations": (np.uint8, (slots, cells)),
            "finals": (np.uint8, (slots, cells)),
        }
        sizes = [np.dtype(kind).itemsize * int(np.prod(shape)) for kind, shape in fields.values()]
        # Every field starts at a multiple of eight.
        sizes = [(size + 7) // 8 * 8 for size in sizes]
        self.block = np.zeros(sum(sizes) // 8, np.int64)
        offset = 0
        for (name, (kind, shape)), size in zip(fields.items(), sizes):
            setattr(self, name, np.ndarray(shape, kind, self.block, offset))
            offset += size

    statistics: NDArray[np.int64]
    actions: NDArray[np.int64]
    ended_count: NDArray[np.int64]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    masks: NDArray[np.int8]
    observations: NDArray[np.uint8]
    finals: NDArray[np.uint8]

    def _bind(self, follows_statistics: bool) -> None:
        outputs = (
            self.observations, self.rewards, self.terminated, self.truncated, self.masks,
            self.statistics, self.finals, self.ended_count,
        )  # fmt: skip
        addresses = [output.ctypes.data for output in outputs]
        check(_library.env2048_bind(self._handle, *addresses, follows_statistics))
        self._actions_address = self.actions.ctypes.data

    @property
    def one_stepper(self) -> Callable[[int], int]:
        """A function that steps the only game and returns the status."""
        step, handle = _quick_library.env2048_step_one, self._handle
        return lambda action: step(handle, action)

    def step(self) -> None:
        """Takes every slot a step on with what is in ``actions``."""
        status = _library.env2048_step(self._handle, self._actions_address, 8)
        if status:
            check(status)

    def reset(
        self, chosen: NDArray[np.bool_] | None = None, seeds: list[int | None] | None = None
    ) -> None:
        """Starts the next game of the chosen slots, all by default.

        Args:
            chosen: Which slots, [slots].
            seeds: What streams of random numbers the slots start; ``None`` goes on
                with that of the slot.
        """
        if seeds is None or all(seed is None for seed in seeds):
            check(_library.env2048_reset(self._handle, _address(chosen), None, None))
            return
        numbers = np.array([seed or 0 for seed in seeds], np.uint64)
        seeded = np.array([seed is not None for seed in seeds], np.bool_)
        check(
            _library.env2048_reset(
                self._handle, _address(chosen), numbers.ctypes.data, seeded.ctypes.data
            )
        )

    def export_state(self) -> NDArray[np.uint64]:
        """The records of all games, [slots, state words]."""
        words = np.empty((self.slots, self.state_words), np.uint64)
        check(_library.env2048_export_state(self._handle, words.ctypes.data))
        return words

    def import_state(self, words: NDArray[np.uint64]) -> None:
        """Goes on from what ``export_state`` gave."""
        words = np.ascontiguousarray(words, np.uint64)
        if words.shape != (self.slots, self.state_words):
            raise ValueError(
                f"State has shape {words.shape}: expected {(self.slots, self.state_words)}."
            )
        check(_library.env2048_import_state(self._handle, words.ctypes.data))

    def close(self) -> None:
        """Lets the games go; calls after this raise. May be called twice."""
        self._finalizer()


def _address(array: NDArray[np.bool_] | None) -> int | None:
    return None if array is None else array.ctypes.data
