"""Trains PPO in the style of CleanRL: one file, PyTorch alone.

    pip install torch
    python cleanrl_ppo.py --steps 1000000

The vector environment starts games anew with the same step, as such loops
assume, and actions that change nothing are masked out.
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import numpy as np
import torch
from common import report
from torch import nn

import env2048


class Network(nn.Module):
    """Policy and value on one body."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.policy = nn.Linear(256, 4)
        self.value = nn.Linear(256, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(
        self, observations: torch.Tensor, masks: torch.Tensor
    ) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """The distribution of legal actions, and the values."""
        hidden = self.body(observations)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


def main() -> None:
    """Trains, then plays games to report a score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=1_000_000, help="environment steps")
    parser.add_argument("--envs", type=int, default=64, help="games side by side")
    parser.add_argument("--games", type=int, default=500, help="games of the report")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    length, gamma, lam, clip, epochs, minibatch = 128, 0.995, 0.95, 0.2, 4, 1024
    reward_unit = 100.0

    envs = gymnasium.make_vec(
        "env2048/Env2048-v0", num_envs=options.envs, observation="one_hot",
        autoreset_mode=env2048.AutoresetMode.SAME_STEP,
    )  # fmt: skip
    shape = envs.single_observation_space.shape
    network = Network(int(np.prod(shape)))
    # Adam's own epsilon: beside the 1e-5 of CleanRL the clipped gradients of the
    # policy, small next to those of the values, would count for nothing.
    optimizer = torch.optim.Adam(network.parameters(), lr=5e-4)

    observations = torch.zeros((length, options.envs, *shape))
    masks = torch.zeros((length, options.envs, 4), dtype=torch.bool)
    actions = torch.zeros((length, options.envs), dtype=torch.long)
    log_probabilities, rewards, ends, values = (
        torch.zeros((length, options.envs)) for _ in range(4)
    )

    scores: list[int] = []
    started = time.perf_counter()
    observation, info = envs.reset(seed=options.seed)
    updates = max(1, options.steps // (length * options.envs))
    for update in range(1, updates + 1):
        optimizer.param_groups[0]["lr"] = 5e-4 * (1 - (update - 1) / updates)
        with torch.no_grad():
            for t in range(length):
                observations[t] = torch.from_numpy(observation)
                masks[t] = torch.from_numpy(info["action_mask"]).bool()
                distribution, values[t] = network(observations[t], masks[t])
                actions[t] = distribution.sample()
                log_probabilities[t] = distribution.log_prob(actions[t])
                observation, reward, terminated, truncated, info = envs.step(actions[t].numpy())
                rewards[t] = torch.from_numpy(reward) / reward_unit
                ended = terminated | truncated
                ends[t] = torch.from_numpy(ended)
                if ended.any():
                    scores += info["final_info"]["score"][ended].tolist()
            mask = torch.from_numpy(info["action_mask"]).bool()
            next_value = network(torch.from_numpy(observation), mask)[1]
            advantages = torch.zeros_like(rewards)
            advantage = torch.zeros(options.envs)
            for t in reversed(range(length)):
                going_on = 1 - ends[t]
                error = rewards[t] + gamma * next_value * going_on - values[t]
                advantage = error + gamma * lam * going_on * advantage
                advantages[t], next_value = advantage, values[t]
            returns = (advantages + values).flatten()

        flat = [x.flatten(0, 1) for x in (observations, masks, actions, log_probabilities)]
        flat_advantages = advantages.flatten()
        for _ in range(epochs):
            for part in torch.randperm(length * options.envs).split(minibatch):
                seen, legal, taken, before = (x[part] for x in flat)
                distribution, value = network(seen, legal)
                ratio = (distribution.log_prob(taken) - before).exp()
                gain = flat_advantages[part]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                clipped = ratio.clamp(1 - clip, 1 + clip)
                policy_loss = -torch.min(ratio * gain, clipped * gain).mean()
                value_loss = 0.5 * (value - returns[part]).square().mean()
                loss = policy_loss + 0.5 * value_loss - 0.001 * distribution.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                optimizer.step()
        if update % 10 == 0 or update == updates:
            steps = update * length * options.envs
            rate = steps / (time.perf_counter() - started)
            mean = np.mean(scores[-200:]) if scores else float("nan")
            print(f"{steps} steps, {rate:.0f} steps/s, mean score {mean:.0f} in training")

    def choose(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            legal = torch.from_numpy(mask).bool()
            return network(torch.from_numpy(observation), legal)[0].logits.argmax(-1).numpy()

    report(choose, options.games, observation="one_hot")


if __name__ == "__main__":
    main()
