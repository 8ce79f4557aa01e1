"""Builds the package: setuptools, after the Swift library has been built.

The library holds the Swift runtime, so that the wheel needs no toolchain where
it is installed. ``ENV2048_NATIVE=1`` in the environment tunes it for this
machine's processor; such a wheel may not run on another. ``ENV2048_LIBRARY``
names a library that has been built already, and is taken as it is.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Optional

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401  (hooks that need nothing of ours)
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

PROJECT = Path(__file__).resolve().parent.parent
PACKAGE = PROJECT / "src" / "env2048"
#: Where a source distribution keeps the Swift package.
BUNDLED = PROJECT / "Swift"
LIBRARY = "libEnv2048C.dylib" if sys.platform == "darwin" else "libEnv2048C.so"

Settings = Optional[Mapping[str, Any]]


def build_wheel(directory: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Makes a wheel for this platform and any Python 3."""
    build_library()
    return build_meta.build_wheel(directory, for_this_platform(settings), metadata)


def build_editable(directory: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Makes a wheel that refers to this folder."""
    build_library()
    return build_meta.build_editable(directory, settings, metadata)


def build_sdist(directory: str, settings: Settings = None) -> str:
    """Makes a source distribution with the Swift package in it."""
    with bundled_swift_package():
        return build_meta.build_sdist(directory, settings)


def prepare_metadata_for_build_wheel(directory: str, settings: Settings = None) -> str:
    """Makes the metadata of a wheel."""
    return build_meta.prepare_metadata_for_build_wheel(directory, for_this_platform(settings))


prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable


def for_this_platform(settings: Settings) -> dict[str, Any]:
    """The settings that name the platform: the package looks pure to setuptools."""
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    options = (settings or {}).get("--build-option", [])
    options = [options] if isinstance(options, str) else list(options)
    return {**(settings or {}), "--build-option": [*options, f"--plat-name={platform}"]}


def swift_package() -> Path:
    """The folder of the Swift package: bundled, or the repository around."""
    for folder in (BUNDLED, PROJECT.parent):
        if (folder / "Package.swift").exists():
            return folder
    raise SystemExit(f"env2048: no Package.swift in {BUNDLED} or {PROJECT.parent}.")


def build_library() -> None:
    """Builds the Swift library and copies it into the Python package."""
    if given := os.environ.get("ENV2048_LIBRARY"):
        shutil.copy2(given, PACKAGE / LIBRARY)
        return
    swift = shutil.which("swift")
    if swift is None:
        raise SystemExit("env2048: 'swift' was not found: install a Swift 6.3 toolchain first.")
    build = PROJECT / ".build"
    command = [
        swift, "build", "--configuration", "release", "--product", "Env2048C",
        "--package-path", str(swift_package()), "--scratch-path", str(build),
        "-Xswiftc", "-static-stdlib",
    ]  # fmt: skip
    if sys.platform != "darwin":
        # Only our own functions are seen from outside, so that another Swift
        # library in the same process cannot mix its runtime with ours.
        exports = PROJECT / "build_backend" / "exports.map"
        for option in (f"--version-script={exports}", "--gc-sections", "-s"):
            command += ["-Xlinker", option]
    if os.environ.get("ENV2048_NATIVE") == "1":
        command += ["-Xcc", "-march=native"]
    subprocess.run(command, check=True)
    shutil.copy2(build / "release" / LIBRARY, PACKAGE / LIBRARY)


@contextlib.contextmanager
def bundled_swift_package() -> Iterator[None]:
    """Keeps a copy of the Swift package beside the Python package for a while."""
    source = swift_package()
    if source == BUNDLED:
        yield
        return
    try:
        BUNDLED.mkdir()
        shutil.copy2(source / "Package.swift", BUNDLED)
        # Targets whose folders are missing would stop the build.
        for folder in ("Sources", "Tests"):
            shutil.copytree(source / folder, BUNDLED / folder)
        yield
    finally:
        shutil.rmtree(BUNDLED, ignore_errors=True)
