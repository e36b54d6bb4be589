"""Finds what a statechart needs of an interpreter: the member `needs` of its vector.

The rules read the converted chart. Of a chart in an `invoke`, which runs elsewhere, only the
ECMAScript counts.
"""

import collections.abc
import re

from ecmascript_cel import kind_of

SYSTEM = re.compile(
    r"\b_event\.(?:invokeid|origin|origintype|sendid|type)\b|\bin _event\b"
    r"|\b(?:_ioprocessors|_name|_sessionid)\b")
NAME = re.compile(r"[A-Za-z_$][\w$]*")
# What W3C's suite uses as a variable that no chart declares.
UNDECLARED = "foo.bar.baz"
PAYLOAD = {"params", "namelist", "content", "contentExpr", "contentXml", "chart"}


def objects(item) -> collections.abc.Iterator[dict]:
    """Yields each object of a chart, without invoked charts and the contents of sends."""
    if isinstance(item, list):
        for value in item:
            yield from objects(value)
    elif isinstance(item, dict):
        yield item
        for name, value in item.items():
            if name not in ("chart", "content", "value", "assigns"):
                yield from objects(value)


def texts(found: list[dict]) -> list[str]:
    """Returns the CEL expressions."""
    cells = [
        value for item in found for name, value in item.items()
        if name in ("cond", "value", "array") or name.endswith("Expr")
    ]
    return [cell for cell in cells if isinstance(cell, str)]


def has_ecmascript(item) -> bool:
    """Returns whether a chart, or one that it invokes, has ECMAScript that was not translated."""
    if isinstance(item, list):
        return any(map(has_ecmascript, item))
    if not isinstance(item, dict):
        return False
    if item.get("do") == "script" and "assigns" not in item:
        return True
    return any(name.endswith("Ecmascript") or has_ecmascript(value) for name, value in item.items())


def is_prefix(descriptor: str, names: set[str]) -> bool:
    """Returns whether a descriptor, which is not `*`, is there to match longer names too."""
    if descriptor.endswith(".*") or descriptor in ("error", "done", "done.state", "done.invoke"):
        return True
    return any(name.startswith(f"{descriptor}.") for name in names)


def enters_deeper(state: dict) -> bool:
    """Returns whether `initial` is not one child."""
    initial = state.get("initial", [])
    return len(initial) > 1 or not {*initial} <= {child["id"] for child in state.get("states", [])}


def action_marks(action: dict) -> dict[str, bool]:
    """Returns the marks, each with whether an action has it."""
    kind = action["do"]
    is_send = kind == "send"
    is_internal = action.get("target") == "#_internal"
    is_delayed = bool(action.get("delay")) or "delayExpr" in action
    is_http = "BasicHTTP" in action.get("type", "")
    location = action.get("location", action.get("item", "name"))
    return {
        kind: kind in ("assign", "cancel", "foreach", "if", "script"),
        "invalid-location": not NAME.fullmatch(location),
        "raise": kind == "raise" or is_internal,
        "send": is_send and not is_internal and not is_delayed,
        "delayed-send": is_delayed,
        "send-target": not is_internal and ("target" in action or "targetExpr" in action),
        "send-type": "typeExpr" in action or "type" in action and not is_http,
        "send-id": "idLocation" in action,
        "http-io": is_http,
    }


def transition_marks(transition: dict, names: set[str]) -> dict[str, bool]:
    """Returns the marks of a transition. The names are those of all events that are sent."""
    events = transition.get("events", [])
    return {
        "eventless": not events,
        "targetless": "targets" not in transition,
        "multiple-events": len(events) > 1,
        "multiple-targets": len(transition.get("targets", [])) > 1,
        "internal-transition": transition.get("type") == "internal",
        "wildcard-event": "*" in events,
        "error-events": any(event.split(".")[0] == "error" for event in events),
        "invoke-done": any(event.startswith("done.invoke") for event in events),
        "final/done": any(event.startswith("done.state") for event in events),
        "prefix-event-match": any(is_prefix(event, names) for event in events if event != "*"),
    }


def state_marks(state: dict) -> dict[str, bool]:
    """Returns the marks of a state, or of the chart, which has no kind."""
    kind = state.get("kind")
    children = state.get("states", [])
    return {
        "hierarchy": kind == "compound",
        "parallel": kind == "parallel",
        "history": kind == "history",
        "history-deep": state.get("history") == "deep",
        "final/done": bool(kind) and any(child["kind"] == "final" for child in children),
        "deep-initial": enters_deeper(state),
        "initial-actions": "initialActions" in state,
        "datamodel": "datamodel" in state,
        "local-datamodel": bool(kind) and "datamodel" in state,
        "root-transition": not kind and "transitions" in state,
        "late-binding": state.get("binding") == "late",
        "invoke": "invoke" in state,
    }


def expression_marks(text: str) -> dict[str, bool]:
    """Returns the marks of an expression of CEL."""
    return {
        "event-data": "_event.data" in text,
        "in-predicate": "In(" in text,
        "invalid-expression": text == UNDECLARED or kind_of(text, {}) == "illegal",
        "system-variables": bool(SYSTEM.search(text)),
    }


def marks(chart: dict, script: dict) -> list[str]:
    """Returns the marks of a chart, in the order of the alphabet."""
    found = list(objects(chart))
    transitions = [item for state in found for item in state.get("transitions", [])]
    names = {item["event"] for item in found if "event" in item}
    names |= {step["event"]["name"] for step in script["events"]}
    expressions = texts(found)
    locations = [item["location"] for item in found if "location" in item]
    lists = [state.get(name, []) for state in found for name in ("datamodel", "invoke")]
    every = [{
        "cond": any("cond" in item or "condEcmascript" in item for item in transitions),
        "ecmascript": has_ecmascript(chart),
        "event-data": any(PAYLOAD & item.keys() for item in found),
        "external-file": any("src" in item or "srcExpr" in item for item in sum(lists, [])),
        "xml-data": any("contentXml" in item or "valueXml" in item for item in found),
    }]
    every += [expression_marks(text) for text in expressions]
    every += [{"system-variables": bool(SYSTEM.search(location))} for location in locations]
    every += [action_marks(item) for item in found if "do" in item]
    every += [transition_marks(item, names) for item in transitions]
    every += [state_marks(item) for item in found if "states" in item or "kind" in item]
    return sorted({mark for one in every for mark, holds in one.items() if holds})
