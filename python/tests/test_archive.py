"""`Archive`: verdicts, options, shards, damage, and errors in the middle."""

from __future__ import annotations

import json
import os
import pickle
import random
import shutil
import struct
import threading
import zlib
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from command import compiled, filtered, run

from robots_wasm import Archive, ArchiveError, InvalidArgument, InvalidType, RobotsError, parse
from robots_wasm import _archive, _text
from robots_wasm._archive_file import ArchiveFile

LINES = b"".join(
    line + b"\n"
    for line in [
        b"https://a.example/private/x",
        b"http://A.Example:80/",
        b"https://b.example:8080/",
        b"https://b.example/",
        "https://b\u00fccher.example/x?q=it's".encode(),
        b"mailto:me@a.example",
        b"",
        b"https://a.example/x/../private\r",
        *[b"https://www.site-%d.example/%d" % (i, i if i % 3 else i + 1) for i in range(700)],
    ]
)


def opened(path: Path, **options: Any) -> Archive:
    return Archive(path, "ExampleBot", **options)


def test_lines_lists_and_columns_have_the_verdicts_of_filter(archive: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    for missing in ["allow", "refuse"]:
        rules, wanted = opened(archive, missing=missing), filtered(LINES, archive, missing=missing)
        assert wanted[:8] == (b"01010--0" if missing == "allow" else b"01000--0")
        assert rules.decide(LINES) == wanted
        urls = [line.decode() for line in LINES.split(b"\n")[:-1]]
        values = [{"1": True, "0": False, "-": None}[verdict] for verdict in wanted.decode()]
        assert rules.decide_many(urls) == values
        assert rules.decide_arrow(pa.array(urls)).to_pylist() == values


def test_blocks_of_any_size_give_the_same_verdicts(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = opened(archive)
    wanted = rules.decide(LINES)
    for size in [1, 7, 100, 4096, len(LINES) - 1, len(LINES)]:
        monkeypatch.setattr(_text, "BLOCK_BYTES", size)
        assert rules.decide(LINES) == wanted
        assert rules.decide(LINES[:-1]) == wanted
    assert (rules.decide(b""), rules.decide(b"\n"), rules.decide(b"\n\nx")) == (b"", b"-", b"---")


def test_little_memory_changes_no_verdict(archive: Path) -> None:
    wanted = opened(archive).decide(LINES)
    rules = opened(archive, memory_bytes=1 << 20)
    assert [rules.decide(LINES) for _ in range(3)] == [wanted] * 3


def test_a_line_over_4_mib_is_not_a_url_and_never_reaches_the_module(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, start = opened(archive), b"https://a.example/"
    fits = start + b"x" * (_archive.MAX_LINE_BYTES - len(start) - 1) + b"\n"
    written, write = [], rules._module.write  # type: ignore[union-attr]

    def seen(content: bytes) -> int:
        written.append(len(content))
        return write(content)

    monkeypatch.setattr(rules._module, "write", seen)
    long = fits[:-1] + b"x"
    assert rules.decide(start + b"\n" + fits + long + b"\n" + start + b"\n" + long) == b"11-1-"
    assert rules.decide_many([long + b"x" * 99, start]) == [None, True]
    assert max(written) == len(fits)


def test_what_is_not_a_line_is_not_a_url(archive: Path) -> None:
    urls = ["https://a.example/\n", "https://a.example/\nhttps://a.example/", None, "\ud800", b"https://a.example/"]
    assert opened(archive).decide_many(urls) == [None, None, None, None, True]


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"dialect": "bing"}, InvalidArgument, "dialect: expected one of rfc9309, google, norobots1996, "),
        ({"missing": "fetch"}, InvalidArgument, "missing: expected one of allow, refuse, null; got 'fetch'"),
        ({"missing": ["allow"]}, InvalidArgument, "missing: expected one of allow, refuse, null; got ['allow']"),
        ({"leniency": "typos"}, InvalidType, "leniency: expected a dict of leniency options; got str"),
        ({"leniency": {"typo": False}}, InvalidArgument, "leniency: expected names out of typos, prefixKeys, "),
        ({"leniency": {1: False}}, InvalidArgument, "match, lineCapBytes; got 1"),
        ({"leniency": {"typos": 0}}, InvalidArgument, "leniency['typos']: expected True or False; got 0"),
        ({"leniency": {"tokens": True}}, InvalidArgument, "leniency['tokens']: expected one of strict, google, extended; got True"),
        ({"leniency": {"match": ["equal"]}}, InvalidArgument, "leniency['match']: expected one of equal, contains, either; got ["),
        ({"leniency": {"lineCapBytes": 0}}, InvalidArgument, "leniency['lineCapBytes']: expected an int of at least 1; got 0"),
        ({"leniency": {"lineCapBytes": True}}, InvalidArgument, "leniency['lineCapBytes']: expected an int of at least 1; got True"),
        ({"leniency": {"lineCapBytes": 9, "match": "either"}}, ArchiveError, "leniency {'lineCapBytes': 9, 'match': 'either'}; got"),
        ({"memory_bytes": 1.5}, InvalidType, "memory_bytes: expected int; got float"),
        ({"memory_bytes": 1000}, InvalidArgument, "memory_bytes: expected 1048576 to 536870912 bytes; got 1000"),
        ({"dialect": "google"}, ArchiveError, "expected an archive compiled for dialect google; got one for rfc9309"),
        ({"leniency": {"typos": False}}, ArchiveError, "expected an archive compiled for leniency {'typos': False}; got one for {}"),
    ],
)
def test_wrong_options(archive: Path, options: dict[str, Any], kind: type[RobotsError], message: str) -> None:
    with pytest.raises(kind) as caught:
        opened(archive, **options)
    assert message in str(caught.value)
    assert caught.value.code == ("ERR_ARCHIVE" if kind is ArchiveError else caught.value.code)
    assert caught.value.code.startswith("ERR_")


