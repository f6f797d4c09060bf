"""Which shard of an archive has the rules of a URL (docs/archive.md), for columns of URLs."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ._arrow import lines_of
from ._origins import host_hash, host_of

# Spellings of hosts that were hashed before; a task forgets them when there are more.
MAX_KNOWN = 1 << 20


def url_shards(urls: Any, total: int, known: dict[bytes, int]) -> Any:
    """The shard of each URL. It does not matter for what is not a URL, which is null in every shard."""
    # As bytes: in text, the pattern would end at the first byte that is not UTF-8.
    spellings = pc.replace_substring_regex(urls.cast(pa.large_binary()), rb"(?s)^(https?://[^/?#]+).*", rb"\1").dictionary_encode()
    if len(known) > MAX_KNOWN:
        known.clear()
    numbers = []
    for line in lines_of(spellings.dictionary).split(b"\n")[:-1]:
        if line not in known:
            known[line] = host_hash(host_of(line)) % total
        numbers.append(known[line])
    return pc.fill_null(pa.array(numbers, pa.int32()).take(spellings.indices), 0)
