"""Reading checkpoints of trained agents: safetensors files, by NumPy alone."""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

PathLike = Union[str, "os.PathLike[str]"]

_TYPES = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2",
    "I8": "<i1", "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "<u1", "BOOL": "?",
}  # fmt: skip


class CheckpointError(ValueError):
    """A file that is no checkpoint, or one that cannot be used."""


@dataclass(frozen=True)
class Checkpoint:
    """What a checkpoint file holds."""

    #: Where it was read from.
    path: Path
    #: What kind of agent it is, such as ``ntuple``.
    kind: str
    #: The version of that kind's format.
    format_version: int
    #: Further text by key.
    metadata: dict[str, str]
    #: The numbers by name, mapped from the file.
    tensors: dict[str, NDArray[Any]]

    def json(self, key: str) -> Any:
        """The metadata under a key, which are JSON."""
        try:
            return json.loads(self.metadata[key])
        except (KeyError, ValueError) as error:
            raise CheckpointError(
                f"Checkpoint '{self.path}' has no readable '{key}' in its metadata."
            ) from error

    def tensor(self, name: str, shape: tuple[int, ...], kind: str = "<f4") -> NDArray[Any]:
        """The numbers with a name, whose shape and type are known."""
        if name not in self.tensors:
            raise CheckpointError(f"Checkpoint '{self.path}' has no tensor '{name}'.")
        found = self.tensors[name]
        if found.shape != shape or found.dtype != np.dtype(kind):
            raise CheckpointError(
                f"Checkpoint '{self.path}': tensor '{name}' is {found.dtype} {found.shape}, "
                f"expected {np.dtype(kind)} {shape}."
            )
        return found


def read_checkpoint(path: PathLike) -> Checkpoint:
    """Reads a checkpoint.

    Args:
        path: A checkpoint file, or the folder of a run.

    Raises:
        CheckpointError: It is damaged or no checkpoint.
        OSError: It cannot be read.
    """
    file = _file(Path(path))
    size = file.stat().st_size
    with file.open("rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        if size < 8 or length > size - 8:
            raise CheckpointError(
                f"Checkpoint '{file}' is cut short or no safetensors file: it has {size} bytes, "
                f"its header alone would have {length}."
            )
        try:
            header = json.loads(stream.read(length))
            metadata = header.pop("__metadata__")
            kind, version = metadata["kind"], int(metadata["format_version"])
        except (ValueError, KeyError, AttributeError, TypeError) as error:
            raise CheckpointError(f"Checkpoint '{file}' has no readable header.") from error
    data = np.memmap(file, np.uint8, "r", 8 + length) if size > 8 + length else np.empty(0, "u1")
    _check_sum(file, data, metadata.get("data_crc32"))
    tensors = {name: _tensor(file, data, name, entry) for name, entry in header.items()}
    return Checkpoint(file, kind, version, metadata, tensors)


def _file(path: Path) -> Path:
    if not path.is_dir():
        return path
    # The checkpoint is never older than the weights saved to play with.
    for name in ("checkpoint.safetensors", "weights.safetensors"):
        if (path / name).exists():
            return path / name
    raise FileNotFoundError(f"Folder '{path}' holds no checkpoint.safetensors: expected a run.")


def _check_sum(file: Path, data: NDArray[np.uint8], expected: str | None) -> None:
    found = 0
    for start in range(0, len(data), 1 << 24):
        found = zlib.crc32(data[start : start + (1 << 24)].data, found)
    if expected is not None and f"{found:08x}" != expected:
        raise CheckpointError(
            f"Checkpoint '{file}' is damaged: its data have checksum {found:08x}, "
            f"expected {expected}."
        )


def _tensor(file: Path, data: NDArray[np.uint8], name: str, entry: Any) -> NDArray[Any]:
    try:
        kind = np.dtype(_TYPES[entry["dtype"]])
        shape = tuple(int(length) for length in entry["shape"])
        start, end = entry["data_offsets"]
        if end > len(data) or end - start != kind.itemsize * int(np.prod(shape)):
            raise ValueError("outside the data, or of another size")
        return data[start:end].view(kind).reshape(shape)
    except (ValueError, KeyError, TypeError) as error:
        raise CheckpointError(
            f"Checkpoint '{file}': tensor '{name}' cannot be read ({error})."
        ) from error