def test_wrong_arguments(archive: Path) -> None:
    with pytest.raises(TypeError, match="jobs"):
        opened(archive, jobs=2)
    with pytest.raises(InvalidType, match="source: expected a path, a URL, bytes, a binary file, or an object with size .*; got int"):
        Archive(3, "ExampleBot")  # type: ignore[arg-type]
    with pytest.raises(ArchiveError, match="compiled for agent OtherBot; got one for ExampleBot"):
        Archive(archive, "OtherBot")
    with pytest.raises(FileNotFoundError):
        opened(archive.parent / "none")
    with pytest.raises(InvalidType, match="lines: expected bytes, with a URL on each line; got str"):
        opened(archive).decide("https://a.example/")  # type: ignore[arg-type]
    with pytest.raises(InvalidType, match="urls: expected a list of URLs; got str"):
        opened(archive).decide_many("https://a.example/")
    with pytest.raises(InvalidType, match="urls: expected a pyarrow Array or ChunkedArray of text, or an object with .*; got list"):
        opened(archive).decide_arrow(["https://a.example/"])


def test_one_of_several_crawlers_and_leniency(robots: Path, tmp_path: Path) -> None:
    folder = tmp_path / "robots"
    folder.mkdir()
    (folder / "a.example").write_text("User-agent: A\nDisallow: /a\n\nUser-agent: B\nDisalow: /b\n")
    output = tmp_path / "archive"
    run("compile", "--agent", "A", "--agent", "B,C", "--lenient", "typos=false", "--output", output, folder)
    urls = ["http://a.example/a", "http://a.example/b"]
    leniency = {"typos": False}
    assert Archive(output, "a", leniency=leniency).decide_many(urls) == [False, True]
    assert Archive(output, ["B", "C"], leniency=leniency).decide_many(urls) == [True, True]
    with pytest.raises(ArchiveError, match="compiled for agent B; got one for A; B, C"):
        Archive(output, "B", leniency=leniency)


