from datetime import date

from opsin.cli.doctor_chains import check_chains
from opsin.cli.findings import Finding, Level
from opsin.images.providers.registry import provider_names
from tests.images.providers.asked import settings

TODAY = date(2026, 11, 30)
GOOGLE = {"google_cse_key": "g", "google_cse_cx": "e"}


def found(today: date = TODAY, **environ: str) -> dict[str, Finding]:
    return {finding.what: finding for finding in check_chains(settings(**environ), today)}


def test_the_chains_are_told() -> None:
    assert found()["providers"].told == "duckduckgo → wikimedia; with a licence filter openverse → wikimedia"
    assert found(brave_api_key="b")["providers"].told.startswith("brave → duckduckgo → wikimedia; ")


def test_every_provider_is_told_of_and_what_turns_it_on() -> None:
    findings = found()
    assert set(provider_names()) <= set(findings)
    assert findings["serper"].told.startswith("off (OPSIN_SERPER_API_KEY not set). ")
    assert "2,500 credits free" in findings["serper"].told
    assert "$5 a month" in found(brave_api_key="b")["brave"].told
    assert not found(brave_api_key="b")["brave"].told.startswith("off")


def test_the_end_of_one_that_is_used_is_warned_of() -> None:
    for today, level, part in (
        (date(2026, 1, 5), Level.OK, "100 requests a day"),
        (TODAY, Level.WARN, "ends on 2027-01-01"),
        (date(2027, 1, 1), Level.WARN, "ended on 2027-01-01"),
    ):
        finding = found(today, **GOOGLE)["google_cse"]
        assert finding.level is level
        assert part in finding.told


def test_it_is_asked_on_after_its_end() -> None:
    assert found(date(2027, 6, 1), **GOOGLE)["providers"].told.startswith("google_cse → ")


def test_one_that_is_not_used_gives_no_warning() -> None:
    assert {finding.level for finding in found(date(2027, 6, 1)).values()} == {Level.OK}


def test_keys_are_not_told() -> None:
    told = str(found(brave_api_key="secret-of-brave", serper_api_key="secret-of-serper"))
    assert "secret-of" not in told
