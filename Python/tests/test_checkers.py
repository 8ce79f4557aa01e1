"""The environment checkers of Gymnasium and Stable-Baselines3, over the registry.

Every registered name in every render mode, with no warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import env2048

NAMES = sorted(name for name in gymnasium.registry if name.startswith("env2048/"))
MODES = [None, *env2048.Env2048Env.metadata["render_modes"]]


@pytest.fixture(autouse=True)
def strictly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes warnings errors; windows need no display and wait for nobody."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(env2048.Env2048Env.metadata, "render_fps", 1000)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_the_registry_holds_every_name_and_mode() -> None:
    assert NAMES == sorted(env2048.IDS)
    assert MODES == [None, "ansi", "rgb_array", "human"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", NAMES)
def test_gymnasiums_checker_has_nothing_to_say(name: str, mode: str | None) -> None:
    pytest.importorskip("pygame")  # the checker itself makes every mode
    env = gymnasium.make(name, render_mode=mode)
    check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", NAMES)
def test_sb3s_checker_has_nothing_to_say(name: str, mode: str | None) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    if mode == "human":
        pytest.importorskip("pygame")
    env = gymnasium.make(name, render_mode=mode)
    checker.check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize("observation", ["exponents", "one_hot", "log2"])
@pytest.mark.parametrize("flatten", [True, False])
@pytest.mark.parametrize("as_dict", [True, False])
def test_every_observation_passes_gymnasiums_checker(
    observation: Any, flatten: bool, as_dict: bool
) -> None:
    env = gymnasium.make(
        "env2048/Env2048-v0", observation=observation, flatten=flatten, as_dict=as_dict
    )
    check_env(env.unwrapped, skip_render_check=True)
    env.close()


@pytest.mark.parametrize("observation", ["exponents", "one_hot", "log2"])
def test_dictionaries_pass_sb3s_checker(observation: Any) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(env2048.Env2048Env(as_dict=True, observation=observation))
