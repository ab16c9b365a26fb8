"""Defines webhooks and their deliveries, in requests and answers."""

from typing import Final

from marshmallow import ValidationError, validates_schema

from service.faults import Fault
from service.schemas.fields import (
    always,
    choice,
    choices,
    date_time,
    flag,
    nested,
    objects,
    sometimes,
    string,
    strings,
    unbounded,
    whole,
    words,
)
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.shapes import Answer, Strict
from service.webhooks.registry import TEST, TYPES, USUAL_TYPES, WHYS
from service.webhooks.targets import LONGEST_URL

ADDRESS: Final = {"format": "uri", "pattern": "^https?://"}
"""Narrows an address, which must also resolve."""
EXAMPLE = {"url": "https://bot.example.org/longroad", "types": list(USUAL_TYPES)}


class WebhookDraftSchema(Strict):
    """A webhook to make."""

    url = words(
        LONGEST_URL,
        always(
            "The public https address to which notices are posted. A server that runs with "
            "`LONGROAD_WEBHOOKS=loopback` also takes addresses of its own machine, with http too.",
            narrow=ADDRESS,
        ),
    )
    types = choices(TYPES, sometimes("The types of notices to send; by default `turn`, `finished` and `vote`."))
    public = flag(sometimes("True if anyone may seat the webhook as a bot; by default only its own key may."))


class WebhookChangeSchema(Strict):
    """A change of a webhook."""

    url = words(
        LONGEST_URL,
        sometimes("The new address of the webhook, under the same rules as at its creation.", narrow=ADDRESS),
    )
    types = choices(TYPES, sometimes("The new list of notice types to send."))
    public = flag(sometimes("True if anyone may seat the webhook as a bot."))
    active = flag(sometimes("True to switch the webhook on again after failures, false to switch it off."))
    new_secret = flag(sometimes("True to sign with a new secret, which the answer shows once."))

    bounds = {"minProperties": 1}

    @validates_schema
    def need_some(self, change: dict[str, object], **kwargs: object) -> None:
        """Require at least one change."""
        if not change:
            raise ValidationError([Fault("some_change")])


class SwitchedOffSchema(Answer):
    """When and why a webhook was switched off."""

    since = date_time("When the webhook was switched off, in ISO 8601.")
    because = choice(
        WHYS, "Why it was switched off: 20 attempts in a row failed, its address answered 410, or its owner did it."
    )


class WebhookSchema(Answer):
    """A webhook and its settings."""

    id = words(64, "The id of the webhook, which `bot` seats name.")
    url = string("The address to which notices are posted.")
    types = strings("The types of notices that are sent.")
    public = flag("True if anyone may seat the webhook as a bot, false if only its own key may.")
    active = flag("False if the webhook is switched off and gets no notices.")
    failures = unbounded("The number of attempts that failed in a row; 20 switch the webhook off.")
    created = date_time("When the webhook was made, in ISO 8601.")
    off = nested(
        SwitchedOffSchema,
        sometimes("When and why the webhook was switched off. Absent while it is on, and if that was before 2.1."),
    )
    secret = string(sometimes("The secret that signs notices. Present only when it is new."))


class DeliverySchema(Answer):
    """A notice on its way to a webhook."""

    n = whole(1, 2**53, "The number of the delivery at its webhook, counted from 1.")
    type = choice((*TYPES, TEST), "The type of the notice that is delivered.")
    game = words(64, sometimes("The id of the game that the notice is about. Absent if it is about none."))
    seat = whole(*SEATS, sometimes("The number of the seat that the notice is for. Absent if it is about none."))
    version = whole(
        *VERSIONS,
        sometimes("The version of the game that caused the notice. Absent if it is about none."),
    )
    status = choice(
        ("pending", "delivered", "failed", "skipped"),
        "The state of the delivery; `skipped` means that the notice was out of date.",
    )
    attempts = unbounded("How many times the notice was posted.")
    code = unbounded(
        "The HTTP status that the newest attempt got; null if there was no attempt or no answer.", allow_none=True
    )
    note = string("What went wrong at the newest attempt, in English; empty if nothing did or if `code` shows it.")
    made = date_time("When the delivery was created, in ISO 8601.")
    due = date_time("When the next attempt is made, in ISO 8601; null if there is none.", allow_none=True)


class WebhookDetailSchema(WebhookSchema):
    """A webhook with its newest deliveries."""

    deliveries = objects(DeliverySchema, "The 100 newest deliveries, newest first.")


class WebhookListSchema(Answer):
    """The caller's webhooks."""

    webhooks = objects(WebhookSchema, "The caller's webhooks, oldest first.")
