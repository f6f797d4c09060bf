"""Archives that several tests read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command import compiled, run
from wasmtime import Trap

from robots_wasm import RobotsError
from robots_wasm._module import EmbeddedModule

FILES = {
    "a.example": "User-agent: *\nDisallow: /private\n",
    "b.example_8080": "User-agent: *\nDisallow: /\n",
    "xn--bcher-kva.example": "User-agent: *\nDisallow: /x?q=it%27s\n",
    **{f"www.site-{i}.example": f"User-agent: *\nDisallow: /{i}\nDisallow: /{'x' * (i % 900)}y\n" for i in range(600)},
}


@pytest.fixture(scope="session")
def robots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("robots")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="session")
def archive(robots: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("archive"), robots)


@pytest.fixture(scope="session")
def manifest(robots: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of three shards."""
    output = tmp_path_factory.mktemp("shards") / "rules"
    run("compile", "--agent", "ExampleBot", "--shards", 3, "--output", output, robots)
    return output


@pytest.fixture
def abort(monkeypatch: pytest.MonkeyPatch) -> Callable[[EmbeddedModule], None]:
    """Aborts a call of a module, as a trap does."""

    def trapped(*_: int) -> int:
        raise Trap("unreachable")

    def abort(module: EmbeddedModule) -> None:
        monkeypatch.setitem(module._functions, "abi_version", trapped)
        with pytest.raises(RobotsError, match="embed.wasm: unreachable"):
            module.call("abi_version")

    return abort
