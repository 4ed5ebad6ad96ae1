"""Files from strangers: a value, or one sentence that says what is wrong."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Literal

import pydantic
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardwright.core import data, files
from cardwright.core.errors import BadData, unknown
from cardwright.core.parsing import parse_text

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
yaml_like = st.text(alphabet=st.sampled_from(list("ab01:-[]{},&*!|>%@#'\"\\ \n\t.?<=~_\x00\x7f\ud800é")), max_size=60)


def is_plain(value) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str | int) and is_plain(each) for key, each in value.items())
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, float):
        return value == value and abs(value) != float("inf")
    return value is None or isinstance(value, str | int)


def check_sentence(error: BadData, name: str = "") -> None:
    assert str(error).startswith(name)
    assert str(error).isprintable()
    assert len(str(error)) < 3_000


def read_or_refuse(text: str, name: str = "x.yaml"):
    try:
        document = data.parse(text, name)
    except BadData as error:
        check_sentence(error, name)
        return None
    assert is_plain(document.value)
    return document


@given(st.text() | yaml_like)
@example("!!int ''")
@example("!!float ''")
@example("!!bool maybe")
@example("!!timestamp 2001-99-99")
@example("2001-01-01")
@example("!!binary aGk=")
@example("!!python/object/apply:os.system ['true']")
@example("? [a]\n: 1")
@example("a: 1\n---\nb: 2")
@example("<<: {a: 1}")
@example("=")
@example(".nan")
@example("[1e999]")
@example("- .inf")
@example("0x" + "f" * 6000)
@example("9" * 6000)
@example("[" + "9" * 6000 + "]")
@example('{"a": "\\ud800"}')
def test_any_text_is_read_or_refused(text):
    read_or_refuse(text)
    read_or_refuse(text, "x.json")


@given(st.binary(max_size=200))
def test_any_file_is_read_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(content)
    try:
        assert is_plain(data.read(path).value)
    except BadData as error:
        check_sentence(error, str(path))


@given(plain)
def test_json_reads_back(value):
    text = json.dumps([value])
    document = read_or_refuse(text)
    assert document is not None
    assert document.value == [value]


@given(plain, st.data())
def test_truncated_json_is_refused(value, draw):
    text = json.dumps({"key": value})
    cut = draw.draw(st.integers(1, len(text) - 1))
    with pytest.raises(BadData):
        data.parse(text[:cut], "x.json")


def test_errors_name_the_line():
    with pytest.raises(BadData, match=r"x\.json, line 2: "):
        data.parse('{"a": 1,\n"b" 2}', "x.json")
    with pytest.raises(BadData, match=r"x\.yaml, line 3: the key 'a' appears twice"):
        data.parse("a: 1\nb: 2\na: 3", "x.yaml")


@pytest.mark.parametrize("name", ["x.json", "x.yaml"])
def test_a_key_may_not_appear_twice(name):
    with pytest.raises(BadData, match="'a' appears twice"):
        data.parse('{"a": 1, "b": 2, "a": 3}', name)


def test_a_key_that_appears_twice_is_found_among_many():
    text = "{" + ", ".join(f'"{n}": 0' for n in range(100_000)) + ', "x": 0, "x": 0}'
    with pytest.raises(BadData, match="'x' appears twice"):
        data.parse(text, "x.json")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("190:20:30", "190:20:30"),
        ("1:" * 100_000 + "1.5", "1:" * 100_000 + "1.5"),
        ("010", 10),
        ("0o17", 15),
        ("0x1F", 31),
        ("1_000", "1_000"),
        ("0b1", "0b1"),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("2001-01-01", "2001-01-01"),
        ("=", "="),
        ("[yes, No, ON, off, true, y]", [True, False, True, False, True, "y"]),
        ("['yes', ~, null, '', ]", ["yes", None, None, ""]),
        ("{on: 1, yes: 2, 3: 4, 05: 6, <<: 7}", {"on": 1, "yes": 2, 3: 4, 5: 6, "<<": 7}),
    ],
    ids=lambda each: str(each)[:20],
)
def test_numbers_are_those_of_yaml_1_2_and_booleans_those_of_1_1(text, value):
    assert data.parse(text, "x.yaml").value == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("%TAG ! tag:example.com,2000:\n" * 100_000 + "--- a", "line 1: directives"),
        ("a: 1\n...\n%YAML 1.1\n---\nb: 2", "line 3: directives"),
        *((f"#{end}%TAG ! tag:example.com,2000:{end}--- a", "line 2: directives") for end in "\r\x85\u2028\u2029"),
        ("a: 1\n---\nb: 2", "line 2: a second document"),
        ("a: !!int 3", "line 1: tags"),
        ("a: !secret 3", "line 1: tags"),
        ("- 1\n" * 60_000, "line 50000: more than 50,000"),
        ("a: 1" + "0" * 50, "line 1: .* is not a number that can be read"),
        ("1.5: a", "line 1: a key must be a string or an integer"),
        ("a: " + "{a: " * 59 + "[" + "}" * 59, "nested too deeply"),
    ],
    ids=lambda each: str(each)[:20],
)
def test_what_no_file_needs_is_refused(text, message):
    with pytest.raises(BadData, match=rf"x\.yaml(, |: ){message}"):
        data.parse(text, "x.yaml")


@pytest.mark.parametrize("text", ["1e5", "0o17", "yes", "1:30", "010", ".5", "+1", "~", "", "0x1F", "1_000", "on"])
def test_strings_that_look_like_numbers_stay_strings(text):
    assert data.parse(data.to_yaml({"key": text, text or "k": 1})).value == {"key": text, text or "k": 1}


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[" * 100 + "]" * 100,
        '{"a":' * 5_000 + "1" + "}" * 5_000,
        "- " + "[" * 100_000,
        "- " * 100_000 + "1",
        "? " * 50_000,
        "a: " + "{a: " * 200 + "1" + "}" * 200,
    ],
    ids=["open", "closed", "objects", "yaml flow", "yaml blocks", "yaml keys", "yaml mappings"],
)
def test_deep_nesting_is_refused(text):
    for name in ("x.json", "x.yaml"):
        with pytest.raises(BadData):
            data.parse(text, name)


def test_a_bomb_of_aliases_is_refused():
    bomb = "a: &a [1, 1]\n" + "\n".join(f"{b}: &{b} [*{a}, *{a}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    with pytest.raises(BadData, match="line 1: anchors and aliases are not read"):
        data.parse(bomb)


@pytest.mark.parametrize("text", ['{"a": "\\ud800"}', '{"\\uDC00": 1}', '["\ud800"]'])
def test_half_a_surrogate_pair_is_refused(text):
    """A name with one could not be written to any file."""
    with pytest.raises(BadData, match=r"x\.json: '.ud.00' is not a character"):
        data.parse(text, "x.json")
    assert data.parse('{"a": "\\ud83d\\ude00"}').value == {"a": "\U0001f600"}


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_is_no_number_is_refused(constant):
    with pytest.raises(BadData):
        data.parse(f'{{"a": {constant}}}', "x.json")


def test_large_binary_missing_and_other_files_are_refused(tmp_path):
    large = tmp_path / "large.yaml"
    large.write_bytes(b"# " + b"x" * 5_000_000)
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(bytes(range(256)))
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("name: Café".encode("latin-1"))
    for path, message in [
        (large, "at most 4,194,304"),
        (binary, "UTF-8"),
        (latin, "UTF-8"),
        (tmp_path, "directory"),
        (tmp_path / "missing.yaml", "no such file"),
        (tmp_path / "nul\0.yaml", "null"),
        (tmp_path / ("long" * 100), "too long"),
    ]:
        with pytest.raises(BadData, match=message) as error:
            data.read(path)
        assert "\n" not in str(error.value)
    with pytest.raises(BadData, match="at most"):
        data.parse("x" * 5_000_000)


def test_lines_of_values():
    document = data.parse("a:\n  - 1\n  - b: 2\n", "x.yaml")
    assert document.at(("a", 1, "b")) == "x.yaml, line 3"
    assert document.at(("a", 1, "b", "deeper")) == "x.yaml, line 3"
    assert data.parse('{"a": 1}', "x.json").at(("a",)) == "x.json"


class Thing(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid")
    size: int = 1
    parts: tuple[int, ...] = ()


@given(plain)
def test_validation_gives_a_value_or_one_sentence(value):
    try:
        assert isinstance(data.validate(Thing, value), Thing)
    except BadData as error:
        check_sentence(error)


def test_validation_names_the_field():
    document = data.parse("size: 2\nparts: [1, x]\n", "x.yaml")
    with pytest.raises(BadData, match=r"x\.yaml, line 2: parts\.1: .*, not 'x'"):
        data.validate(Thing, document.value, document)


@pytest.mark.parametrize("value", [None, [1, 2], "text"])
def test_what_is_no_mapping_is_refused_without_the_name_of_a_class(value):
    with pytest.raises(BadData, match="the document: must be a mapping, with a name for each value") as caught:
        data.validate(Thing, value, data.Document(value, "x.yaml"))
    assert "Thing" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": "card', "unterminated string; the file seems to be cut off"),
        ('{"format":\n "card\n', "invalid control character; the file seems to be cut off"),
    ],
)
def test_a_damaged_string_is_reported_in_a_whole_sentence(text, message):
    with pytest.raises(BadData, match=rf"^x\.json, line [12]: {message}$"):
        data.parse(text, "x.json")


@pytest.mark.parametrize("name", ["", "x" * 61, "two\nlines", "\x1b[31mred", "bell\x07", "\x9b31m", "\u202egnp"])
def test_names_are_short_and_move_no_cursor(name):
    with pytest.raises(BadData):
        data.validate(data.Name, name)


@pytest.mark.parametrize("name", ["Bash+", "J.A.X.", "[bold]x[/red]", "Drache 龍", "👩\u200d🚀"])
def test_names_may_have_all_other_letters(name):
    assert data.validate(data.Name, name) == name


@pytest.mark.parametrize("umask", [0, 0o022, 0o777])
def test_private_files_and_folders_are_private_under_any_umask(tmp_path, umask):
    before = os.umask(umask)
    try:
        path = files.make_folder(tmp_path / "a" / "b", private=True) / "file"
        files.write(path, "secret", private=True)
    finally:
        os.umask(before)
    modes = [each.stat().st_mode & 0o777 for each in (path.parents[1], path.parents[0], path)]
    assert modes == [0o700, 0o700, 0o600]


@pytest.mark.parametrize("key", [1_000_001, -1_000_001, 2**61 - 1, 10**39])
def test_large_integers_are_no_keys(key):
    """Multiples of 2**61 - 1 have the same hash, so many of them as keys would take hours."""
    with pytest.raises(BadData, match=r"line 2: (a key that is an integer must be from|.* is not a number)"):
        data.parse(f"1: a\n{key}: b\n", "x.yaml")
    assert data.parse(f"'{key}': b\n").value == {str(key): "b"}


@pytest.mark.parametrize("text", ["[{}]", "- {}"])
def test_integers_have_64_bits(text):
    for number in (2**64, -(2**64)):
        assert data.parse(text.format(number)).value == [number]
    for number in (2**64 + 1, 10**39, -(10**38)):
        with pytest.raises(BadData, match=r"not an integer from|not a number that can be read"):
            data.parse(text.format(number))


@pytest.mark.parametrize("part", ["[],", "{},", '{"a":1},', "[[[1]]],"])
def test_json_with_too_many_values_is_refused_before_it_is_read(part, monkeypatch):
    monkeypatch.setattr("cardwright.core.parsing.MOST_MEMORY", 10**6)
    with pytest.raises(BadData, match=r"x\.json: too many values"):
        data.parse(f"[{part * 10_000}1]", "x.json")
    assert data.parse(f"[{part * 100}1]", "x.json").value


def test_of_many_errors_the_first_is_named(monkeypatch):
    monkeypatch.setattr(data, "MOST_ERRORS", 10)
    document = data.Document({"a": ["x"] * 11}, "x.json")
    with pytest.raises(
        BadData, match=r"x\.json: a\.0: input should be a valid number, unable to parse string as a number$"
    ):
        data.validate(dict[str, list[float]], document.value, document)


def test_a_checkpoint_that_could_not_be_read_leaves_the_last_one(tmp_path, monkeypatch):
    path = tmp_path / "search.json"
    data.write_checkpoint(path, [1, 2])
    monkeypatch.setattr(data, "LARGEST_CHECKPOINT", 1000)
    with pytest.raises(BadData, match=r"search\.json: the checkpoint would have .* bytes; at most 1,000 are read"):
        data.write_checkpoint(path, [1] * 1000)
    monkeypatch.setattr("cardwright.core.parsing.MOST_MEMORY", 1000)
    with pytest.raises(BadData, match=r"search\.json: too many values"):
        data.write_checkpoint(path, [1] * 100)
    assert data.read(path).value == [1, 2]


@pytest.mark.parametrize("text", ["", "  \n", "# nothing yet\n"])
def test_an_empty_file_is_called_empty(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(BadData, match=r"mine\.yaml: the file is empty, or has nothing but comments$"):
        data.read(path)


@pytest.mark.parametrize("text", ['{"a": [1, 2', '{"a": "b', "{"])
def test_a_file_that_was_cut_off_says_so(text: str) -> None:
    with pytest.raises(BadData, match=r"^save\.json, line 1: .+; the file seems to be cut off$"):
        data.parse(text, "save.json")


class Named(data.Data):
    name: str
    size: int


def test_an_entry_of_a_list_is_called_by_its_name() -> None:
    document = data.parse("cards:\n- {name: Imp, size: x}\n", "x.yaml")
    with pytest.raises(BadData, match=r"^x\.yaml, line 2: cards\.Imp\.size: "):
        data.validate(dict[str, list[Named]], document.value, document)
    with pytest.raises(BadData, match=r"^cards\.0\.name is missing$"):
        data.validate(dict[str, list[Named]], {"cards": [{"size": 1}]})


def test_a_number_too_large_to_read_hides_no_other_mistake(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(f"a: 1{'0' * 50}\nb: y\n")

    def find(document: data.Document) -> list[str]:
        return [f"{path}, line 1: a: too small", f"{path}, line 2: b: {document.value['b']} is no number"]

    _, found = data.read_and_check(path, find)
    assert [each.partition(": ")[0] for each in found] == [f"{path}, line 1", f"{path}, line 2"]


def test_a_misspelt_word_of_a_few_gets_a_suggestion() -> None:
    with pytest.raises(BadData, match=r"input should be 'magic' or 'upgrade', not 'upgrad'; did you mean 'upgrade'\?$"):
        data.validate(Literal["magic", "upgrade"], "upgrad")


@pytest.mark.parametrize(("name", "meant"), [("BASH", "Bash"), ("boomerang", "Sword Boomerang")])
def test_a_name_in_other_letters_is_still_found(name: str, meant: str) -> None:
    assert f"did you mean {meant!r}?" in str(unknown("card", name, ["Strike", "Bash", "Sword Boomerang"]))


def test_what_is_too_long_is_counted_and_not_repeated() -> None:
    class Named(data.Data):
        name: str = pydantic.Field(max_length=60)

    document = data.parse(f"{'L' * 300}: {{name: {'M' * 300}}}", "x.yaml")
    with pytest.raises(BadData) as error:
        data.validate(dict[str, Named], document.value, document)
    assert str(error.value) == f"x.yaml, line 1: {'L' * 20}….name: string should have at most 60 characters, not 300"


def test_a_tab_in_yaml_is_named():
    with pytest.raises(BadData, match=r"a\.yaml, line 2: a tab stands where YAML wants spaces"):
        parse_text("cards:\n\tFoo: {type: attack}\n", "a.yaml")
