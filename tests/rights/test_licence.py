from opsin.rights.licence import UNKNOWN, Licence
from opsin.rights.openverse import openverse_licence
from opsin.rights.wikimedia import wikimedia_licence


def test_a_record_survives_the_store() -> None:
    for licence in (
        UNKNOWN,
        openverse_licence("by-nc", "2.0"),
        wikimedia_licence({"License": "cc-by-sa-3.0-de", "Restrictions": "trademarked"}),
    ):
        assert Licence.from_json(licence.to_json()) == licence
