"""Trains Ray RLlib's PPO with action masks, on env-runner processes.

    pip install "ray[rllib]" torch
    python rllib_ppo.py --runners 2 --steps 1000000

Each process steps a native vector environment. Start Ray on more machines and
the runners spread over them.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import ray
import torch
from common import report
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.connectors.connector_v2 import ConnectorV2
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import (
    ActionMaskingTorchRLModule,
)

import env2048  # noqa: F401  (registers the environments in this process)

#: Points that count as 1 while learning; rewards run from 0 to thousands.
REWARD_UNIT = 100.0


class ScaledRewards(ConnectorV2):
    """Scales the rewards that are learned from; those that are logged stay points."""

    def __call__(self, *, episodes: Any, batch: Any, **_: Any) -> Any:
        """Scales the rewards of a batch of episodes."""
        for episode in self.single_agent_episode_iterator(
            episodes, agents_that_stepped_only=False
        ):
            episode.set_rewards(new_data=episode.get_rewards() / REWARD_UNIT)
        return batch


def configuration(options: argparse.Namespace) -> PPOConfig:
    """What the other examples learn with, in RLlib's words."""
    return (
        PPOConfig()
        # The part before the colon is imported in every process.
        .environment(
            "env2048:env2048/Env2048-v0", env_config={"observation": "one_hot", "as_dict": True}
        )
        .env_runners(
            num_env_runners=options.runners,
            num_envs_per_env_runner=options.envs,
            gym_env_vectorize_mode="vector_entry_point",
        )
        .learners(learner_connector=lambda *_: ScaledRewards())
        .training(
            train_batch_size_per_learner=options.batch, minibatch_size=1024, num_epochs=4,
            lr=[[0, 5e-4], [options.steps, 0.0]], grad_clip=0.5, gamma=0.995, lambda_=0.95,
            clip_param=0.2, entropy_coeff=0.001, use_kl_loss=False,
            vf_loss_coeff=0.25, vf_clip_param=float("inf"),
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [256, 256], "fcnet_activation": "relu"},
            )
        )
        .debugging(seed=options.seed)
    )  # fmt: skip


def train(algorithm: Algorithm, wanted_steps: int) -> None:
    """Trains for a number of steps, and prints the mean score of the games meanwhile."""
    started = time.perf_counter()
    steps = iterations = 0
    while steps < wanted_steps:
        result = algorithm.train()["env_runners"]
        iterations += 1
        steps = int(result["num_env_steps_sampled_lifetime"])
        if iterations % 5 == 0 or steps >= wanted_steps:
            rate = steps / (time.perf_counter() - started)
            score = result.get("episode_return_mean", float("nan"))
            print(
                f"{steps} steps, {rate:.0f} steps/s, mean score {score:.0f} in training",
                flush=True,
            )


def main() -> None:
    """Trains, then plays games to report a score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=1_000_000, help="environment steps")
    parser.add_argument("--runners", type=int, default=2, help="env-runner processes")
    parser.add_argument("--envs", type=int, default=32, help="games a process")
    parser.add_argument("--batch", type=int, default=8192, help="steps an iteration")
    parser.add_argument("--games", type=int, default=500, help="games of the report")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    ray.init(include_dashboard=False, num_cpus=options.runners + 1, log_to_driver=False)
    algorithm = configuration(options).build_algo()
    train(algorithm, options.steps)
    # Of the learner: the environments' processes may be an update behind.
    weights = algorithm.learner_group.get_weights()["default_policy"]
    module = algorithm.get_module()
    module.set_state(weights)

    def choose(observations: dict[str, np.ndarray], _: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            seen = {name: torch.from_numpy(array) for name, array in observations.items()}
            output = module.forward_inference({"obs": seen})
            return output["action_dist_inputs"].argmax(-1).numpy()

    report(choose, options.games, observation="one_hot", as_dict=True)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
