"""Counters and histograms in the text format that Prometheus reads (its "Exposition formats", text version 0.0.4)."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Labels = tuple[str, ...]


class Counter:
    """A number that only grows, for each combination of labels.

    Args:
        name: Its name; ends in `_total`.
        about: What it counts.
        labels: The names of its labels. Their values must be few: each combination is kept for ever.
    """

    def __init__(self, name: str, about: str, labels: Labels = ()) -> None:
        self.name, self.about, self.labels = name, about, labels
        self.values: dict[Labels, float] = {} if labels else {(): 0}

    def add(self, *values: str, amount: float = 1) -> None:
        """Count."""
        self.values[values] = self.values.get(values, 0) + amount

    def lines(self) -> Iterator[str]:
        """What it has counted, as text."""
        yield from head(self.name, self.about, "counter")
        for values, number in sorted(self.values.items()):
            yield sample(self.name, dict(zip(self.labels, values, strict=True)), number)


class Histogram:
    """How often a measure fell into each of some ranges, for each value of one label.

    Args:
        name: Its name; ends in the unit.
        about: What it measures.
        label: The name of its label.
        bounds: Upper bounds of the ranges, rising; one without bound comes after them.
    """

    def __init__(self, name: str, about: str, label: str, bounds: Sequence[float]) -> None:
        self.name, self.about, self.label, self.bounds = name, about, label, bounds
        self.counts: dict[str, list[int]] = {}
        self.sums: dict[str, float] = {}

    def observe(self, value: str, measure: float) -> None:
        """Count one measure."""
        counts = self.counts.setdefault(value, [0] * (len(self.bounds) + 1))
        counts[bisect_left(self.bounds, measure)] += 1
        self.sums[value] = self.sums.get(value, 0) + measure

    def lines(self) -> Iterator[str]:
        """What it has measured, as text; each range holds those below it as well."""
        yield from head(self.name, self.about, "histogram")
        for value, counts in sorted(self.counts.items()):
            total = 0
            for bound, count in zip((*map(repr, self.bounds), "+Inf"), counts, strict=True):
                total += count
                yield sample(f"{self.name}_bucket", {self.label: value, "le": bound}, total)
            yield sample(f"{self.name}_sum", {self.label: value}, self.sums[value])
            yield sample(f"{self.name}_count", {self.label: value}, total)


def gauge(name: str, about: str, value: float, labels: Mapping[str, str] | None = None) -> Iterator[str]:
    """A number that rises and falls, as text."""
    yield from head(name, about, "gauge")
    yield sample(name, labels or {}, value)


def head(name: str, about: str, kind: str) -> Iterator[str]:
    """The lines before the samples of one name."""
    yield f"# HELP {name} {_escaped(about)}"
    yield f"# TYPE {name} {kind}"


def sample(name: str, labels: Mapping[str, str], value: float) -> str:
    """One line with a number."""
    pairs = ",".join(f'{label}="{_escaped(text, quote=True)}"' for label, text in labels.items())
    return f"{name}{{{pairs}}} {value:.15g}" if pairs else f"{name} {value:.15g}"


def _escaped(text: str, *, quote: bool = False) -> str:
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n")
    return escaped.replace('"', '\\"') if quote else escaped
