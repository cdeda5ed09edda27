"""The licence of an icon as the JSON value that answers carry."""

from typing import Any

from opsin.icons.licences.terms import Terms


def license_json(terms: Terms) -> dict[str, Any]:
    """Give the licence as JSON: spdx, title, url, attribution_required and copyleft first, then what else is known.

    `spdx` is empty where the licence is not known, `url` where no address of it is. `title` is outside text.
    """
    return {
        "spdx": terms.spdx,
        "title": terms.title,
        "url": terms.url,
        "attribution_required": terms.attribution_required,
        "copyleft": terms.copyleft,
        "notice_required": terms.notice_required,
        "credit_required": terms.credit_required,
        "share_alike": terms.share_alike.value,
        "trademark": terms.trademark,
        "brand_guidelines": terms.guidelines,
        "doubt": terms.doubt,
        "evidence": terms.evidence,
        "evidence_url": terms.evidence_url,
    }
