"""Converts SCXML with the datamodel of ECMAScript to the charts of the vectors."""

import json
import pathlib
import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from ecmascript_cel import assigns, cell, kind_of, quoted

STATES = ("state", "parallel", "final", "history")
# The members for the attributes of actions and invocations: texts and expressions.
TEXTS = {
    "event": "event", "target": "target", "id": "id", "idlocation": "idLocation", "type": "type",
    "src": "src", "sendid": "sendId", "item": "item", "index": "index", "label": "label",
}
EXPRESSIONS = {
    "eventexpr": "eventExpr", "targetexpr": "targetExpr", "typeexpr": "typeExpr",
    "srcexpr": "srcExpr", "sendidexpr": "sendIdExpr", "array": "array",
}
# The types of a `send` that mean the same as none.
DEFAULT_TYPES = ("scxml", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor")
UNITS = {"": 1, "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}
NAMESPACE = "{http://www.w3.org/2005/07/scxml}"


class Unsupported(Exception):
    """The chart has a part that vectors do not describe."""


class Builder(ElementTree.TreeBuilder):
    """Builds the elements of a document without a document type, which could declare entities."""

    def doctype(self, *_) -> None:
        """Refuses a document type."""
        raise Unsupported("a document type")


def read(text: bytes) -> Element:
    """Reads a chart and drops the namespace of SCXML. There must be no other one."""
    root = ElementTree.fromstring(text, ElementTree.XMLParser(target=Builder()))
    for element in root.iter():
        element.tag = element.tag.removeprefix(NAMESPACE)
        if "}" in element.tag:
            raise Unsupported(f"the element {element.tag}")
    if root.tag != "scxml":
        raise Unsupported(f"the root {root.tag}")
    return root


def children(element: Element, *tags: str) -> list[Element]:
    """Returns the children with one of these tags."""
    return [child for child in element if child.tag in tags]


def required(element: Element, name: str) -> str:
    """Returns an attribute that must be there."""
    if element.get(name) is None:
        raise Unsupported(f"a {element.tag} without {name}")
    return element.get(name).strip()


def present(members: dict) -> dict:
    """Returns the members that are not empty."""
    return {name: value for name, value in members.items() if value}


def normalized(text: str | None) -> str:
    """Returns a text with one space for each white space."""
    return " ".join((text or "").split())


def json_value(text: str) -> object:
    """Returns the value of a JSON text, or else the text with one space for each white space."""
    try:
        return json.loads(text, parse_constant=refuse)
    except ValueError:
        return normalized(text)


def refuse(value: object) -> None:
    """Raises an error for a value that is not expected."""
    raise ValueError(value)


def value_source(element: Element) -> str | None:
    """Returns the expression of a value: also for a content, of which a word is a text."""
    text = (element.text or "").strip()
    if element.get("expr") is not None or not text:
        return element.get("expr")
    is_value = text[0] in "[{" or not isinstance(json_value(text), str)
    return text if is_value else json.dumps(normalized(text), ensure_ascii=False)


def only_child(element: Element) -> Element:
    """Returns the only element in an element. There must be no text beside it."""
    child, *others = element
    if others or (element.text or "").strip() or (child.tail or "").strip():
        raise Unsupported(f"a {element.tag} with more than one element")
    return child


def xml_text(element: Element) -> str:
    """Returns an element as text, with no white space around its lines."""
    text = ElementTree.tostring(element, encoding="unicode")
    return "\n".join(line.strip() for line in text.strip().splitlines())


def milliseconds(delay: str) -> int | None:
    """Returns the number of milliseconds of a delay; `None` if it is no delay."""
    found = re.fullmatch(r"(\d*\.?\d+)(ms|s|m|h|)", delay)
    return round(float(found[1]) * UNITS[found[2]]) if found else None


def script_source(element: Element, folder: pathlib.Path) -> str:
    """Returns the source of a script, which may be in a file beside the chart."""
    if not element.get("src"):
        return (element.text or "").strip()
    file = (folder / element.get("src")).resolve()
    if not (file.is_relative_to(folder.resolve()) and file.is_file()):
        raise Unsupported(f"the script {element.get('src')}")
    return file.read_text(encoding="utf-8").strip()


def variable_kinds(root: Element, folder: pathlib.Path, is_invoked: bool) -> dict[str, str]:
    """Returns the kinds of a chart's variables: what they certainly are if not `undefined`.

    They can be anything if a chart gets values from the one that invokes it, or if a script is not
    translated.
    """
    elements = descendants(root)
    sources = [script_source(item, folder) for item in elements if item.tag == "script"]
    scripts = [assigns(source, {}).get("assigns") for source in sources]
    written = [(item["location"], "any") for script in scripts for item in script or []]
    kinds = joined_kinds(writes([item for item in elements if item.tag == "data"], {}))
    previous = None
    while kinds != previous:
        written += writes(elements, kinds)
        previous, kinds = kinds, joined_kinds(written)
    return dict.fromkeys(kinds, "any") if is_invoked or None in scripts else kinds


def descendants(element: Element) -> list[Element]:
    """Returns all elements below, without those of invoked charts."""
    inner = [child for child in element if child.tag != "scxml"]
    return inner + [item for child in inner for item in descendants(child)]


def writes(elements: list[Element], kinds: dict[str, str]) -> list[tuple[str, str]]:
    """Returns the names of the variables that elements write, each with the kind of the value."""
    found = []
    for element in elements:
        if element.tag in ("data", "assign"):
            name = required(element, "id" if element.tag == "data" else "location")
            is_outside = element.get("src") or len(element)
            kind = "any" if is_outside else kind_of(value_source(element) or "null", kinds)
            found.append((name, kind))
        for attribute, kind in (("idlocation", "text"), ("index", "number"), ("item", "any")):
            if element.get(attribute):
                found.append((element.get(attribute), kind))
    return found


def joined_kinds(found: list[tuple[str, str]]) -> dict[str, str]:
    """Returns the kind of each variable: that of all its values but `null`, or else `any`.

    A number or a fraction counts as a fraction.
    """
    kinds = {name: set() for name, _ in found if name.isidentifier()}
    for name, kind in found:
        if name in kinds and kind != "null":
            kinds[name].add(kind)
    for values in kinds.values():
        if "fraction" in values:
            values.discard("number")
    return {name: values.pop() if len(values) == 1 else "any" for name, values in kinds.items()}


class Converter:
    """Converts the chart of an element. The scripts that it names are in a folder."""

    def __init__(self, root: Element, folder: pathlib.Path, is_invoked: bool = False):
        self.root = root
        self.folder = folder
        self.kinds = variable_kinds(root, folder, is_invoked)

    def cell(self, name: str, source: str) -> dict:
        """Translates an expression."""
        return cell(name, source, self.kinds)

    def chart(self) -> dict:
        """Converts the chart."""
        late = self.root.get("binding") == "late"
        head = {"name": self.root.get("name"), "binding": "late" if late else None}
        scripts = [self.action(item) for item in children(self.root, "script")]
        entered = self.entered(self.root)
        return present({**head, **entered, "script": scripts, **self.content(self.root)})

    def entered(self, element: Element) -> dict:
        """Converts the initial states and the variables of a state or a chart."""
        result = {"initial": element.get("initial", "").split()}
        for transition in (item for initial in children(element, "initial") for item in initial):
            result["initial"] = required(transition, "target").split()
            result["initialActions"] = self.actions(transition)
        models = children(element, "datamodel")
        return {**result, "datamodel": [self.data(item) for model in models for item in model]}

    def content(self, element: Element) -> dict:
        """Converts the transitions and the states of a state or a chart."""
        return {
            "transitions": [self.transition(item) for item in children(element, "transition")],
            "states": [self.state(item) for item in children(element, *STATES)],
        }

    def state(self, element: Element) -> dict:
        """Converts a state."""
        kind = element.tag
        if kind == "state":
            kind = "compound" if children(element, *STATES) else "atomic"
        head = {"id": required(element, "id"), "kind": kind}
        if kind == "history":
            return present({**head, **self.history(element)})
        payloads = [self.payload(item) for item in children(element, "donedata")]
        return present({
            **head,
            **self.entered(element),
            "onentry": [self.actions(block) for block in children(element, "onentry")],
            "onexit": [self.actions(block) for block in children(element, "onexit")],
            "donedata": payloads[0] if payloads else None,
            "invoke": [self.invocation(item) for item in children(element, "invoke")],
            **self.content(element),
        })

    def history(self, element: Element) -> dict:
        """Converts the kind and the default of a history."""
        for transition in children(element, "transition"):
            target, actions = required(transition, "target"), self.actions(transition)
            kind = element.get("type", "shallow")
            return {"history": kind, "default": target.split(), "defaultActions": actions}
        raise Unsupported("a history without a default")

    def transition(self, element: Element) -> dict:
        """Converts a transition."""
        targets = element.get("target", "").split()
        head = {"events": element.get("event", "").split(), "targets": targets}
        kind = element.get("type", "external") if targets else None
        rest = present({**head, "type": kind, "actions": self.actions(element)})
        return self.condition(element) | rest

    def condition(self, element: Element) -> dict:
        """Converts a condition, if there is one."""
        return self.cell("cond", element.get("cond")) if element.get("cond") else {}

    def data(self, element: Element) -> dict:
        """Converts the declaration of a variable."""
        result = {"id": element.get("id")}
        if element.get("src"):
            return {**result, "src": element.get("src")}
        return result | self.value(element)

    def value(self, element: Element) -> dict:
        """Converts an expression, or a content: XML, an array, an object, a number, or a text."""
        if element.get("expr") is None and len(element):
            return {"valueXml": xml_text(only_child(element))}
        source = value_source(element)
        return {} if source is None else self.cell("value", source)

    def actions(self, element: Element) -> list[dict]:
        """Converts the actions in an element."""
        return [self.action(item) for item in element]

    def action(self, element: Element) -> dict:
        """Converts an action."""
        result = {"do": element.tag, **self.attributes(element)}
        match element.tag:
            case "raise" | "cancel":
                return result
            case "log":
                return result | self.logged(element)
            case "assign":
                return {**result, "location": required(element, "location"), **self.value(element)}
            case "if":
                return {**result, "branches": self.branches(element)}
            case "foreach":
                return {**result, "actions": self.actions(element)}
            case "send":
                return result | self.delay(element) | self.payload(element)
            case "script":
                source = script_source(element, self.folder)
                return {**result, "source": source, **assigns(source, self.kinds)}
        raise Unsupported(f"the action {element.tag}")

    def attributes(self, element: Element) -> dict:
        """Converts the attributes of an action or an invocation."""
        result = present({member: element.get(name) for name, member in TEXTS.items()})
        if element.tag == "send" and result.get("type") in DEFAULT_TYPES:
            del result["type"]
        for name, member in EXPRESSIONS.items():
            if element.get(name) is not None:
                result |= self.cell(member, element.get(name))
        return result

    def logged(self, element: Element) -> dict:
        """Converts the value of a log. No test compares it, so one that cannot fail is any text."""
        result, source = self.value(element), element.get("expr", "")
        if "valueEcmascript" in result and "JSON.stringify(" in source:
            return {"value": quoted(source)}
        return result

    def branches(self, element: Element) -> list[dict]:
        """Converts the branches of an `if`."""
        found = [self.branch(element)]
        for item in element:
            if item.tag in ("elseif", "else"):
                found.append(self.branch(item))
            else:
                found[-1]["actions"].append(self.action(item))
        return found

    def branch(self, element: Element) -> dict:
        """Returns a branch without actions."""
        condition = self.condition(element)
        if not condition and element.tag != "else":
            raise Unsupported(f"the branch {element.tag} without cond")
        return {**condition, "actions": []}

    def delay(self, element: Element) -> dict:
        """Converts the delay of a `send`."""
        expression = element.get("delayexpr")
        delay = milliseconds((expression or element.get("delay", "0")).strip("'\" "))
        if delay is not None:
            return present({"delay": delay})
        if expression:
            return self.cell("delayExpr", expression)
        raise Unsupported(f"the delay {element.get('delay')}")

    def payload(self, element: Element) -> dict:
        """Converts what a `send`, an invocation or a final state carries."""
        params = [self.param(item) for item in children(element, "param")]
        result = present({"namelist": element.get("namelist", "").split(), "params": params})
        for content in children(element, "content"):
            result |= self.body(content)
        return result

    def param(self, element: Element) -> dict:
        """Converts a parameter, whose location is an expression too."""
        source = element.get("expr", element.get("location", ""))
        return {"name": element.get("name"), **self.cell("value", source)}

    def body(self, content: Element) -> dict:
        """Converts the content of a `send`, an invocation or a final state."""
        if content.get("expr") is not None:
            return self.cell("contentExpr", content.get("expr"))
        if not len(content):
            return {"content": json_value(content.text or "")}
        item = only_child(content)
        if item.tag == "scxml":
            return {"chart": Converter(item, self.folder, is_invoked=True).chart()}
        return {"contentXml": xml_text(item)}

    def invocation(self, element: Element) -> dict:
        """Converts an invocation."""
        finalize = [self.actions(item) for item in children(element, "finalize")]
        return self.attributes(element) | self.payload(element) | present({
            "autoforward": element.get("autoforward") == "true",
            "finalize": finalize[0] if finalize else None,
        })


def convert(file: pathlib.Path) -> dict:
    """Converts the chart of a file."""
    return Converter(read(file.read_bytes()), file.parent).chart()