def test_a_manifest_is_one_archive_and_a_shard_refuses_other_origins(archive: Path, manifest: Path) -> None:
    wanted = opened(archive).decide(LINES)
    assert opened(manifest).decide(LINES) == wanted
    shards = [opened(path) for path in shards_in(manifest)]
    lines = LINES.split(b"\n")[:-1]
    own: list[list[bytes]] = [[], [], []]
    for line, verdict in zip(lines, wanted):
        if verdict == ord("-"):
            continue
        answers = [_answer(shard, line) for shard in shards]
        assert sorted(answers) == [b"0" if verdict == ord("0") else b"1", b"E", b"E"]
        own[next(i for i, answer in enumerate(answers) if answer != b"E")].append(line)
    assert all(len(part) > 100 for part in own)
    with pytest.raises(ArchiveError, match="whose rules are in another one") as caught:
        shards[0].decide(b"\n".join([*own[0], own[1][0], *own[0]]))
    assert caught.value.code == "ERR_ARCHIVE"
    assert len(shards[0].decide(b"\n".join(own[0]))) == len(own[0])


def shards_in(manifest: Path) -> list[Path]:
    return [manifest.parent / one["file"] for one in json.loads(manifest.read_text())["files"]]


def test_a_shard_of_another_generation_is_refused(robots: Path, manifest: Path, tmp_path: Path) -> None:
    """Of equal length, with as many origins: only the footer tells it."""
    other = tmp_path / "robots"
    shutil.copytree(robots, other)
    for path in other.glob("www.site-*"):
        path.write_text(path.read_text().replace("Disallow: /", "Disallow: x"))
    shards = tmp_path / "shards"
    shards.mkdir()
    run("compile", "--agent", "ExampleBot", "--shards", 3, "--output", shards / "rules", other)
    for new, old in zip(shards_in(shards / "rules"), shards_in(manifest)):
        assert new.stat().st_size == old.stat().st_size
        content = new.read_bytes()
        shutil.copy(old, new)
        with pytest.raises(ArchiveError, match="expected the footer that the manifest names; got that of another generation"):
            opened(shards / "rules")
        new.write_bytes(content)
    opened(shards / "rules")


def test_an_archive_without_any_of_ten_origins_is_another_one(archive: Path) -> None:
    few, many = (b"".join(b"https://none-%d.example/\n" % i for i in range(count)) for count in (9, 10))
    rules = opened(archive)
    assert rules.decide(few) == b"1" * 9
    assert (rules.origins, rules.missing) == (9, 9)
    for lines in [many, few]:
        with pytest.raises(ArchiveError, match=r'expected origins that the archive has, or missing="allow"; got \d+, of which it has none'):
            rules.decide(lines)
    assert rules.decide(b"https://a.example/private\n" + many) == b"0" + b"1" * 10
    for missing, verdict in [("allow", b"1"), ("refuse", b"0"), ("null", b"?")]:
        assert opened(archive, missing=missing).decide(many) == verdict * 10


def test_a_cr_at_the_end_belongs_to_the_url(tmp_path: Path) -> None:
    folder = tmp_path / "robots"
    folder.mkdir()
    text = "User-agent: *\nDisallow: /x%0D\n"
    (folder / "a.example").write_text(text)
    run("compile", "--agent", "A", "--output", tmp_path / "archive", folder)
    urls = ["http://a.example/x", "http://a.example/x\r", "http://a.example/y\r"]
    assert Archive(tmp_path / "archive", "A").decide_many(urls) == [True, False, True]
    assert [parse(text, "A").allowed(url) for url in urls] == [True, False, True]


def test_a_missing_origin_has_no_verdict_where_that_is_asked(archive: Path) -> None:
    urls = ["https://none.example/", "https://none.example/b", "https://a.example/private", "https://a.example/", "x"]
    rules = opened(archive, missing="null")
    assert rules.decide("".join(f"{url}\n" for url in urls).encode()) == b"??01-"
    assert rules.decide_many(urls) == [None, None, False, True, None]
    assert rules.decide_arrow(pa.array(urls)).to_pylist() == [None, None, False, True, None]
    assert (rules.origins, rules.missing) == (2, 1)


