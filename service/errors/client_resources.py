"""What goes wrong with analyses, and with data, tokens and webhooks of a client's own."""

from __future__ import annotations

from railhead.service.errors.problem import Problem


class AnalysesNotAllowed(Problem):
    """Analyses may not be asked for in the match now. Carries `analyses`, as chosen at creation."""

    slug = "analyses-not-allowed"
    status = 403
    title = "Analyses may not be asked for here now"
    fix = "Read analyses of the match: it says who may ask for them, and when."


class TooManyAnalyses(Problem):
    """As many analyses run for the caller in this match, or in it at all, as may at once."""

    slug = "too-many-analyses"
    status = 429
    title = "Too many analyses are running"
    fix = "Wait until one has ended, or cancel one with DELETE."


class NoSuchAnalysis(Problem):
    """The caller has asked for no analysis of this number in the match, or it is gone by now."""

    slug = "no-such-analysis"
    status = 404
    title = "There is no such analysis"
    fix = "GET analyses lists yours; the oldest make room for others, and all go after a while."


class NoSuchData(Problem):
    """There is no document of this name, or its option names no data."""

    slug = "no-such-data"
    status = 404
    title = "There is no such document"
    fix = "GET /v1/me/data lists your documents, GET /v1/games/{game} the options and their files."


class TooMuchData(Problem):
    """The client has as many documents, or bytes of them, as one may keep.

    Carries `documents` and `bytes`, how much that is.
    """

    slug = "too-much-data"
    status = 409
    title = "The client keeps as much data as one may"
    fix = "Delete a document that you no longer need; running matches keep what they began with."


class NoSuchToken(Problem):
    """The client has no token of this id, or not any more."""

    slug = "no-such-token"
    status = 404
    title = "There is no such token"
    fix = "GET /v1/me/tokens lists the tokens of the client; one that is not there opens nothing."


class TooManyTokens(Problem):
    """The client has as many tokens as one may. Carries `most`, how many besides the main one."""

    slug = "too-many-tokens"
    status = 409
    title = "The client has as many tokens as one may"
    fix = "Revoke a token that you no longer need with DELETE /v1/me/tokens/{token}."


class MainToken(Problem):
    """The main token of a client is not revoked alone."""

    slug = "main-token"
    status = 409
    title = "The main token is not revoked alone"
    fix = "POST /v1/me/token puts another one in its place; DELETE /v1/me revokes the client."


class NoWebhook(Problem):
    """The client has no webhook."""

    slug = "no-webhook"
    status = 404
    title = "There is no webhook"
    fix = "PUT /v1/me/webhook with the url that events shall go to."


class NoSuchDelivery(Problem):
    """No delivery of the client's webhook has this id, or it is no longer kept."""

    slug = "no-such-delivery"
    status = 404
    title = "There is no such delivery"
    fix = "GET /v1/me/webhook/deliveries lists those that are kept."


class WebhookDisabled(Problem):
    """The client's webhook is switched off: nothing is sent."""

    slug = "webhook-disabled"
    status = 409
    title = "The webhook is switched off"
    fix = "Mend the endpoint, then PUT /v1/me/webhook again."
