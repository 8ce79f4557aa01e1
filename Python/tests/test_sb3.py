"""Stable-Baselines3 and sb3-contrib."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import env2048

pytest.importorskip("stable_baselines3")

import torch
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from env2048.sb3 import Env2048VecEnv


def test_slots_play_as_single_environments_that_are_reset_at_their_ends() -> None:
    envs = Env2048VecEnv(6, rows=2, columns=3, max_episode_steps=25)
    singles = [env2048.Env2048Env(rows=2, columns=3) for _ in range(6)]
    envs.seed(20)
    observations = envs.reset()
    for slot, single in enumerate(singles):
        assert np.array_equal(observations[slot], single.reset(seed=20 + slot)[0])
    random = np.random.default_rng(0)
    taken, cut = np.zeros(6, int), 0
    for _ in range(400):
        actions = random.integers(0, 4, 6)
        observations, rewards, dones, infos = envs.step(actions)
        masks = envs.env_method("action_masks")
        for slot, single in enumerate(singles):
            taken[slot] += 1
            seen, reward, terminated, _, info = single.step(actions[slot])
            truncated = bool(taken[slot] == 25 and not terminated)
            assert rewards[slot] == reward and dones[slot] == (terminated or truncated)
            if dones[slot]:
                assert np.array_equal(infos[slot]["terminal_observation"], seen)
                assert infos[slot]["TimeLimit.truncated"] is truncated
                assert infos[slot]["score"] == info["score"]
                seen, taken[slot] = single.reset()[0], 0
                cut += truncated
            else:
                assert infos[slot] == {}
            assert np.array_equal(observations[slot], seen)
            assert np.array_equal(masks[slot], single.action_masks())
    assert cut > 3


def test_what_sb3_asks_of_slots() -> None:
    envs = Env2048VecEnv(3, render_mode="rgb_array")
    envs.reset()
    assert envs.has_attr("action_masks") and not envs.has_attr("colour")
    assert envs.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    assert envs.get_attr("rules", indices=[0, 2]) == [env2048.Rules()] * 2
    assert [image.shape for image in envs.get_images()] == [(296, 296, 3)] * 3
    with pytest.raises(NotImplementedError):
        envs.env_method("seed")
    with pytest.raises(NotImplementedError):
        envs.set_attr("rules", None)
    envs.close()


def test_the_monitor_counts_our_scores() -> None:
    envs = VecMonitor(Env2048VecEnv(8))
    envs.seed(0)
    envs.reset()
    random, games = np.random.default_rng(0), 0
    for _ in range(400):
        _, _, dones, infos = envs.step(random.integers(0, 4, 8))
        for info in np.array(infos)[dones]:
            assert info["episode"]["r"] == info["score"]
            games += 1
    assert games > 8


def test_sb3_contrib_finds_the_masks() -> None:
    masking = pytest.importorskip("sb3_contrib.common.maskable.utils")

    def wrapped() -> gymnasium.Env[Any, Any]:
        return gymnasium.make("env2048/Env2048-v0", max_episode_steps=100)

    for envs in (wrapped(), DummyVecEnv([wrapped] * 2), Env2048VecEnv(3)):
        assert masking.is_masking_supported(envs)
        envs.reset()
        masks = masking.get_action_masks(envs)
        assert masks.dtype == np.bool_ and masks.shape[-1] == 4 and masks.any(axis=-1).all()


@pytest.mark.slow
def test_maskable_ppo_trains_on_what_gymnasium_makes() -> None:
    maskable = pytest.importorskip("sb3_contrib").MaskablePPO
    torch.set_num_threads(1)
    env = gymnasium.make("env2048/Env2048-Log2-v0")
    model = maskable("MlpPolicy", env, n_steps=512, seed=0, device="cpu")
    model.learn(4096)
    assert model.num_timesteps == 4096
    observation, info = env.reset(seed=0)
    for _ in range(50):
        action, _ = model.predict(observation, action_masks=info["action_mask"] != 0)
        observation, _, terminated, _, info = env.step(action)
        assert info["is_legal"]
        if terminated:
            observation, info = env.reset()
