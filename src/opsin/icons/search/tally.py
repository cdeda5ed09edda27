"""How many icons were left out, and why."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """The numbers of icons that were left out.

    Attributes:
        by_policy: By the reason for which the policy leaves them out.
        by_filter: By the parameter that leaves them out.
        brands: Brands that no keyword names.
    """

    by_policy: Counter[str] = field(default_factory=Counter)
    by_filter: Counter[str] = field(default_factory=Counter)
    brands: int = 0
