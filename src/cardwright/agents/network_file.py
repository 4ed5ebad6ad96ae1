"""Networks in files: plain arrays in a ZIP archive, NumPy's `.npz`, and a header in JSON that says what for.

    header.json         format, game, features, actions, made
    hidden_1.npy        the weights of the first hidden layer, a row for each feature; hidden_2.npy, ... for more layers
    hidden_1_bias.npy   the biases of its units
    policy.npy          the weights of the actions' logits, a row for each unit of the last hidden layer
    policy_bias.npy
    value.npy           the weights of the value, one for each unit
    value_bias.npy      a single number

All arrays are of the type float32. Features and actions are found by name, so a network that was trained on many
battles can play each of them: what a game does not have is zero in it. A feature or an action that the network was not
trained with is refused.

A game can ship networks: files in the folder `data/policies` next to its class, known by their names without ".npz".
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
import math
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import numpy as np
from pydantic import Field

from cardwright.core import data, files
from cardwright.core.errors import BadData
from cardwright.core.game import Game

from .weights import Key, Note, is_file, shipped_file

FORMAT = "cardwright policy 1"
SUFFIX = ".npz"
HEADER = "header.json"
LARGEST_FILE = 16 * 1024 * 1024
LARGEST_CONTENT = 64 * 1024 * 1024  # when unpacked
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
MOST_LAYERS = 8
MOST_NAMES = 100_000
LARGEST_NUMBER = 1e6
_KEPT_ROWS = 16
_ARRAY_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '<f4', 'fortran_order': False, "
    rb"'shape': \((?P<shape>(\d{1,9}(, \d{1,9}){0,3},?)?)\), \} *\n",
    re.DOTALL,
)
# What `zipfile` raises for archives that are damaged, encrypted or of a kind that it does not know.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError, EOFError, OSError)

Names = Annotated[list[Key], Field(min_length=1, max_length=MOST_NAMES)]


class _Header(data.Data):
    format: Literal["cardwright policy 1"]
    game: Key
    made: Annotated[dict[Key, Note], Field(max_length=100)] = Field(default_factory=dict)
    features: Names
    actions: Names


class Layer(NamedTuple):
    """The numbers of one layer: a row of weights for each input, and a bias for each output."""

    weights: np.ndarray
    bias: np.ndarray


class Layers(NamedTuple):
    """The numbers of a network."""

    hidden: tuple[Layer, ...]
    policy: Layer  # an output for each action
    value: Layer  # a single output


@dataclass(frozen=True, eq=False)
class SavedNetwork:
    """The network in a file, as yet for no particular game."""

    path: str
    header: _Header
    layers: Layers
    checksum: str  # of the file

    def for_game(self, game: Game) -> np.ndarray:
        """Return the network as the row that kernels read, for a game whose features and actions it knows."""
        if self.header.game != game.family:
            raise BadData(f"{self.path}: this network is for {self.header.game[:60]!r}, not {game.family!r}")
        if not game.features:
            raise BadData(f"{game.title} has no observations for a network; its verb `observe` is missing")
        return _row(self, tuple(game.features), tuple(game.action_space), f"{game.family}:{game.name}")

    def memory(self, game: Game) -> int:
        """Return how many numbers kernels need to ask it about a game: the features and the hidden layers."""
        return len(game.features) + sum(len(each.bias) for each in self.layers.hidden)


@functools.lru_cache(_KEPT_ROWS)  # an agent may ask for it at every decision
def _row(saved: SavedNetwork, features: tuple[str, ...], actions: tuple[str, ...], game: str) -> np.ndarray:
    known = saved.header
    inputs = _indices("feature", features, known.features, saved.path, game)
    outputs = _indices("action", actions, known.actions, saved.path, game)
    (first, bias), *others = saved.layers.hidden
    policy, value = saved.layers.policy, saved.layers.value
    hidden = [Layer(first[inputs], bias), *others]
    sizes = [len(features), len(actions), len(hidden), *(len(each.bias) for each in hidden)]
    parts = [array.ravel() for layer in hidden for array in (layer.bias, layer.weights)]
    heads = [
        np.column_stack([layer.bias, layer.weights.T]).ravel()
        for layer in (Layer(policy.weights[:, outputs], policy.bias[outputs]), value)
    ]
    row = np.concatenate([sizes, *parts, *heads]).astype(np.float64)
    row.flags.writeable = False
    return row


def _indices(kind: str, wanted: Sequence[str], known: Sequence[str], path: str, game: str) -> list[int]:
    """Return where a network has the features or actions of a game, by their names."""
    indices = {name: index for index, name in enumerate(known)}
    for name in wanted:
        if name not in indices:
            raise BadData(f"{path}: {game} has the {kind} {name[:60]!r}, which this network was not trained with")
    if len(set(wanted)) < len(wanted):
        raise BadData(f"two {kind}s of {game} have the same name, so no network can tell them apart")
    return [indices[name] for name in wanted]


def read_network(path: str | Path) -> SavedNetwork:
    """Return the network in a file: every array is checked, and nothing in it is executed.

    The names, shapes and types of the arrays are fixed, and all numbers are finite.
    """
    return _checked(files.read_bytes(path, LARGEST_FILE), str(path))


def _checked(content: bytes, path: str) -> SavedNetwork:
    """Return the network in the content of a file."""
    members = _unpacked(content, path)
    if HEADER not in members:
        raise BadData(f"{path}: {HEADER} is missing")
    header = _header(members.pop(HEADER), path)
    layers = _layers({name: _array(each, f"{path}, {name}") for name, each in members.items()}, header, path)
    return SavedNetwork(path, header, layers, hashlib.blake2b(content, digest_size=6).hexdigest())


def _unpacked(content: bytes, path: str) -> dict[str, bytes]:
    """Return the files in an archive; none of them is unpacked beyond the size that the archive says it has."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if sum(each.file_size for each in members) > LARGEST_CONTENT:
                raise BadData(f"{path}: the content is too large; at most {LARGEST_CONTENT:,} bytes are read")
            if any(each.compress_type not in COMPRESSIONS for each in members):
                raise BadData(f"{path}: the compression is unknown; the archive must be stored or deflated")
            return {each.filename: _member(archive, each) for each in members}
    except _UNREADABLE:
        raise BadData(f"{path}: not a network, which is a ZIP archive of arrays") from None


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as file:
        return file.read(member.file_size)  # without a size, a file that claims to be small is unpacked whole


