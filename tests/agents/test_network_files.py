"""Networks in files: read back as written, matched by name, and refused with one sentence when anything is wrong."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import re
import struct
import sys
import tracemalloc
import zipfile
from pathlib import Path
from types import SimpleNamespace

import leduc
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.agents import Layer, Layers, make, make_saved_seats, network_file, read_network, write_network
from cardwright.core.errors import BadData, CardwrightError

WIDTHS = (6, 4)


def random_layers(features: int, actions: int, widths: tuple[int, ...] = WIDTHS, seed: int = 1) -> Layers:
    rng = np.random.default_rng(seed)
    sizes = [features, *widths]
    layers = [
        Layer(rng.normal(size=(a, b)).astype(np.float32), rng.normal(size=b).astype(np.float32))
        for a, b in [*itertools.pairwise(sizes), (sizes[-1], actions), (sizes[-1], 1)]
    ]
    return Layers(tuple(layers[:-2]), *layers[-2:])


@pytest.fixture
def network_path(kuhn_game, tmp_path) -> Path:
    path = tmp_path / "some.npz"
    write_network(path, kuhn_game, random_layers(5, 2), {"by": "a test", "steps": 12})
    return path


def unpacked(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(path: Path, files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def saved(array: object, **options: object) -> bytes:
    file = io.BytesIO()
    np.save(file, array, **options)  # type: ignore[arg-type]
    return file.getvalue()


def test_a_network_reads_back_as_it_was_written(kuhn_game, network_path):
    found = read_network(network_path)
    assert found.header.made == {"by": "a test", "steps": 12}
    assert found.header.features == list(kuhn_game.features)
    wanted = random_layers(5, 2)
    for one, other in zip((*wanted.hidden, *wanted[1:]), (*found.layers.hidden, *found.layers[1:]), strict=True):
        assert (one.weights == other.weights).all()
        assert (one.bias == other.bias).all()


def test_numpy_reads_a_network_too(network_path):
    with np.load(network_path, allow_pickle=False) as arrays:
        assert arrays["hidden_1"].shape == (5, 6)
        assert json.loads(arrays["header.json"])["game"] == "kuhn"


def test_the_same_network_makes_the_same_file(kuhn_game, network_path, tmp_path):
    write_network(tmp_path / "again.npz", kuhn_game, random_layers(5, 2), {"by": "a test", "steps": 12})
    assert (tmp_path / "again.npz").read_bytes() == network_path.read_bytes()
    assert read_network(tmp_path / "again.npz").checksum == read_network(network_path).checksum
    write_network(tmp_path / "other.npz", kuhn_game, random_layers(5, 2, seed=2), {})
    assert read_network(tmp_path / "other.npz").checksum != read_network(network_path).checksum


class Objects:
    """Unpickling this would do something."""

    def __reduce__(self):
        return (Path("pwned").touch, ())


NOTHING = b"\x93NUMPY\x01\x00v\x00" + (
    b"{'descr': '<f4', 'fortran_order': False, 'shape': (0, 999999999, 999999999, 999999999), }".ljust(117) + b"\n"
)
HUGE = b"\x93NUMPY\x01\x00v\x00" + b"{'descr': '<f4', 'fortran_order': False, 'shape': (100000000000, 1000), }".ljust(
    117
)


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("header.json", None, "header.json is missing"),
        ("header.json", b"\xff\xfe", "not a text in UTF-8"),
        ("header.json", b"[1, 2]", "header.json"),
        ("policy.npy", None, "policy.npy is missing"),
        ("hidden_2.npy", None, "hidden_2_bias.npy"),
        ("hidden_9.npy", saved(np.zeros((4, 4), "f4")), "does not belong in a network"),
        ("evil.py", b"print(1)", "not an array of float32"),
        ("hidden_1.npy", saved(np.zeros((5, 6))), "not an array of float32"),
        ("hidden_1.npy", saved(np.zeros((5, 6), "f4", order="F")), "not an array of float32"),
        ("hidden_1.npy", saved(np.array([Objects()]), allow_pickle=True), "not an array of float32"),
        ("hidden_1.npy", b"", "not an array of float32"),
        ("hidden_1.npy", HUGE + b"\n", "not an array of float32"),
        ("hidden_1.npy", saved(np.zeros((6, 6), "f4")), "the shape must be (5, 6), not (6, 6)"),
        ("hidden_2_bias.npy", saved(np.zeros((0,), "f4")), "the shape must be (1,), not (0,)"),
        ("hidden_2.npy", NOTHING, "hidden_2.npy: the shape (0, 999999999, 999999999, 999999999) is too large"),
        ("hidden_2_bias.npy", saved(np.zeros((2, 2), "f4")), "the shape must be"),
        ("policy.npy", saved(np.zeros((4, 3), "f4")), "the shape must be (4, 2), not (4, 3)"),
        ("value_bias.npy", saved(np.zeros((), "f4")), "the shape must be (1,), not ()"),
        ("value.npy", saved(np.full((4, 1), np.nan, "f4")), "all numbers must be finite"),
        ("value.npy", saved(np.full((4, 1), np.inf, "f4")), "all numbers must be finite"),
        ("value.npy", saved(np.full((4, 1), 1e7, "f4")), "all numbers must be finite"),
    ],
)
def test_a_wrong_file_is_explained_in_one_sentence(network_path, name, content, complaint):
    files = {each: old for each, old in unpacked(network_path).items() if each != name}
    pack(network_path, files if content is None else files | {name: content})
    with pytest.raises(BadData) as caught:
        read_network(network_path)
    assert complaint in str(caught.value)
    assert str(caught.value).startswith(str(network_path))
    assert "\n" not in str(caught.value)
    assert not Path("pwned").exists()


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("format", "cardwright policy 2", "input should be 'cardwright policy 1'"),
        ("features", ["one"] * 5, "two features in header.json have the same name"),
        ("actions", ["one"] * 2, "two actions in header.json have the same name"),
        ("features", [], "features"),
        ("code", "print(1)", "unknown key 'code'"),
        ("made", {"by": ["a", "list"]}, "made.by"),
    ],
)
def test_a_wrong_header_is_explained_in_one_sentence(network_path, key, value, complaint):
    files = unpacked(network_path)
    files["header.json"] = json.dumps(json.loads(files["header.json"]) | {key: value}).encode()
    pack(network_path, files)
    with pytest.raises(BadData) as caught:
        read_network(network_path)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_network_is_limited_in_size(network_path, monkeypatch):
    monkeypatch.setattr(network_file, "LARGEST_CONTENT", 1000)
    with pytest.raises(BadData, match="the content is too large; at most 1,000 bytes are read"):
        read_network(network_path)
    monkeypatch.setattr(network_file, "LARGEST_FILE", 100)
    with pytest.raises(BadData, match="the file is too large; at most 100 bytes are read"):
        read_network(network_path)


@pytest.mark.parametrize("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_a_file_that_lies_about_its_size_is_not_unpacked(network_path, compression):
    with zipfile.ZipFile(network_path, "w", compression) as archive:
        archive.writestr("header.json", b" " * 50_000_000)
    content = bytearray(network_path.read_bytes())
    struct.pack_into("<I", content, content.rindex(b"PK\x01\x02") + 24, 100)  # the size in the directory
    network_path.write_bytes(content)
    tracemalloc.start()
    with pytest.raises(BadData, match=r"not a network|the compression is unknown"):
        read_network(network_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < network_file.LARGEST_FILE + 5_000_000


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda each: each._replace(weights=each.weights * np.nan), "policy.npy: all numbers must be finite"),
        (lambda each: each._replace(weights=each.weights.T), r"policy.npy: the shape must be \(4, 2\), not \(2, 4\)"),
        (lambda each: each._replace(bias=each.bias[:1]), r"policy_bias.npy: the shape must be \(2,\), not \(1,\)"),
    ],
)
def test_a_network_that_could_not_be_read_is_not_written(kuhn_game, network_path, change, complaint):
    before = network_path.read_bytes()
    layers = random_layers(5, 2)
    with pytest.raises(BadData, match=complaint):
        write_network(network_path, kuhn_game, layers._replace(policy=change(layers.policy)), {})
    with pytest.raises(BadData, match=r"made\.by"):
        write_network(network_path, kuhn_game, layers, {"by": "word " * 1000})
    assert network_path.read_bytes() == before


@given(data=st.data())
@settings(max_examples=35)
def test_a_damaged_file_is_read_or_refused_but_never_fails_otherwise(data, tmp_path_factory, kuhn_game):
    path = tmp_path_factory.mktemp("damaged") / "some.npz"
    write_network(path, kuhn_game, random_layers(5, 2), {})
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(bytes(content[: data.draw(st.integers(0, len(content)) | st.just(len(content)))]))
    with contextlib.suppress(BadData):
        read_network(path)


def test_a_network_is_for_one_family(network_path):
    with pytest.raises(BadData, match="this network is for 'kuhn', not 'leduc'"):
        read_network(network_path).for_game(leduc.family.game({}))


class Renamed:
    """A game with other names for features and actions."""

    family, title, name = "kuhn", "Kuhn poker", "renamed"

    def __init__(self, features, actions):
        self.features, self.action_space = features, actions


def test_features_and_actions_are_found_by_name(kuhn_game, network_path):
    found = read_network(network_path)
    features, actions = list(kuhn_game.features), list(kuhn_game.action_space)
    row = found.for_game(Renamed([features[3], features[1]], [actions[1]]))
    first, last = found.layers.hidden[0], found.layers.policy
    assert row[:5].tolist() == [2, 1, 2, *WIDTHS]
    assert row[5:11].tolist() == first.bias.tolist()
    assert row[11:17].tolist() == first.weights[3].tolist()
    assert row[17:23].tolist() == first.weights[1].tolist()
    head = 23 + WIDTHS[1] * (1 + WIDTHS[0])
    assert row[head : head + 5].tolist() == [last.bias[1], *last.weights[:, 1]]
    assert len(row) == head + 2 * 5


@pytest.mark.parametrize(
    ("features", "actions", "complaint"),
    [
        (["Ace"], ["pass or fold"], "kuhn:renamed has the feature 'Ace', which this network was not trained with"),
        (["King"], ["raise"], "kuhn:renamed has the action 'raise', which this network was not trained with"),
        (["King", "King"], ["pass or fold"], "two features of kuhn:renamed have the same name"),
        ([], ["pass or fold"], "has no observations for a network"),
    ],
)
def test_a_game_with_other_features_or_actions_is_refused(network_path, features, actions, complaint):
    with pytest.raises(BadData, match=complaint):
        read_network(network_path).for_game(Renamed(features, actions))


def test_what_names_no_network_is_refused(tmp_path):
    (tmp_path / "text.npz").write_text("a text")
    for text, complaint in (
        ("policy", "agent 'policy' needs its network"),
        ("policy:0.5", "a network is a FILE.npz or the name of one, not '0.5'"),
        (f"policy:{tmp_path / 'none.npz'}", "no such file"),
        (f"policy:{tmp_path / 'text.npz'}", "not a network, which is a ZIP archive of arrays"),
        (f"mcts:10+policy={tmp_path / 'text.npz'}", "not a network, which is a ZIP archive of arrays"),
        ("policy:some+temperature=-1", "temperature of agent 'policy' is a number from 0 to 1,000"),
        ("policy:some+heat=1", "its settings are: network, temperature"),
    ):
        with pytest.raises(CardwrightError, match=complaint):
            make(text)


def test_a_name_that_the_game_does_not_ship_is_refused(kuhn_game):
    with pytest.raises(CardwrightError, match="unknown policies of Kuhn poker 'unheard'"):
        make("policy:unheard").choose(kuhn_game.new(seed=1))


@pytest.mark.parametrize("text", ["policy:some.npz", "mcts:10+policy=some.npz"])
def test_a_saved_game_names_no_network_in_a_file(text):
    with pytest.raises(BadData, match="a saved game cannot bring the agent"):
        make_saved_seats(["you", text], "game.json")


class Linear:
    """As much of PyTorch's class as the page uses: an output is a row of weights."""

    def __init__(self, inputs, outputs):
        rng = np.random.default_rng(inputs)
        self.weight, self.bias = (_Tensor(rng.normal(size=size)) for size in ((outputs, inputs), outputs))


class _Tensor:
    def __init__(self, array):
        self.array = array.astype(np.float32)

    def detach(self):
        return self

    def cpu(self):
        return self

    def numpy(self):
        return self.array


def test_the_page_exports_a_network_from_pytorch(tmp_path, monkeypatch):
    page = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
    (code,) = (block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "import torch" in block)
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(nn=SimpleNamespace(Linear=Linear)))
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(compile(code, "learning.md", "exec"), names)  # noqa: S102 (our own page)
    saved = read_network("mine.npz").layers
    assert np.array_equal(saved.policy.weights, names["policy"].weight.array.T)
    assert [each.weights.shape[1] for each in (*saved.hidden, saved.value)] == [64, 64, 1]
    make("policy:mine.npz").check_game(names["game"])