def test_a_damaged_shard_is_named_in_the_error(manifest: Path, tmp_path: Path) -> None:
    lines = [line for line in LINES.split(b"\n") if b"www.site-" in line]
    for damaged in range(3):
        folder = tmp_path / str(damaged)
        shutil.copytree(manifest.parent, folder)
        path = shards_in(folder / "rules")[damaged]
        content = bytearray(path.read_bytes())
        start = 12 + struct.unpack_from("<I", content, 8)[0]
        content[start:-44] = bytes(byte ^ 255 for byte in content[start:-44])
        path.write_bytes(content)
        rules, refused = opened(folder / "rules"), 0
        for line in lines:
            try:
                rules.decide(line)
            except ArchiveError as error:
                assert str(error).startswith(f"{path}: expected the rules of https://www.site-")
                refused += 1
        assert 100 < refused < len(lines)


def _answer(shard: Archive, line: bytes) -> bytes:
    try:
        return shard.decide(line)
    except ArchiveError:
        return b"E"


def test_shards_that_do_not_fit_their_manifest_are_refused(manifest: Path, tmp_path: Path) -> None:
    for path in [manifest, *shards_in(manifest)]:
        shutil.copy(path, tmp_path)
    text = json.loads((tmp_path / "rules").read_text())

    def refused(change: Any, message: str) -> None:
        changed = json.loads(json.dumps(text))
        change(changed)
        (tmp_path / "rules").write_text(json.dumps(changed))
        with pytest.raises(ArchiveError, match=message):
            opened(tmp_path / "rules")

    refused(lambda one: one.update(version=1), "expected a manifest of version 2, format 3")
    refused(lambda one: one.update(format=2), "compile it again")
    refused(lambda one: one.update(hash="crc"), "expected a manifest of version 2")
    refused(lambda one: one["files"].pop(), "a file for each shard")
    refused(lambda one: one["files"][0].update(file="../rules"), "a file for each shard")
    refused(lambda one: one["files"][0].update(bytes=1), "as the manifest says")
    refused(lambda one: one["files"][1].update(origins=1), "as the manifest says")
    refused(lambda one: one["files"].reverse(), "expected shard")
    refused(lambda one: one["files"][2].update(footer="00" * 44), "expected the footer that the manifest names; got that of another")
    refused(lambda one: one["files"][2].update(footer=""), "expected the footer")
    refused(lambda one: one["files"][2].update(footer="x"), "expected the manifest of robots-wasm compile")
    refused(lambda one: one.pop("files"), "expected the manifest of robots-wasm compile")
    (tmp_path / "rules").write_text("{" + "[" * 100_000)
    with pytest.raises(ArchiveError):
        opened(tmp_path / "rules")


def test_other_files_are_refused(archive: Path, tmp_path: Path) -> None:
    whole = archive.read_bytes()
    path = tmp_path / "other"
    length = struct.unpack_from("<I", whole, 8)[0]
    for content, message in [
        (b"", "expected an archive of robots-wasm compile; got an empty file"),
        (b"User-agent: *\n", "expected an archive of robots-wasm compile; got another file"),
        (whole[:40], "expected a whole archive; got 40 bytes"),
        (whole[:-1], "which are truncated or damaged"),
        (whole + b"x", "which are truncated or damaged"),
        (whole + b"x" + whole[-44:], "which are truncated or damaged"),
        (whole[:4] + struct.pack("<I", 2) + whole[8:], "expected format 3; got 2; compile it again"),
        (whole[:8] + struct.pack("<I", 1 << 31) + whole[12:], "expected a description within the file"),
        (whole[:12] + b"[" * length + whole[12 + length :], "expected a description of what was compiled"),
        (whole.replace(b'"policy"', b'"policz"', 1), "expected a description of what was compiled"),
        (whole.replace(b"ExampleBot", b"OtherCrawl", 1), "compiled for agent ExampleBot"),
    ]:
        path.write_bytes(content)
        with pytest.raises(ArchiveError, match=message):
            opened(path)
    os.mkfifo(tmp_path / "pipe")
    for odd in [tmp_path, tmp_path / "pipe"]:
        with pytest.raises(ArchiveError, match="expected a file"):
            opened(odd)


