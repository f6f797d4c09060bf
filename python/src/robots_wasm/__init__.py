"""robots.txt for crawlers: `parse` for the rules of one file, `Archive` for the compiled rules of many origins."""

from importlib.metadata import version

from ._archive import Archive, Outcome
from ._errors import ArchiveError, InvalidArgument, InvalidType, RobotsError
from ._rules import Rules, is_allowed, parse, product_token
from ._views import Explanation, Field, Group, RequestRate, Rule, VisitTime

__all__ = [
    "Archive",
    "ArchiveError",
    "Explanation",
    "Field",
    "Group",
    "InvalidArgument",
    "InvalidType",
    "Outcome",
    "RequestRate",
    "RobotsError",
    "Rule",
    "Rules",
    "VisitTime",
    "__version__",
    "is_allowed",
    "parse",
    "product_token",
]
__version__ = version("robots-wasm")
