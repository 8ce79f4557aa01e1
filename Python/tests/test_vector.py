"""Many games: what Gymnasium's vector environments promise."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import threading
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import DATA, legal_actions
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList, NormalizeObservation, RecordEpisodeStatistics

import env2048
from env2048 import Env2048Env, Env2048VectorEnv

MODES = list(AutoresetMode)


def test_make_vec_gives_the_native_environment_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        envs = gymnasium.make_vec("env2048/Env2048-v0", num_envs=5, max_episode_steps=7)
    assert type(envs) is Env2048VectorEnv
    assert envs.num_envs == 5 and envs.spec.id == "env2048/Env2048-v0" and not envs.closed
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert "autoreset_mode" not in Env2048VectorEnv.metadata
    assert envs.observation_space == batch_space(envs.single_observation_space, 5)
    assert envs.action_space == batch_space(gymnasium.spaces.Discrete(4), 5)
    envs.reset(seed=0)
    flags = [envs.step([step % 4] * 5)[3] for step in range(7)]
    assert not np.any(flags[:6]) and np.all(flags[6])
    envs.close()
    assert envs.closed


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("count", [1, 3, 16, 37])
def test_slot_i_is_a_single_environment_seeded_seed_plus_i(mode: AutoresetMode, count: int) -> None:
    play_beside_singles(mode, count, steps=1500 // count + 400)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rows, columns", [(2, 2), (2, 3), (5, 5)])
def test_so_it_is_on_other_boards(mode: AutoresetMode, rows: int, columns: int) -> None:
    play_beside_singles(mode, 5, steps=300, rows=rows, columns=columns)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_so_it_is_for_thousands_of_steps(mode: AutoresetMode) -> None:
    play_beside_singles(mode, 40, steps=5000)


def play_beside_singles(mode: AutoresetMode, count: int, steps: int, **rules: Any) -> None:
    """Plays a vector beside Gymnasium's own vector of single environments."""
    seed = 2**64 - 2  # slot 2 and later pass the 64 bits
    ours = Env2048VectorEnv(count, autoreset_mode=mode, max_episode_steps=150, **rules)
    theirs = SyncVectorEnv(
        [
            lambda: gymnasium.wrappers.TimeLimit(Env2048Env(**rules), max_episode_steps=150)
            for _ in range(count)
        ],
        autoreset_mode=mode,
    )
    random = np.random.default_rng(0)
    found, expected = ours.reset(seed=seed), theirs.reset(seed=seed)
    ended = np.zeros(count, bool)
    endings = 0
    for _ in range(steps):
        assert np.array_equal(found[0], expected[0])
        # Where a step limit cut a game a single environment cannot know it.
        going_on = ~ended if mode is AutoresetMode.NEXT_STEP else np.ones(count, bool)
        assert np.array_equal(
            found[-1]["action_mask"][going_on], expected[-1]["action_mask"][going_on]
        )
        actions = random.integers(0, 4, count)
        found, expected = ours.step(actions), theirs.step(actions)
        # TimeLimit also calls a game truncated that ends by itself with its last step.
        outputs = zip(found[:4], (*expected[:3], expected[3] & ~expected[2]))
        for ours_has, theirs_has in outputs:
            assert np.array_equal(ours_has, theirs_has)
        ended = found[2] | found[3]
        endings += int(ended.sum())
        if ended.any():
            compare_endings(mode, ended, found[4], expected[4])
        if mode is AutoresetMode.DISABLED and ended.any():
            found = ours.reset(options={"reset_mask": ended})
            expected = theirs.reset(options={"reset_mask": ended.copy()})
            assert np.array_equal(found[1]["_action_mask"], ended)
            mask = expected[1]["action_mask"]
            assert np.array_equal(found[1]["action_mask"][ended], mask[ended])
            expected[1]["action_mask"] = np.where(ended[:, None], mask, found[1]["action_mask"])
    assert endings > 3


def compare_endings(
    mode: AutoresetMode, ended: Any, found: dict[str, Any], expected: dict[str, Any]
) -> None:
    if mode is AutoresetMode.SAME_STEP:
        assert np.array_equal(found["_final_obs"], ended)
        assert np.array_equal(found["_final_info"], expected["_final_info"])
        for ours, theirs in zip(found["final_obs"], expected["final_obs"]):
            assert np.array_equal(ours, theirs)
        assert found["final_obs"].dtype == object
        found, expected = found["final_info"], expected["final_info"]
        assert "score" not in found.get("final_info", {})
    for key in ("score", "moves", "max_tile"):
        assert np.array_equal(found[f"_{key}"], ended)
        assert np.array_equal(found[key][ended], expected[key][ended])
        assert not found[key][~ended].any()