def test_no_flipped_bit_changes_a_verdict(archive: Path, tmp_path: Path) -> None:
    whole, wanted = bytearray(archive.read_bytes()), opened(archive).decide(LINES)
    made, path, refused = random.Random(1), tmp_path / "damaged", 0
    for _ in range(150):
        at, bit = made.randrange(len(whole)), 1 << made.randrange(8)
        whole[at] ^= bit
        path.write_bytes(whole)
        whole[at] ^= bit
        try:
            assert opened(path).decide(LINES) == wanted
        except ArchiveError as error:
            assert error.code == "ERR_ARCHIVE"
            refused += 1
    assert refused > 100


def test_a_forged_footer_leads_to_no_read_outside_the_file(archive: Path, tmp_path: Path) -> None:
    whole = archive.read_bytes()
    head = 12 + struct.unpack_from("<I", whole, 8)[0]
    path = tmp_path / "forged"
    for offset, length, levels in [(1 << 62, 4096, 1), (head, 1 << 28, 1), (head, (1 << 32) - 1, 2), (head, 4096, 40), (0, 12, 1)]:
        footer = struct.pack("<QII", offset, length, 0) + whole[-28:-12] + struct.pack("<I", levels)
        path.write_bytes(whole[:-44] + footer + struct.pack("<I", zlib.crc32(footer, zlib.crc32(whole[:head]))) + b"RWAE")
        with pytest.raises(ArchiveError) as caught:
            opened(path).decide(LINES)
        assert caught.value.code == "ERR_ARCHIVE"


