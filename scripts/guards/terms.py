"""Guards on what providers ask of those who use their pictures."""

from scripts.guards.guard import Guard

_TURN = "src/opsin/images/turn.py"
_CALLS = "src/opsin/images/download_calls.py"
_UNSPLASH = "src/opsin/images/providers/unsplash.py"

_COLLECTIONS = ("tests/images/test_collections.py",)
_DOWNLOADS = ("tests/images/test_download_calls.py",)
_KEPT = ("tests/images/test_kept_answers.py",)

TERMS = (
    Guard(
        "terms: a licence of its own passes no filter",
        "src/opsin/images/unfit.py",
        "if own and query.licence is not LicenceFilter.ANY:",
        "if False:",
        _COLLECTIONS,
    ),
    Guard(
        "terms: what was kept is not asked again",
        _TURN,
        "if kept is not None:",
        "if False:",
        _KEPT,
    ),
    Guard(
        "terms: what was kept is not kept for ever",
        "src/opsin/images/kept_answers.py",
        "not 0 <= self._clock() - kept.created < provider.terms.keep_answers_s",
        "False",
        _KEPT,
    ),
    Guard(
        "terms: a download is told",
        "src/opsin/images/download.py",
        "return await _told(job, cell, done, begun) if done.path else done",
        "return done",
        _DOWNLOADS,
    ),
    Guard(
        "terms: a download is told once",
        _CALLS,
        "if await STORE.run(services.store.get_state, key) is not None:",
        "if False:",
        _DOWNLOADS,
    ),
    Guard(
        "terms: what could not be told counts as untold",
        _CALLS,
        "if not why:\n            await STORE.run",
        "if True:\n            await STORE.run",
        _DOWNLOADS,
    ),
    Guard(
        "terms: the key goes to the address of the setting",
        _UNSPLASH,
        'f"{base}{path}"',
        'f"{path}"',
        ("tests/images/providers/test_unsplash.py",),
    ),
    Guard(
        "terms: only a call for a download is made",
        _UNSPLASH,
        "if found is None or found.end() != len(parts.path):",
        "if found is None:",
        ("tests/images/providers/test_unsplash.py",),
    ),
    Guard(
        "terms: links back have the referral",
        _UNSPLASH,
        "back = Unsplash.terms.link_back",
        "back = str",
        ("tests/images/providers/test_unsplash.py",),
    ),
    Guard(
        "terms: results say where they are from",
        "src/opsin/images/wording.py",
        "notes += filter(None, (terms_of(name).notice for name in shown))",
        "del shown",
        _COLLECTIONS,
    ),
)