def test_next_step_ignores_the_action_and_asks_with_a_full_mask() -> None:
    envs = Env2048VectorEnv(64, illegal_action="terminate")
    envs.reset(seed=0)
    random = np.random.default_rng(0)
    ended = np.zeros(64, bool)
    for _ in range(100):
        observation, reward, terminated, truncated, info = envs.step(random.integers(0, 4, 64))
        assert np.all(np.count_nonzero(observation[ended], axis=1) == 2)
        assert not reward[ended].any() and not terminated[ended].any()
        ended = terminated | truncated
        assert info["action_mask"][ended].all()


@pytest.mark.parametrize("mode", MODES)
def test_no_mask_is_ever_empty(mode: AutoresetMode) -> None:
    envs = Env2048VectorEnv(32, rows=2, columns=2, autoreset_mode=mode)
    _, info = envs.reset(seed=0)
    random = np.random.default_rng(0)
    for _ in range(200):
        _, _, terminated, truncated, info = envs.step(legal_actions(info["action_mask"], random))
        assert info["action_mask"].any(axis=1).all()
        if mode is AutoresetMode.DISABLED and (terminated | truncated).any():
            _, info = envs.reset(options={"reset_mask": terminated | truncated})


def test_types_of_a_step() -> None:
    envs = Env2048VectorEnv(3)
    envs.reset(seed=0)
    observation, reward, terminated, truncated, info = envs.step([0, 1, 2])
    assert observation.dtype == np.uint8 and observation.shape == (3, 16)
    assert reward.dtype == np.float32 and reward.shape == (3,)
    assert terminated.dtype == truncated.dtype == np.bool_
    assert info["action_mask"].dtype == np.int8 and info["action_mask"].shape == (3, 4)
    assert info["_action_mask"].tolist() == [True] * 3
    assert envs.observation_space.contains(observation)
    assert envs.action_masks().dtype == np.bool_
    assert np.array_equal(envs.action_masks(), info["action_mask"])


@pytest.mark.parametrize("mode", MODES[:2])
@pytest.mark.parametrize("observation", ["exponents", "one_hot"])
def test_successive_steps_share_no_memory(mode: AutoresetMode, observation: Any) -> None:
    envs = Env2048VectorEnv(8, autoreset_mode=mode, observation=observation, rows=2, columns=2)
    random = np.random.default_rng(0)
    outputs = [envs.reset(seed=0)]
    outputs += [envs.step(random.integers(0, 4, 8)) for _ in range(30)]
    arrays = [list(arrays_in(output)) for output in outputs]
    for step, now in enumerate(arrays):
        for before in arrays[:step]:
            assert not any(np.shares_memory(a, b) for a in now for b in before)


