"""The wheel: what is in it, and that it needs no Swift where it is installed."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import env2048

PROJECT = Path(__file__).parent.parent


def test_it_depends_on_gymnasium_and_numpy_alone() -> None:
    needed = [line for line in metadata.requires("env2048") or [] if "extra ==" not in line]
    assert sorted(line.split(">")[0] for line in needed) == ["gymnasium", "numpy"]
    assert not any("==" in line for line in needed)


def test_versions_agree() -> None:
    assert metadata.version("env2048") == env2048.__version__


def test_the_types_are_published() -> None:
    assert (Path(env2048.__file__).parent / "py.typed").exists()


def test_the_import_loads_no_renderer_and_starts_no_thread() -> None:
    program = (
        "import sys, threading, env2048\n"
        "env2048.Env2048Env(render_mode='rgb_array').reset(seed=0)\n"
        "print(sorted({'pygame', 'matplotlib', 'torch', 'pandas'} & sys.modules.keys()),"
        " threading.active_count())"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout == "[] 1\n", run.stderr


def test_a_name_can_bring_its_module() -> None:
    program = "import gymnasium; print(gymnasium.make('env2048:env2048/Env2048-v0').spec.id)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout == "env2048/Env2048-v0\n", run.stderr


@pytest.mark.slow
def test_a_wheel_is_built_from_the_source_distribution_and_holds_its_runtime(
    tmp_path: Path,
) -> None:
    pytest.importorskip("build")
    subprocess.run([sys.executable, "-m", "build", "--outdir", tmp_path, PROJECT], check=True)
    (wheel,) = tmp_path.glob("env2048-*-py3-none-*.whl")
    assert len(list(tmp_path.glob("env2048-*.tar.gz"))) == 1
    there = tmp_path / "there"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--no-deps", "--target", there, wheel],
        check=True,
    )
    program = "import env2048; print(env2048.__file__, env2048.Env2048Env().reset(seed=0)[0].sum())"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path,
        env={"PYTHONPATH": str(there)},
    )  # fmt: skip
    assert str(there) in run.stdout, run.stderr
    if sys.platform == "linux":
        library = there / "env2048" / "libEnv2048C.so"
        needed = subprocess.run(["ldd", library], capture_output=True, text=True).stdout
        assert "libc.so" in needed
        assert "libswift" not in needed and "not found" not in needed
