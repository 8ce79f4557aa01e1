"""Many games as a Gymnasium vector environment, stepped by one call."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from env2048 import rendering
from env2048.native import NativeEnvironment
from env2048.observations import Observation, ObservationEncoder, ObservationKind
from env2048.rules import IllegalAction, Rules
from env2048.seeds import drawn_seed, native_seed

try:
    from gymnasium.vector import AutoresetMode as AutoresetMode
except ImportError:  # Gymnasium 1.0 had the modes without the names.

    class AutoresetMode(Enum):  # type: ignore[no-redef]
        """When a vector environment starts a slot's next game."""

        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"


_MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED)


class Env2048VectorEnv(VectorEnv[Observation, Any, NDArray[Any]]):
    """``num_envs`` games of 2048; slot i plays what a single ``Env2048Env`` plays
    that is seeded with seed + i, whatever ``num_envs``.

    Observations, actions and rules are those of ``Env2048Env``, with [num_envs]
    before the other axes; rewards are float32. All outputs are new arrays, unless
    ``copy`` is off.

    Infos: ``action_mask`` (int8 [num_envs, 4]) with every step: of the board that
    was returned, all 1 for a game that has ended. With the steps that end games
    ``score``, ``moves`` and ``max_tile`` (int64) of those, each with a Boolean
    array of the same name behind ``_``.

    When the next game starts (``autoreset_mode``):

    - ``NEXT_STEP``, the default: with the next step, which ignores the action and
      returns the first observation with reward 0 and no flag.
    - ``SAME_STEP``: with the step that ends the game. ``final_obs`` has the last
      observations, ``final_info`` the statistics, which are not repeated outside it.
    - ``DISABLED``: with ``reset(options={"reset_mask": mask})``.

    Args:
        num_envs: The number of games.
        max_episode_steps: The number of steps after which a game that goes on is
            truncated; one that ends with that step is terminated alone.
        autoreset_mode: When a slot's next game starts.
        copy: Whether outputs are new arrays. Without, those of exponents, rewards,
            flags and masks are the same memory, which the next step overwrites.
        render_mode: ``ansi``, ``rgb_array`` or ``None``.
        observation, flatten, as_dict: See ``Env2048Env``.
        rows, columns, starting_tiles, four_probability, win_tile, ends_at_win,
        illegal_action, penalty: See ``Rules``.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 10}

    def __init__(
        self, num_envs: int = 1, *, max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        observation: ObservationKind = "exponents", flatten: bool = True,
        as_dict: bool = False, render_mode: str | None = None, copy: bool = True,
        rows: int = 4, columns: int = 4, starting_tiles: int = 2,
        four_probability: float = 0.1, win_tile: int = 2048, ends_at_win: bool = False,
        illegal_action: IllegalAction = "ignore", penalty: int = 0,
    ) -> None:  # fmt: skip
        rendering.check_mode(render_mode, self.metadata["render_modes"])
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        if max_episode_steps is not None and max_episode_steps < 1:
            raise ValueError(f"max_episode_steps is {max_episode_steps}: expected 1 or more.")
        self.rules = Rules(
            rows, columns, starting_tiles, four_probability, win_tile, ends_at_win,
            illegal_action, penalty,
        )  # fmt: skip
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._arguments = {
            "num_envs": num_envs, "max_episode_steps": max_episode_steps,
            "autoreset_mode": self.autoreset_mode, "observation": observation,
            "flatten": flatten, "as_dict": as_dict, "render_mode": render_mode, "copy": copy,
            **vars(self.rules),
        }  # fmt: skip
        self._native = NativeEnvironment(
            num_envs, self.rules, step_limit=max_episode_steps,
            autoreset=_MODES.index(self.autoreset_mode), seed=drawn_seed(self.np_random),
        )  # fmt: skip
        self._encoder = ObservationEncoder(
            observation, rows, columns, flatten=flatten, as_dict=as_dict
        )
        self.single_observation_space = self._encoder.space
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copies = copy
        self._everywhere = np.ones(num_envs, np.bool_)

    # Gymnasium's calls.

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:  # fmt: skip
        """Starts the next game of all slots, or of some.

        Args:
            seed: Slot i starts the stream of random numbers of seed + i, or of
                seed[i]; where that is ``None``, it goes on with the stream it has.
            options: ``reset_mask``, bool [num_envs]: the slots to reset; the others
                keep their game and observation.
        """
        super().reset(seed=int(seed) if isinstance(seed, (int, np.integer)) else None)
        options = dict(options or {})
        mask = options.pop("reset_mask", None)
        if options:
            raise ValueError(
                f"Unknown reset options {sorted(options)}: expected 'reset_mask' alone."
            )
        if mask is not None:
            self._check_mask(mask)
        self._native.reset(mask, self._seeds(seed))
        return self._observe(), self._mask_info(self._everywhere if mask is None else mask)

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Takes every slot a step on.

        Args:
            actions: Whole numbers 0 to 3, [num_envs].

        Raises:
            ValueError: An action is not one of 0, 1, 2, 3; no slot was stepped.
            gymnasium.error.ResetNeeded: A slot waits for a reset; no slot was stepped.
        """
        native = self._native
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"Actions have shape {actions.shape}: expected ({self.num_envs},).")
        if actions.dtype.kind not in "iu":
            raise ValueError(f"Actions are of type {actions.dtype}: expected whole numbers.")
        np.copyto(native.actions, actions, casting="same_kind")
        native.step()
        info = self._mask_info(self._everywhere)
        if native.ended_count[0]:
            self._add_endings(info)
        observation = self._encoder.encode(native.observations, native.masks, copy=self._copies)
        if not self._copies:
            return observation, native.rewards, native.terminated, native.truncated, info
        return (
            observation, native.rewards.copy(), native.terminated.copy(),
            native.truncated.copy(), info,
        )  # fmt: skip

    def render(self) -> tuple[Any, ...] | None:
        """Draws every slot's board: strings or arrays."""
        boards = self._native.observations.reshape(-1, self.rules.rows, self.rules.columns)
        if self.render_mode == "ansi":
            scores = self._native.export_state()[:, -3]
            return tuple(rendering.text(b, int(score)) for b, score in zip(boards, scores))
        if self.render_mode == "rgb_array":
            return tuple(rendering.picture(board) for board in boards)
        return None

    def close_extras(self, **kwargs: Any) -> None:
        """Frees the games."""
        # An __init__ that failed has left none.
        if hasattr(self, "_native"):
            self._native.close()

    # More than Gymnasium asks for.

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions change the boards, [num_envs, 4]."""
        return self._native.masks.astype(np.bool_)

    def get_state(self) -> NDArray[np.uint64]:
        """Everything that decides how the games go on, a row each."""
        return self._native.export_state()

    def set_state(self, state: NDArray[np.uint64]) -> tuple[Observation, dict[str, Any]]:
        """Goes on from what ``get_state`` of an environment with the same rules gave."""
        self._native.import_state(state)
        return self._observe(), self._mask_info(self._everywhere)

    def _observe(self) -> Observation:
        return self._encoder.encode(
            self._native.observations, self._native.masks, copy=self._copies
        )

    def _mask_info(self, present: NDArray[np.bool_]) -> dict[str, Any]:
        masks = self._native.masks
        return {
            "action_mask": masks.copy() if self._copies else masks,
            "_action_mask": present.copy(),
        }

    def _add_endings(self, info: dict[str, Any]) -> None:
        native = self._native
        ended = native.terminated | native.truncated
        scores, moves, _, tiles, _ = native.statistics
        endings: dict[str, NDArray[Any]] = {
            "score": scores.copy(),
            "moves": moves.copy(),
            "max_tile": tiles.copy(),
        }
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            endings["action_mask"] = np.repeat(ended[:, np.newaxis], 4, axis=1).astype(np.int8)
        for name in tuple(endings):
            endings[f"_{name}"] = ended.copy()
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            info.update(endings)
            return
        finals = np.full(self.num_envs, None, dtype=object)
        for slot in np.flatnonzero(ended):
            finals[slot] = self._encoder.encode(native.finals[slot], endings["action_mask"][slot])
        info.update(
            final_obs=finals, _final_obs=ended.copy(), final_info=endings, _final_info=ended
        )

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None] | None:
        if seed is None:
            return None
        if isinstance(seed, (int, np.integer)):
            seed = range(int(seed), int(seed) + self.num_envs)
        if len(seed) != self.num_envs:
            raise ValueError(f"There are {len(seed)} seeds: expected {self.num_envs}.")
        if any(number is not None and number < 0 for number in seed):
            raise ValueError("A seed is negative: expected 0 or more.")
        return [None if number is None else native_seed(int(number)) for number in seed]

    def _check_mask(self, mask: Any) -> None:
        expected = f"a NumPy array of bool with shape ({self.num_envs},)"
        if not isinstance(mask, np.ndarray):
            raise TypeError(f"Option 'reset_mask' is {type(mask).__name__}: expected {expected}.")
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(
                f"Option 'reset_mask' is of {mask.dtype} {mask.shape}: expected {expected}."
            )
        if not mask.any():
            raise ValueError("Option 'reset_mask' chooses no slot: expected at least one.")

    def __getstate__(self) -> dict[str, Any]:
        """A copy or a pickle holds the games as they stand."""
        return {
            "arguments": self._arguments,
            "games": self.get_state(),
            "np_random": (self._np_random, self._np_random_seed),
            "spec": self.spec,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state["arguments"])  # type: ignore[misc]
        self._native.import_state(state["games"])
        self._np_random, self._np_random_seed = state["np_random"]
        self.spec = state["spec"]