def _header(content: bytes, path: str) -> _Header:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise BadData(f"{path}: {HEADER} is not a text in UTF-8") from None
    document = data.parse(text, f"{path}, {HEADER}")
    header = data.validate(_Header, document.value, document)
    for kind, names in (("feature", header.features), ("action", header.actions)):
        if len(set(names)) < len(names):
            raise BadData(f"{path}: two {kind}s in {HEADER} have the same name")
    return header


def _array(content: bytes, where: str) -> np.ndarray:
    """Return the array in a `.npy` file; its header, a line of Python, is matched rather than evaluated."""
    header = _ARRAY_HEADER.match(content)
    shape = tuple(int(each) for each in re.findall(rb"\d+", header["shape"])) if header else ()
    if not header or math.prod(shape) * 4 != len(content) - header.end():
        raise BadData(f"{where}: not an array of float32 as NumPy saves it")
    if math.prod(filter(None, shape)) > LARGEST_CONTENT:  # more than NumPy allows, also of an array without numbers
        raise BadData(f"{where}: the shape {shape} is too large")
    array = np.frombuffer(content, np.dtype("<f4"), offset=header.end()).reshape(shape)
    if not (np.abs(array) <= LARGEST_NUMBER).all():
        raise BadData(f"{where}: all numbers must be finite, from {-LARGEST_NUMBER:,.0f} to {LARGEST_NUMBER:,.0f}")
    return array


def _layers(arrays: Mapping[str, np.ndarray], header: _Header, path: str) -> Layers:
    """Return the arrays as layers, if there are exactly the right ones and their shapes fit."""
    count = sum(name.startswith("hidden_") for name in arrays) // 2
    if not 1 <= count <= MOST_LAYERS:
        raise BadData(f"{path}: a network has 1 to {MOST_LAYERS} hidden layers")
    names = [*(f"hidden_{number}" for number in range(1, count + 1)), "policy", "value"]
    expected = {f"{name}{part}.npy" for name in names for part in ("", "_bias")}
    for name in sorted(expected ^ arrays.keys()):
        raise BadData(f"{path}: {name[:60]} {'is missing' if name in expected else 'does not belong in a network'}")
    layers, inputs = [], len(header.features)
    for name in names:
        bias = arrays[f"{name}_bias.npy"]
        outputs = {"policy": len(header.actions), "value": 1}.get(name, max(1, bias.size))
        for part, shape in (("_bias", (outputs,)), ("", (inputs, outputs))):
            found = arrays[f"{name}{part}.npy"].shape
            if found != shape:
                raise BadData(f"{path}, {name}{part}.npy: the shape must be {shape}, not {found}")
        layers.append(Layer(arrays[f"{name}.npy"], bias))
        inputs = outputs if name.startswith("hidden_") else inputs
    return Layers(tuple(layers[:-2]), *layers[-2:])


def write_network(path: str | Path, game: Game, layers: Layers, made: Mapping[str, Note]) -> None:
    """Write a network for the features and actions of a game, with `made` saying how it came about.

    A network that could not be read back is refused: one with the wrong shapes, or with numbers that are not finite.
    """
    header = {
        "format": FORMAT,
        "game": game.family,
        "made": dict(made),
        "features": list(game.features),
        "actions": list(game.action_space),
    }
    named = {f"hidden_{number}": layer for number, layer in enumerate(layers.hidden, 1)}
    named |= {"policy": layers.policy, "value": layers.value}
    members = {HEADER: json.dumps(header, indent=1, ensure_ascii=False).encode()}
    for name, layer in named.items():
        members |= {f"{name}.npy": _saved(layer.weights), f"{name}_bias.npy": _saved(layer.bias)}
    content = _packed(members)
    if len(content) > LARGEST_FILE:
        raise BadData(f"{path}: the network is too large; at most {LARGEST_FILE:,} bytes are read")
    _checked(content, str(path))
    files.write(path, content)


def _packed(members: Mapping[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, content in members.items():
            file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)  # without a date: equal files are equal
    return archive.getvalue()


def _saved(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array(file, np.ascontiguousarray(array, np.dtype("<f4")), version=(1, 0), allow_pickle=False)
    return file.getvalue()


_read_shipped = functools.cache(read_network)


@dataclass(frozen=True)
class Network:
    """A network by its source: a file, which is read at once and only once, or a name under which games ship one.

    >>> Network("ironclad").source
    'ironclad'
    """

    source: str
    _file: SavedNetwork | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_file", read_network(self.source) if is_file(self.source) else None)

    def saved(self, game: Game) -> SavedNetwork:
        """Return the network, as it is saved."""
        return self._file or _read_shipped(shipped_file("policies", self.source, game, SUFFIX))
