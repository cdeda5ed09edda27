"""Guards that keep to what hosts and providers ask for: what is left alone, and for how long.

That robots.txt fails open is no guard, and not among them.
"""

from scripts.guards.guard import Guard

_WEB = "src/opsin/web/"
_IMAGES = "src/opsin/images/"

_RULES = ("tests/web/test_robots_rules.py",)
_BUSY = ("tests/web/test_web_busy.py",)
_BUSY_HOSTS = ("tests/images/test_busy_hosts.py",)
_RESTING = ("tests/images/test_resting.py",)

WISHES = (
    Guard(
        "robots: asked where the user wants it",
        f"{_IMAGES}fetching.py",
        "check_hop=services.robots.check if services.robots is not None else None,",
        "check_hop=None,",
        ("tests/images/test_robots.py",),
    ),
    Guard(
        "robots: asked at each hop",
        f"{_WEB}client.py",
        "await check_hop(hop.target.url)",
        "await check_hop(start.url)",
        ("tests/web/test_robots.py", "tests/images/test_robots.py"),
    ),
    Guard(
        "robots: names match whole",
        f"{_WEB}robots_rules.py",
        "name is not None and name[0].lower() == product",
        "name is not None and product.startswith(name[0].lower())",
        _RULES,
    ),
    Guard(
        "robots: a group of our own stands alone",
        f"{_WEB}robots_rules.py",
        "return own if named else everybody",
        "return [*own, *everybody]",
        _RULES,
    ),
    Guard("robots: number of rules", f"{_WEB}robots_rules.py", "len(rules) < MOST_RULES", "True", _RULES),
    Guard(
        "robots: wildcards in a rule",
        f"{_WEB}robots_rules.py",
        'if value.count(b"*") > MOST_WILDCARDS:',
        "if False:",
        _RULES,
    ),
    Guard(
        "robots: length of a rule",
        f"{_WEB}robots_rules.py",
        " or len(value) > MOST_RULE_BYTES",
        "",
        _RULES,
    ),
    Guard(
        "robots: what is kept of them",
        f"{_WEB}robots.py",
        "while len(self._kept) > MOST_ORIGINS or (self._bytes > MOST_KEPT_BYTES and len(self._kept) > 1):",
        "while False:",
        ("tests/web/test_robots.py",),
    ),
    Guard(
        "X-Robots-Tag is kept to where the user wants it",
        f"{_IMAGES}fetching.py",
        "if no_ai and services.robots is not None:",
        "if False:",
        ("tests/images/test_robots.py",),
    ),
    Guard(
        "X-Robots-Tag: a name holds for its own field",
        f"{_WEB}reply.py",
        'joint = "\\n" if name == _ENDS_WITH_ITS_FIELD else ", "',
        'joint = ", "',
        ("tests/web/test_robots_tag.py",),
    ),
    Guard("busy hosts are left alone", f"{_WEB}busy.py", "if left > 0:", "if False:", _BUSY),
    Guard(
        "busy hosts: a very long wish",
        f"{_WEB}busy.py",
        "min(reply.retry_after, LONGEST_S)",
        "reply.retry_after",
        _BUSY,
    ),
    Guard(
        "busy hosts: how many are known",
        f"{_WEB}busy.py",
        "while len(self._until) > _MOST_HOSTS:",
        "while False:",
        _BUSY,
    ),
    Guard(
        "busy hosts: originals ask first",
        f"{_IMAGES}fetching.py",
        "    services.busy.check(rung.address)\n",
        "",
        _BUSY_HOSTS,
    ),
    Guard(
        "busy hosts: originals note the wish",
        f"{_IMAGES}fetching.py",
        "    services.busy.note(reply)\n",
        "",
        _BUSY_HOSTS,
    ),
    Guard(
        "busy hosts: thumbnails ask first",
        f"{_IMAGES}thumbnails.py",
        "    services.busy.check(address)\n",
        "",
        _BUSY_HOSTS,
    ),
    Guard(
        "busy hosts: thumbnails note the wish",
        f"{_IMAGES}thumbnails.py",
        "    services.busy.note(reply)\n",
        "",
        _BUSY_HOSTS,
    ),
    Guard(
        "rests: a stated time is kept to",
        f"{_IMAGES}resting.py",
        "    if retry_after > 0:\n",
        "    if False:\n",
        _RESTING,
    ),
    Guard(
        "rests: a very long wish",
        f"{_IMAGES}resting.py",
        "min(retry_after, LONGEST_STATED_S)",
        "retry_after",
        _RESTING,
    ),
    Guard(
        "rests: who rests is not asked",
        f"{_IMAGES}turn.py",
        "if rests is not None and (resting := rests.rest(name, record)) is not None:",
        "if (resting := None) is not None:",
        ("tests/images/test_turn.py",),
    ),
    Guard(
        "rests: a record that lies in the future",
        f"{_IMAGES}resting.py",
        "if record is None or record.noted > now + CLOCK_TOLERANCE_S:",
        "if record is None:",
        _RESTING,
    ),
)
