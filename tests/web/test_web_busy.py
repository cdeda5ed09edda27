import pytest

from opsin.errors import BadStatus
from opsin.web.busy import LONGEST_S, BusyHosts
from opsin.web.reply import Reply

ADDRESS = "https://pictures.example/a.jpg"


def reply(status: int, retry_after: str = "", url: str = ADDRESS) -> Reply:
    return Reply(url, status, {"retry-after": retry_after} if retry_after else {}, b"")


@pytest.mark.parametrize("status", [429, 503])
def test_a_host_is_not_asked_before_it_wants_to_be(status: int) -> None:
    now = [100.0]
    busy = BusyHosts(lambda: now[0])
    busy.check(ADDRESS)
    busy.note(reply(status, "30"))
    now[0] = 129.5
    with pytest.raises(BadStatus, match=r"pictures\.example asked to be left alone.*again in 1 s") as caught:
        busy.check("https://PICTURES.example/b.jpg")
    assert caught.value.status == 429
    busy.check("https://other.example/a.jpg")
    now[0] = 130.0
    busy.check(ADDRESS)


def test_a_date_is_read_too_and_a_very_long_wish_is_cut() -> None:
    now = [100.0]
    busy = BusyHosts(lambda: now[0])
    busy.note(reply(429, "Wed, 01 Jan 2200 00:00:00 GMT"))
    now[0] = 100.0 + LONGEST_S - 1
    with pytest.raises(BadStatus):
        busy.check(ADDRESS)
    now[0] += 2
    busy.check(ADDRESS)


@pytest.mark.parametrize(("status", "retry_after"), [(429, ""), (200, "30"), (404, "30"), (429, "soon")])
def test_other_answers_say_nothing(status: int, retry_after: str) -> None:
    busy = BusyHosts()
    busy.note(reply(status, retry_after))
    busy.check(ADDRESS)


def test_it_remembers_a_bounded_number_of_hosts() -> None:
    busy = BusyHosts(lambda: 0.0)
    for number in range(1_500):
        busy.note(reply(429, "30", f"https://h{number}.example/"))
    busy.check("https://h1.example/")
    with pytest.raises(BadStatus):
        busy.check("https://h1499.example/")
