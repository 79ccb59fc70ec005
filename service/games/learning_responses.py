"""What the service answers to who learns a game."""

from __future__ import annotations

from marshmallow import fields

from railhead.service.http.schemas.fields import Integer, Strict, object_of, text_of


class RulesParagraph(Strict):
    """One rule."""

    anchor = text_of("Its name in addresses.")
    text = text_of("What it says.")
    actions = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The action types that it is about."},
    )
    components = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The tables of components, or entries, as `table/name`."},
    )


class RulesSection(Strict):
    """Rules that belong together."""

    anchor = text_of("Its name in addresses.")
    title = text_of("Its title.")
    paragraphs = fields.List(
        fields.Nested(RulesParagraph), required=True, metadata={"description": "In order."}
    )


class PlayerRulesShown(Strict):
    """The rules of a game for its players."""

    game = text_of("The game's id.")
    name = text_of("Its name.")
    language = text_of("Of the texts, as BCP 47 has it.")
    summary = text_of("The game in a sentence or two.")
    sections = fields.List(
        fields.Nested(RulesSection), required=True, metadata={"description": "In order."}
    )


class Attempt(Strict):
    """An action to take."""

    type = text_of("Its type.")
    label = text_of("A regular expression that is found in its label; empty for any.")


class TutorialStep(Strict):
    """A step of a tutorial."""

    text = text_of("What to say.")
    look = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Ids of elements of the picture to look at."},
    )
    attempt = fields.Nested(
        Attempt,
        required=True,
        allow_none=True,
        metadata={"description": "What to take; null where the step is for reading."},
    )
    rules = text_of("`#` and the anchor of a paragraph in `player_rules`; or empty.")


class TutorialShown(Strict):
    """A first match, with what to say while it is played."""

    game = text_of("The game's id.")
    name = text_of("Its name.")
    language = text_of("Of the texts, as BCP 47 has it.")
    minutes = Integer(1, 60, required=True, metadata={"description": "About how long it takes."})
    match = object_of("What to create the match with.")
    steps = fields.List(
        fields.Nested(TutorialStep), required=True, metadata={"description": "In order."}
    )
    reminders = fields.List(
        fields.Nested(TutorialStep),
        required=True,
        metadata={
            "description": "To be said after the steps, until the result, each when an action is "
            "legal that fits its `attempt`."
        },
    )
