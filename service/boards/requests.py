"""What clients say of data of their own, beside the documents."""

from __future__ import annotations

from railhead.service.http.schemas.fields import Strict, Switch


class PutQuery(Strict):
    """The query of a document that is put."""

    dry_run = Switch(
        text=True,
        load_default=False,
        metadata={
            "description": "Keeps nothing; the answer says all that is wrong with the document."
        },
    )