def test_a_page_longer_than_any_that_compile_writes_is_not_read(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of 8 KiB on disk: its only page is 255 MB of zeros, with the right checksum."""
    whole = archive.read_bytes()
    head, length = 12 + struct.unpack_from("<I", whole, 8)[0], 255_000_000
    path, read = tmp_path / "sparse", ArchiveFile.read
    footer = struct.pack("<QIIQQI", head, length, zlib.crc32(bytes(length)), head + length + 44, 1, 1)
    with open(path, "wb") as file:
        file.write(whole[:head])
        file.seek(head + length)
        file.write(footer + struct.pack("<I", zlib.crc32(footer, zlib.crc32(whole[:head]))) + b"RWAE")
    rules, lengths = opened(path), []
    monkeypatch.setattr(ArchiveFile, "read", lambda self, at, length: lengths.append(length) or read(self, at, length))
    for line in LINES.splitlines()[:5]:
        with pytest.raises(ArchiveError, match="a damaged or forged page"):
            rules.decide(line + b"\n")
    assert sum(lengths) == 0


def test_an_interrupted_call_leaves_the_archive_usable(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, wanted = opened(archive), opened(archive).decide(LINES)
    answer, calls = Archive._answer, iter([None, None])

    def interrupted(self: Archive, *arguments: Any) -> None:
        answer(self, *arguments)
        if next(calls, 1) is None:
            raise KeyboardInterrupt

    monkeypatch.setattr(Archive, "_answer", interrupted)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            rules.decide(LINES)
    assert rules.decide(LINES) == wanted


def test_a_file_that_shrinks_is_an_error_and_a_replaced_one_stays(archive: Path, tmp_path: Path) -> None:
    path, wanted = tmp_path / "archive", opened(archive).decide(LINES)
    shutil.copy(archive, path)
    rules = opened(path)
    os.truncate(path, 100)
    with pytest.raises(ArchiveError, match="truncated or damaged"):
        rules.decide(LINES)
    shutil.copy(archive, tmp_path / "new")
    os.replace(tmp_path / "new", path)
    replaced = opened(path)
    os.unlink(path)
    assert replaced.decide(LINES) == wanted


def test_threads_share_an_archive(archive: Path) -> None:
    rules, wanted, wrong = opened(archive, memory_bytes=1 << 20), opened(archive).decide(LINES), []

    def work() -> None:
        wrong.extend(verdicts for _ in range(10) if (verdicts := rules.decide(LINES)) != wanted)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_pickled_archive_is_opened_once_a_process(archive: Path) -> None:
    content = pickle.dumps(opened(archive, missing="refuse"))
    one, two = pickle.loads(content), pickle.loads(content)
    assert one is two
    assert one.decide_many(["https://none.example/", "https://a.example/"]) == [False, True]
    assert pickle.loads(pickle.dumps(opened(archive))) is not one


def test_a_process_keeps_the_four_archives_that_it_opened_last(archive: Path) -> None:
    first, *others = [pickle.dumps(opened(archive, memory_bytes=megabytes << 20)) for megabytes in range(1, 6)]
    one = pickle.loads(first)
    for content in others[:3]:
        pickle.loads(content)
    assert pickle.loads(first) is one
    for content in others:
        pickle.loads(content)
    assert pickle.loads(first) is not one


def test_a_pickled_archive_that_was_closed_is_opened_again(archive: Path) -> None:
    content = pickle.dumps(opened(archive))
    for _ in range(2):
        with pickle.loads(content) as rules:
            assert rules.decide_many(["https://a.example/private"]) == [False]
    # Both names mean one archive.
    one, two = pickle.loads(content), pickle.loads(content)
    one.close()
    with pytest.raises(RobotsError) as caught:
        two.decide(b"https://a.example/")
    assert caught.value.code == "ERR_CLOSED"
    assert pickle.loads(content).decide(b"https://a.example/") == b"1"


def test_a_pickled_archive_whose_module_was_aborted_is_opened_again(archive: Path, abort: Any) -> None:
    content = pickle.dumps(opened(archive))
    rules = pickle.loads(content)
    abort(rules._module)
    with pytest.raises(RobotsError) as caught:
        rules.decide(b"https://a.example/")
    assert caught.value.code == "ERR_MODULE"
    assert pickle.loads(content).decide(b"https://a.example/") == b"1"


def test_a_child_process_decides_on(archive: Path) -> None:
    rules = opened(archive)
    half = LINES[: LINES.index(b"site-300")].rpartition(b"\n")[0]
    rules.decide(half)
    wanted = opened(archive).decide(LINES)
    child = os.fork()
    if child == 0:
        os._exit(0 if rules.decide(LINES) == wanted else 1)
    assert rules.decide(LINES) == wanted
    assert os.waitpid(child, 0)[1] == 0


def test_a_closed_archive_gives_no_verdict(archive: Path) -> None:
    with opened(archive) as rules:
        assert rules.decide(b"https://a.example/") == b"1"
    with pytest.raises(RobotsError) as caught:
        rules.decide(b"https://a.example/")
    assert caught.value.code == "ERR_CLOSED"
    rules.close()


def test_closing_waits_for_the_block_that_another_thread_decides(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, wanted = opened(archive), opened(archive).decide(LINES)
    answer, verdicts, closing = Archive._answer, [], threading.Thread(target=rules.close)
    deciding = threading.Thread(target=lambda: verdicts.append(rules.decide(LINES)))

    def closed_meanwhile(self: Archive, *arguments: Any) -> None:
        if closing.ident is None:
            closing.start()
        closing.join(0.05)
        answer(self, *arguments)

    monkeypatch.setattr(Archive, "_answer", closed_meanwhile)
    deciding.start()
    deciding.join()
    closing.join()
    assert verdicts == [wanted]
    with pytest.raises(RobotsError) as caught:
        rules.decide(LINES)
    assert caught.value.code == "ERR_CLOSED"


def test_null_texts_of_tables_are_not_urls(archive: Path) -> None:
    assert opened(archive).decide_many([float("nan"), None, "https://a.example/"]) == [None, None, True]
    with pytest.raises(InvalidType, match="url: expected str or bytes; got float"):
        opened(archive).decide_many([1.5])


def test_a_carriage_return_at_the_end_belongs_to_the_text(tmp_path: Path) -> None:
    (tmp_path / "robots").mkdir()
    (tmp_path / "robots/a.example").write_text("User-agent: *\nAllow: /x$\nDisallow: /\n")
    rules = Archive(compiled(tmp_path, tmp_path / "robots"), "ExampleBot")
    assert rules.decide_many(["https://a.example/x", "https://a.example/x\r"]) == [True, False]


def test_an_archive_says_what_it_is(archive: Path) -> None:
    assert repr(opened(archive)) == f"<robots_wasm.Archive {str(archive)!r} for ExampleBot, rfc9309>"
