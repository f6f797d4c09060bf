"""robots.txt for crawlers: `parse` for the rules of one file, `Archive` for the compiled rules of many origins."""

from importlib.metadata import version

from ._archive import Archive, Outcome
from ._errors import ArchiveError, InvalidArgument, InvalidType, RobotsError
from ._rules import Rules, is_allowed, parse

__all__ = ["Archive", "ArchiveError", "InvalidArgument", "InvalidType", "Outcome", "RobotsError", "Rules", "__version__", "is_allowed", "parse"]
__version__ = version("robots-wasm")