def arrays_in(value: Any) -> Any:
    """All arrays in nested tuples, dictionaries and arrays of objects."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        yield value
    elif isinstance(value, (tuple, np.ndarray)):
        for part in value:
            yield from arrays_in(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from arrays_in(part)


def test_without_copies_the_memory_is_the_same() -> None:
    envs = Env2048VectorEnv(4, copy=False)
    first, _ = envs.reset(seed=0)
    kept = first.copy()
    second = envs.step([0, 1, 2, 3])[0]
    assert np.shares_memory(first, second) and not np.array_equal(first, kept)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u4", "i8", "u8"])
def test_actions_of_every_whole_type_and_layout(dtype: str) -> None:
    envs, twins = Env2048VectorEnv(6), Env2048VectorEnv(6)
    envs.reset(seed=0)
    twins.reset(seed=0)
    actions = np.array([0, 1, 2, 3, 0, 1])
    spaced = np.repeat(actions, 2).astype(dtype)[::2]
    assert np.array_equal(envs.step(spaced)[0], twins.step(actions.tolist())[0])


@pytest.mark.parametrize(
    "actions, error",
    [
        (np.array([0, 1, 4]), "Action 4 in slot 2"),
        (np.array([0, -1, 0]), "Action -1 in slot 1"),
        (np.array([2**40, 0, 0]), "in slot 0"),
        (np.array([0.0, 1.0, 2.0]), "float64"),
        (np.array([True, False, True]), "bool"),
        (np.array([[0, 1, 2]]), "shape"),
        ([0, 1], "shape"),
        (1, "shape"),
    ],
)
def test_wrong_actions_are_named_before_any_slot_is_stepped(actions: Any, error: str) -> None:
    envs = Env2048VectorEnv(3)
    envs.reset(seed=0)
    before = envs.get_state()
    with pytest.raises(ValueError, match=error):
        envs.step(actions)
    assert np.array_equal(envs.get_state(), before)


def test_a_step_before_reset_or_after_an_end_is_refused() -> None:
    envs = Env2048VectorEnv(2, autoreset_mode="Disabled", max_episode_steps=1)
    with pytest.raises(ResetNeeded, match="slot 0"):
        envs.step([0, 0])
    envs.reset(seed=0)
    envs.step([0, 0])
    with pytest.raises(ResetNeeded, match="truncated"):
        envs.step([0, 0])


def test_seeds() -> None:
    envs = Env2048VectorEnv(4)
    by_number, _ = envs.reset(seed=10)
    by_list, _ = envs.reset(seed=[10, 11, 12, 13])
    assert np.array_equal(by_number, by_list)
    envs.reset(seed=[10, 11, 12, 13])
    some, _ = envs.reset(seed=[10, None, None, 13])
    assert np.array_equal(some[[0, 3]], by_list[[0, 3]])
    # The others go on with their streams, as a reset without a seed does.
    envs.reset(seed=10)
    assert np.array_equal(envs.reset()[0][1:3], some[1:3])
    for wrong in ([1, 2], [1, 2, 3, -4]):
        with pytest.raises(ValueError, match="seed"):
            envs.reset(seed=wrong)
    with pytest.raises(gymnasium.error.Error):
        envs.reset(seed=-1)


def test_streams_are_pairwise_different() -> None:
    envs = Env2048VectorEnv(8)
    envs.reset(seed=0)
    boards = np.stack([envs.step([step % 4] * 8)[0] for step in range(20)], axis=1)
    assert len({game.tobytes() for game in boards}) == 8


def test_a_masked_reset_leaves_the_other_slots() -> None:
    envs = Env2048VectorEnv(4, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=0)
    for step in range(12):
        before, *_ = envs.step([step % 4] * 4)
    states = envs.get_state()
    mask = np.array([True, False, True, False])
    after, info = envs.reset(options={"reset_mask": mask})
    assert np.array_equal(after[~mask], before[~mask])
    assert np.all(np.count_nonzero(after[mask], axis=1) == 2)
    assert np.array_equal(envs.get_state()[~mask], states[~mask])
    assert np.array_equal(info["_action_mask"], mask)


@pytest.mark.parametrize(
    "mask",
    [[True] * 4, np.ones(4, np.int8), np.ones(3, bool), np.zeros(4, bool), np.ones((4, 1), bool)],
)
def test_wrong_reset_masks_are_refused(mask: Any) -> None:
    envs = Env2048VectorEnv(4, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=0)
    with pytest.raises((TypeError, ValueError), match="reset_mask"):
        envs.reset(options={"reset_mask": mask})


@pytest.mark.parametrize("mode", MODES[:2])
def test_the_wrapper_counts_our_scores(mode: AutoresetMode) -> None:
    envs = RecordEpisodeStatistics(Env2048VectorEnv(16, autoreset_mode=mode))
    random = np.random.default_rng(0)
    _, info = envs.reset(seed=0)
    games = np.zeros(16, int)
    for _ in range(400):
        _, _, terminated, _, info = envs.step(legal_actions(info["action_mask"], random))
        if not terminated.any():
            continue
        assert np.array_equal(info["_episode"], terminated)
        own, compared = info, terminated
        if mode is AutoresetMode.SAME_STEP:
            # Gymnasium's wrapper leaves out the first step of every game but the first.
            own, compared = info["final_info"], terminated & (games == 0)
        assert np.array_equal(info["episode"]["r"][compared], own["score"][compared])
        assert np.array_equal(info["episode"]["l"][compared], own["moves"][compared])
        games += terminated
    assert games.min() > 1


def test_wrappers_that_others_use() -> None:
    envs = DictInfoToList(Env2048VectorEnv(4, rows=2, columns=2))
    _, infos = envs.reset(seed=0)
    assert [info["action_mask"].shape for info in infos] == [(4,)] * 4
    seen_score = False
    for step in range(100):
        _, _, terminated, _, infos = envs.step([step % 4] * 4)
        assert [("score" in info) for info in infos] == terminated.tolist()
        seen_score = seen_score or terminated.any()
    assert seen_score
    normalized = NormalizeObservation(Env2048VectorEnv(4, observation="log2"))
    assert normalized.reset(seed=0)[0].shape == (4, 16)


def test_statistics_are_found_as_cleanrl_looks_for_them() -> None:
    def thunk() -> gymnasium.Env[Any, Any]:
        return gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.make("env2048/Env2048-v0"))

    envs = SyncVectorEnv([thunk] * 3, autoreset_mode=AutoresetMode.SAME_STEP)
    assert isinstance(envs.single_action_space, gymnasium.spaces.Discrete)
    assert envs.single_observation_space.shape == (16,)
    random = np.random.default_rng(0)
    envs.reset(seed=0)
    games = 0
    for _ in range(400):
        *_, infos = envs.step(random.integers(0, 4, 3))
        if "final_info" in infos:
            ended = infos["final_info"]["_episode"]
            returns = infos["final_info"]["episode"]["r"]
            assert np.array_equal(returns[ended], infos["final_info"]["score"][ended])
            games += ended.sum()
    assert games > 3


@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_single_environments_live_in_worker_processes(context: str) -> None:
    envs = gymnasium.make_vec(
        "env2048/Env2048-v0", num_envs=2, vectorization_mode="async",
        vector_kwargs={"context": context},
    )  # fmt: skip
    ours = Env2048VectorEnv(2)
    assert np.array_equal(envs.reset(seed=3)[0], ours.reset(seed=3)[0])
    for step in range(50):
        assert np.array_equal(envs.step(np.full(2, step % 4))[0], ours.step([step % 4] * 2)[0])
    envs.close()


def test_a_forked_process_plays_on_with_games_and_agents_in_use() -> None:
    envs, agent = Env2048VectorEnv(8), env2048.load_agent(DATA / "ntuple-4x4.safetensors")
    boards, _ = envs.reset(seed=3)
    boards = envs.step(agent.actions(boards))[0]
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)

    def play() -> None:
        sender.send(envs.step(agent.actions(boards))[0])

    process = fork.Process(target=play)
    process.start()
    assert receiver.poll(10), "the forked process does not answer"
    assert np.array_equal(receiver.recv(), envs.step(agent.actions(boards))[0])
    process.join(10)
    assert process.exitcode == 0


@pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))]
)
def test_a_copy_plays_on_alone(duplicate: Any) -> None:
    envs = Env2048VectorEnv(3, autoreset_mode="SameStep", rows=2, columns=2)
    envs.reset(seed=9)
    for step in range(10):
        envs.step([step % 4] * 3)
    before = envs.get_state()
    twins = duplicate(envs)
    found = [twins.step([step % 4] * 3)[0] for step in range(60)]
    assert np.array_equal(envs.get_state(), before)
    for step, observation in enumerate(found):
        assert np.array_equal(envs.step([step % 4] * 3)[0], observation)


def test_concurrent_calls_are_refused_not_mixed() -> None:
    envs = Env2048VectorEnv(20_000)
    envs.reset(seed=0)
    outcomes: list[str] = []

    def play() -> None:
        for _ in range(40):
            try:
                envs.step(np.zeros(20_000, np.int64))
                outcomes.append("stepped")
            except RuntimeError as error:
                assert "Another thread" in str(error)
                outcomes.append("busy")

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 160 and outcomes.count("stepped") > 0
    # Whatever was refused left no trace: slot 0 has taken as many steps as succeeded.
    assert envs.get_state()[0, -1] <= outcomes.count("stepped")


def test_rendering() -> None:
    texts = Env2048VectorEnv(2, render_mode="ansi")
    texts.reset(seed=0)
    assert all(text.startswith("Score 0\n") for text in texts.render())
    pictures = Env2048VectorEnv(2, render_mode="rgb_array")
    pictures.reset(seed=0)
    assert [frame.shape for frame in pictures.render()] == [(296, 296, 3)] * 2
    with pytest.raises(ValueError, match="render_mode"):
        Env2048VectorEnv(2, render_mode="human")


@pytest.mark.parametrize(
    "arguments", [{"num_envs": 0}, {"num_envs": 2**30}, {"max_episode_steps": 0}]
)
def test_arguments_out_of_range_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Env2048VectorEnv(**arguments)


def test_closing_twice_is_allowed_and_ends_all_use() -> None:
    envs = Env2048VectorEnv(2)
    envs.reset(seed=0)
    envs.close()
    envs.close()
    with pytest.raises(ClosedEnvironmentError):
        envs.step([0, 0])


def test_registered_names_make_vectors() -> None:
    for name, arguments in env2048.IDS.items():
        envs = gymnasium.make_vec(name, num_envs=2)
        observation, _ = envs.reset(seed=0)
        assert envs.observation_space.contains(observation), (name, arguments)
        envs.close()


def test_one_mapping_of_arguments_makes_either_kind() -> None:
    single = env2048.from_config({"rows": 3, "columns": 3})
    assert isinstance(single, Env2048Env) and single.observation_space.shape == (9,)
    vector = env2048.from_config({"num_envs": 4, "observation": "one_hot"})
    assert isinstance(vector, Env2048VectorEnv) and vector.num_envs == 4
