"""The errors of this package. Messages may change between versions; codes do not."""

from __future__ import annotations

from typing import NoReturn


class RobotsError(Exception):
    """An error of robots-wasm.

    `code` is stable, as in JavaScript: `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, `ERR_ARCHIVE`, `ERR_UNSUPPORTED`,
    `ERR_MISSING_PACKAGE`; and in Python alone `ERR_CLOSED`, `ERR_OUT_OF_MEMORY`, `ERR_VERSION` and `ERR_MODULE`.
    """

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[RobotsError], tuple[str, str]]:
        """Workers of Dask and Spark send errors to the driver."""
        return type(self), (self.code, str(self))


class InvalidArgument(RobotsError, ValueError):
    """An argument has a value that is not accepted: `ERR_INVALID_ARG_VALUE`."""


class InvalidType(RobotsError, TypeError):
    """An argument has the wrong type: `ERR_INVALID_ARG_TYPE`."""


class ArchiveError(RobotsError, ValueError):
    """An archive is damaged, foreign, of another format, compiled for something else, or another shard: `ERR_ARCHIVE`."""


def wrong_value(name: str, expected: str, value: object) -> InvalidArgument:
    return InvalidArgument("ERR_INVALID_ARG_VALUE", f"{name}: expected {expected}; got {value!r}")


def wrong_type(name: str, expected: str, value: object, got: object = None) -> InvalidType:
    return InvalidType("ERR_INVALID_ARG_TYPE", f"{name}: expected {expected}; got {got or type(value).__name__}")


def archive_error(path: object, expected: str, actual: object) -> ArchiveError:
    return ArchiveError("ERR_ARCHIVE", f"{path}: expected {expected}; got {actual}")


class ModuleError(RobotsError):
    """The module returned an error that no caller handled: `ERR_MODULE`, or `ERR_OUT_OF_MEMORY`."""

    def __init__(self, code: str, message: str, number: int = 0):
        super().__init__(code, message)
        self.number = number


def fail(number: int) -> NoReturn:
    """Raises the error of the module with this number (docs/embedding.md)."""
    name = NAMES.get(number, f"error {number}")
    if number == OUT_OF_MEMORY:
        raise ModuleError("ERR_OUT_OF_MEMORY", "embed.wasm: there is not enough memory for this call", number)
    raise ModuleError("ERR_MODULE", f"embed.wasm: {name}", number)


INVALID_AGENT = -13
URL_TOO_LONG = -16
OUT_OF_MEMORY = -17
INVALID_ARCHIVE = -19
WRONG_SHARD = -20
NAMES = {
    -10: "INVALID_PROGRAM",
    -11: "INVALID_DIALECT",
    -12: "INVALID_LENGTH",
    INVALID_AGENT: "INVALID_AGENT",
    -14: "INVALID_LIMIT",
    -15: "INVALID_SAVED_RULES",
    URL_TOO_LONG: "URL_TOO_LONG",
    OUT_OF_MEMORY: "OUT_OF_MEMORY",
    -18: "TOO_MANY_PROGRAMS",
    INVALID_ARCHIVE: "INVALID_ARCHIVE",
    WRONG_SHARD: "WRONG_SHARD",
    -21: "INVALID_CALL",
}
