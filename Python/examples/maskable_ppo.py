"""Trains sb3-contrib's MaskablePPO on the native vector environment.

pip install sb3-contrib
python maskable_ppo.py --steps 1000000
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from common import report
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

from env2048.sb3 import Env2048VecEnv


def main() -> None:
    """Trains, then plays games to report a score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=1_000_000, help="environment steps")
    parser.add_argument("--envs", type=int, default=64, help="games side by side")
    parser.add_argument("--games", type=int, default=500, help="games of the report")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)

    envs = Env2048VecEnv(options.envs, observation="one_hot")
    # Rewards run from 0 to thousands; the network learns them scaled.
    scaled = VecNormalize(VecMonitor(envs), norm_obs=False, gamma=0.995)
    model = MaskablePPO(
        "MlpPolicy", scaled, n_steps=128, batch_size=1024, n_epochs=4, gamma=0.995,
        learning_rate=lambda left: 5e-4 * left, ent_coef=0.001, seed=options.seed, device="cpu",
        policy_kwargs={
            "net_arch": [256, 256], "activation_fn": torch.nn.ReLU,
            "optimizer_kwargs": {"eps": 1e-8},  # SB3's 1e-5 would drown small gradients
        },
        verbose=1,
    )  # fmt: skip
    model.learn(options.steps, log_interval=10)

    def choose(observations: Any, masks: Any) -> Any:
        return model.predict(observations, action_masks=masks, deterministic=True)[0]

    report(choose, options.games, observation="one_hot")


if __name__ == "__main__":
    main()
