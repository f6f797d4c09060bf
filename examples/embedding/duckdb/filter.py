"""What `robots-wasm filter --agent ExampleBot --robots FOLDER` does, in DuckDB."""

from argparse import ArgumentParser
from pathlib import Path

import duckdb
from robots_udf import register


def file_in(folder):
    """One file for each host, by its name."""

    def file_of(host):
        file = Path(folder, host)
        return file.read_bytes() if host and "/" not in host and file.is_file() else None

    return file_of


def read_lines(connection, path):
    """A view of one column `url`, for text that holds no tabs."""
    lines = {"header": False, "delimiter": "\t", "quotechar": "", "escapechar": ""}
    connection.read_csv(path, names=["url"], dtype=["VARCHAR"], **lines).create_view("urls")


def main(module, robots, urls, output, threads):
    connection = duckdb.connect(config={"threads": threads})
    register(connection, module, file_in(robots), ["ExampleBot"])
    read_lines(connection, urls)
    allowed = connection.sql(
        r"""
        SELECT url
        FROM (SELECT url, lower(regexp_extract(url, '^https?://([^/?#]*)', 1)) AS host FROM urls)
        WHERE host <> '' AND robots_allowed(url, host)
        """
    )
    allowed.write_csv(output, header=False, sep="\t", quotechar="", escapechar="")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    for name in ["module", "robots", "urls", "output"]:
        parser.add_argument(name)
    parser.add_argument("--threads", type=int, default=1)
    main(**vars(parser.parse_args()))
