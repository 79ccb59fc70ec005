"""What of a contract its clients would notice: what they send and get that is no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

METHODS: Final = ("get", "post", "put", "delete", "patch")

Document = Mapping[str, Any]


def breaking(old: Document, new: Document) -> list[str]:
    """Every way in which a client made for `old` may fail with `new`, in words.

    A client may send all that it could, and finds in answers all that it found. Answers may have
    more members, and more values and kinds where there is a list of them; requests may have more
    optional members.
    """
    return list(dict.fromkeys(Comparison(old, new).found()))


class Comparison:
    """Two contracts side by side."""

    def __init__(self, old: Document, new: Document) -> None:
        self.old = old
        self.new = new
        self._seen: set[tuple[str, str, bool]] = set()

    def found(self) -> Iterator[str]:
        """All differences that matter."""
        for path, item in self.old["paths"].items():
            for method in METHODS:
                if method in item:
                    after = self.new["paths"].get(path, {}).get(method)
                    where = f"{method.upper()} {path}"
                    if after is None:
                        yield f"{where} is gone"
                    else:
                        yield from self._operation(where, item[method], after)

    def _operation(self, where: str, old: Document, new: Document) -> Iterator[str]:
        before, after = _parameters(self.old, old), _parameters(self.new, new)
        for key in before.keys() - after.keys():
            yield f"{where}: parameter {key[1]} is gone"
        for key, one in after.items():
            if one.get("required") and not before.get(key, {}).get("required"):
                yield f"{where}: parameter {key[1]} is needed now"
            if key in before:
                place = f"{where}: parameter {key[1]}"
                yield from self._schema(place, before[key]["schema"], one["schema"], sent=True)
        if "requestBody" in old or "requestBody" in new:
            yield from self._body(where, old.get("requestBody", {}), new.get("requestBody", {}))
        for status, answer in old["responses"].items():
            if status not in new["responses"]:
                yield f"{where}: {status} is gone"
            elif status < "400":
                yield from self._content(f"{where} {status}", answer, new["responses"][status])

    def _body(self, where: str, old: Document, new: Document) -> Iterator[str]:
        if new.get("required") and not old.get("required"):
            yield f"{where}: a body is needed now"
        yield from self._content(f"{where} body", old, new, sent=True)

    def _content(
        self, where: str, old: Document, new: Document, sent: bool = False
    ) -> Iterator[str]:
        for media, content in old.get("content", {}).items():
            after = new.get("content", {}).get(media)
            if after is None:
                yield f"{where}: {media} is gone"
            else:
                yield from self._schema(where, content["schema"], after["schema"], sent)

    def _schema(self, where: str, old: Document, new: Document, sent: bool) -> Iterator[str]:
        pair = (str(old.get("$ref", where)), str(new.get("$ref", where)), sent)
        if pair in self._seen:
            return
        self._seen.add(pair)
        old, new = _resolved(self.old, old), _resolved(self.new, new)
        if "oneOf" in old or "oneOf" in new:
            yield from self._kinds(where, old, new, sent)
            return
        wider, narrower = (new, old) if sent else (old, new)
        if not _types(narrower) <= _types(wider):
            yield f"{where}: was {sorted(_types(old))}, is {sorted(_types(new))}"
        if sent and not _values(old) <= (_values(new) or _values(old)):
            yield f"{where}: its values were {sorted(_values(old))}, are {sorted(_values(new))}"
        yield from self._members(where, old, new, sent)
        if "items" in old and "items" in new:
            yield from self._schema(f"{where}[]", old["items"], new["items"], sent)

    def _members(self, where: str, old: Document, new: Document, sent: bool) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        for name, schema in before.items():
            if name in after:
                yield from self._schema(f"{where}.{name}", schema, after[name], sent)
            elif after or not sent:
                yield f"{where}.{name} is gone"
        needed_before, needed = set(old.get("required", ())), set(new.get("required", ()))
        for name in needed - needed_before if sent else needed_before - needed:
            yield f"{where}.{name} is {'needed now' if sent else 'not always there any more'}"

    def _kinds(self, where: str, old: Document, new: Document, sent: bool) -> Iterator[str]:
        before, after = _by_kind(old), _by_kind(new)
        for kind, schema in before.items():
            if kind in after:
                yield from self._schema(f"{where}<{kind}>", schema, after[kind], sent)
            elif sent:
                yield f"{where}: the kind {kind} is gone"


def _parameters(document: Document, operation: Document) -> dict[tuple[str, str], Document]:
    """What an operation takes, by where it stands and its name."""
    found = [_resolved(document, one) for one in operation.get("parameters", ())]
    return {(one["in"], one["name"]): one for one in found}


def _resolved(document: Document, schema: Document) -> Document:
    while "$ref" in schema:
        place: Any = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            place = place[part]
        schema = place
    return schema


def _types(schema: Document) -> set[str]:
    kind = schema.get("type", [])
    return {kind} if isinstance(kind, str) else set(kind)


def _values(schema: Document) -> set[str]:
    values = [schema["const"]] if "const" in schema else schema.get("enum", [])
    return {str(value) for value in values}


def _by_kind(schema: Document) -> dict[str, Any]:
    """The schemas of a choice by the value that tells them apart; of none, the one there is."""
    mapping = schema.get("discriminator", {}).get("mapping")
    if mapping is None:
        return {str(number): one for number, one in enumerate(schema.get("oneOf", [schema]))}
    return {kind: {"$ref": place} for kind, place in mapping.items()}
