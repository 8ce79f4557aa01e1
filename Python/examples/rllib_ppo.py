"""Trains Ray RLlib's PPO with action masks, on env-runner processes.

    pip install "ray[rllib]" torch
    python rllib_ppo.py --runners 2 --iterations 50

Each process steps a native vector environment. Start Ray on more machines and
the runners spread over them.
"""

from __future__ import annotations

import argparse

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import (
    ActionMaskingTorchRLModule,
)

import env2048  # noqa: F401  (registers the environments in this process)


def main() -> None:
    """Trains and prints the mean score while training."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=50)
    parser.add_argument("--runners", type=int, default=2, help="env-runner processes")
    parser.add_argument("--envs", type=int, default=32, help="games a process")
    parser.add_argument("--batch", type=int, default=8192, help="steps an iteration")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ray.init(include_dashboard=False, num_cpus=options.runners + 1, log_to_driver=False)
    config = (
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
        .training(
            train_batch_size_per_learner=options.batch, minibatch_size=1024, num_epochs=4,
            lr=5e-4, gamma=0.995, lambda_=0.95, entropy_coeff=0.005,
            # Returns run into the thousands, so the value loss is left unclipped.
            vf_clip_param=float("inf"), vf_loss_coeff=1e-5,
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [256, 256]},
            )
        )
        .debugging(seed=options.seed)
    )  # fmt: skip
    algorithm = config.build_algo()
    for iteration in range(1, options.iterations + 1):
        result = algorithm.train()["env_runners"]
        if iteration % 10 == 0 or iteration == options.iterations:
            steps = int(result["num_env_steps_sampled_lifetime"])
            score = result.get("episode_return_mean", float("nan"))
            print(f"{steps} steps, mean score {score:.0f} in training", flush=True)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
