"""Many games behind the vector interface of Stable-Baselines3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import (
    VecEnvIndices,
    VecEnvObs,
    VecEnvStepReturn,
)

from env2048.seeds import native_seed
from env2048.vector import AutoresetMode, Env2048VectorEnv


class Env2048VecEnv(VecEnv):
    """``num_envs`` games of 2048 as Stable-Baselines3 wants them, without a Python
    object for each game.

    An ended game's slot returns the next game's first observation with the same
    step; its info has ``terminal_observation``, ``TimeLimit.truncated``, ``score``,
    ``moves`` and ``max_tile``. ``action_masks`` serves sb3-contrib's MaskablePPO.
    Wrap it in ``VecMonitor`` for the episode statistics that SB3 logs.

    Args:
        num_envs: The number of games.
        arguments: Those of ``Env2048VectorEnv`` but ``autoreset_mode`` and ``copy``.
    """

    def __init__(self, num_envs: int = 1, **arguments: Any) -> None:
        self.games = Env2048VectorEnv(num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **arguments)
        self.metadata = self.games.metadata
        super().__init__(
            num_envs, self.games.single_observation_space, self.games.single_action_space
        )
        self._actions: NDArray[Any] = np.zeros(num_envs, np.int64)

    def reset(self) -> VecEnvObs:
        """Starts all games anew; with the seeds of ``seed``, if that was called before."""
        seeds = [None if seed is None else native_seed(int(seed)) for seed in self._seeds]
        observations, _ = self.games.reset(seed=seeds)
        self.reset_infos = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Takes the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Takes the step."""
        observations, rewards, terminated, truncated, info = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        dones = terminated | truncated
        if "final_obs" in info:
            statistics = info["final_info"]
            for slot in np.flatnonzero(dones):
                infos[slot] = {
                    "terminal_observation": info["final_obs"][slot],
                    "TimeLimit.truncated": bool(truncated[slot] and not terminated[slot]),
                    **{key: int(statistics[key][slot]) for key in ("score", "moves", "max_tile")},
                }
        return observations, rewards, dones, infos

    def close(self) -> None:
        """Frees the games."""
        self.games.close()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions change the boards, [num_envs, 4]."""
        return self.games.action_masks()

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """The boards as pictures, where ``render_mode`` is ``rgb_array``."""
        if self.games.render_mode != "rgb_array":
            return [None] * self.num_envs
        return list(self.games.render() or ())

    # What SB3 asks of the environments inside, which are slots here.

    def has_attr(self, attr_name: str) -> bool:
        """Whether all slots have the attribute."""
        return attr_name == "action_masks" or hasattr(self.games, attr_name)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The attribute of the games, which all slots share, for each slot."""
        value = getattr(self.games, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Cannot be done: the slots share all attributes."""
        raise NotImplementedError("The slots of Env2048VecEnv have no attributes of their own.")

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:  # fmt: skip
        """``action_masks`` of each slot; no other method belongs to a slot."""
        if method_name != "action_masks":
            raise NotImplementedError(f"The slots of Env2048VecEnv have no '{method_name}'.")
        masks = self.action_masks()
        return [masks[slot] for slot in self._get_indices(indices)]

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]],
        indices: VecEnvIndices = None,
    ) -> list[bool]:  # fmt: skip
        """No slot is wrapped."""
        return [False for _ in self._get_indices(indices)]
