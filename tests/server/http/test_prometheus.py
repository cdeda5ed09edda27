"""Numbers as Prometheus reads them."""

import re

from opsin.server.http.metrics import Metrics
from opsin.server.http.prometheus import Counter, Histogram

LINE = re.compile(r'(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z_]+="([^"\\\n]|\\[\\"n])*",?)+\})? [0-9.e+-]+)')


def test_labels_are_escaped() -> None:
    counter = Counter("odd_total", "Odd\nones.", ("name",))
    counter.add('a"b\\c\nd')
    lines = list(counter.lines())
    assert lines[0] == "# HELP odd_total Odd\\nones."
    assert lines[-1] == 'odd_total{name="a\\"b\\\\c\\nd"} 1'
    assert all(LINE.fullmatch(line) for line in lines)


def test_ranges_of_a_histogram_hold_those_below_them() -> None:
    histogram = Histogram("wait_seconds", "Waiting.", "tool", (0.5, 1.0))
    for measure in (0.1, 0.5, 0.7, 3.0):
        histogram.observe("a", measure)
    assert list(histogram.lines())[2:] == [
        'wait_seconds_bucket{tool="a",le="0.5"} 2',
        'wait_seconds_bucket{tool="a",le="1.0"} 3',
        'wait_seconds_bucket{tool="a",le="+Inf"} 4',
        'wait_seconds_sum{tool="a"} 4.3',
        'wait_seconds_count{tool="a"} 4',
    ]


def test_every_line_of_the_page_can_be_read() -> None:
    metrics = Metrics()
    metrics.calls.add("image_search", "ok")
    metrics.seconds.observe("image_search", 1.5)
    metrics.attempts.add("duckduckgo", "served")
    metrics.fetched_bytes = lambda: 12_345_678_901
    text = metrics.text()
    assert text.endswith("\n")
    assert all(LINE.fullmatch(line) for line in text.splitlines())
    assert "opsin_fetched_bytes_total 12345678901\n" in text
    names = re.findall(r"# TYPE (\S+)", text)
    assert len(names) == len(set(names))
