"""Short trainings with other people's libraries, by the examples."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.slow
@pytest.mark.parametrize(
    "example, needs, arguments",
    [
        ("maskable_ppo.py", "sb3_contrib", ["--steps", "8192", "--games", "20"]),
        ("cleanrl_ppo.py", "torch", ["--steps", "8192", "--games", "20"]),
        (
            "rllib_ppo.py", "ray",
            ["--steps", "4096", "--runners", "2", "--envs", "8", "--batch", "2048", "--games", "20"],
        ),
    ],
)  # fmt: skip
def test_an_example_trains(example: str, needs: str, arguments: list[str]) -> None:
    if importlib.util.find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed")
    run = subprocess.run(
        [sys.executable, example, *arguments],
        cwd=EXAMPLES, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-3000:]
    scores = [int(score) for score in re.findall(r"mean score (\d+)", run.stdout)]
    assert scores and 300 < scores[-1] < 5000, run.stdout
