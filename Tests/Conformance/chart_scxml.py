"""Writes the chart of a vector as SCXML, so that a test can convert it back.

An expression of CEL that the converter writes is an expression of ECMAScript too, except for a sum
of arrays.
"""

import json
import pathlib
import re
from xml.sax.saxutils import escape, quoteattr

from chart_xml import EXPRESSIONS, TEXTS

TAGS = {"atomic": "state", "compound": "state"}
ATTRIBUTES = {
    **{member: name for name, member in (TEXTS | EXPRESSIONS).items()},
    "name": "name", "binding": "binding", "autoforward": "autoforward", "location": "location",
    "delayExpr": "delayexpr", "cond": "cond", "value": "expr", "history": "type",
}
LISTS = {"events": "event", "targets": "target", "initial": "initial", "namelist": "namelist"}
CELLS = {*EXPRESSIONS.values(), "delayExpr", "cond", "value"}


def expression(cell: object) -> str:
    """Returns a cell as ECMAScript."""
    if not isinstance(cell, str):
        return json.dumps(cell)
    return re.sub(r"^(\w+) \+ (\[.*\])$", r"[].concat(\1, \2)", cell)


def attributes(item: dict) -> str:
    """Returns the attributes of an element, with a space before each."""
    found = {}
    for member, value in item.items():
        name = member.removesuffix("Ecmascript")
        if member in LISTS:
            found[LISTS[member]] = " ".join(value)
        elif member == "delay":
            found["delay"] = f"{value}ms"
        elif name in ATTRIBUTES:
            is_text = isinstance(value, str) and (name not in CELLS or name != member)
            found[ATTRIBUTES[name]] = value if is_text else expression(value)
    return "".join(f" {name}={quoteattr(value)}" for name, value in found.items())


def element(tag: str, item: dict, content: str = "") -> str:
    """Returns an element."""
    return f"<{tag}{attributes(item)}>{content}</{tag}>"


class Writer:
    """Writes a chart. The scripts that it names go to a folder."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def chart(self, chart: dict) -> str:
        """Writes the chart."""
        return element("scxml", chart, self.content(chart))

    def content(self, item: dict) -> str:
        """Writes the parts of a state or a chart."""
        parts = [element("data", data) for data in item.get("datamodel", [])]
        parts = ["<datamodel>", *parts, "</datamodel>", self.actions(item.get("script", []))]
        if "initialActions" in item:
            target = {"targets": item["initial"], "actions": item["initialActions"]}
            parts.append(f"<initial>{self.transition(target)}</initial>")
        for tag in ("onentry", "onexit"):
            parts += [f"<{tag}>{self.actions(block)}</{tag}>" for block in item.get(tag, [])]
        if "donedata" in item:
            parts.append(f"<donedata>{self.payload(item['donedata'])}</donedata>")
        if "default" in item:
            actions = item.get("defaultActions", [])
            parts.append(self.transition({"targets": item["default"], "actions": actions}))
        parts += map(self.invocation, item.get("invoke", []))
        parts += map(self.transition, item.get("transitions", []))
        return "".join(parts + list(map(self.state, item.get("states", []))))

    def state(self, state: dict) -> str:
        """Writes a state. Initial states with actions are an element."""
        names = ("id", "history") if "initialActions" in state else ("id", "history", "initial")
        head = {name: state[name] for name in names if name in state}
        return element(TAGS.get(state["kind"], state["kind"]), head, self.content(state))

    def transition(self, transition: dict) -> str:
        """Writes a transition."""
        return element("transition", transition, self.actions(transition.get("actions", [])))

    def invocation(self, invocation: dict) -> str:
        """Writes an invocation."""
        finalize = invocation.get("finalize")
        end = f"<finalize>{self.actions(finalize)}</finalize>" if finalize else ""
        return element("invoke", invocation, self.payload(invocation) + end)

    def payload(self, item: dict) -> str:
        """Writes the parameters and the content of a `send`, an invocation or a final state."""
        parts = [element("param", param) for param in item.get("params", [])]
        if "contentExpr" in item:
            parts.append(f"<content expr={quoteattr(item['contentExpr'])}/>")
        if "content" in item:
            text = item["content"]
            text = text if isinstance(text, str) else json.dumps(text)
            parts.append(f"<content>{escape(text)}</content>")
        if "contentXml" in item:
            parts.append(f"<content>{item['contentXml']}</content>")
        if "chart" in item:
            parts.append(f"<content>{self.chart(item['chart'])}</content>")
        return "".join(parts)

    def actions(self, actions: list[dict]) -> str:
        """Writes actions."""
        return "".join(map(self.action, actions))

    def action(self, action: dict) -> str:
        """Writes an action."""
        if action["do"] == "if":
            return element("if", action["branches"][0], self.branches(action["branches"]))
        content = self.payload(action) + self.actions(action.get("actions", []))
        if "src" in action:
            (self.folder / action["src"]).write_text(action["source"] + "\n")
        elif action["do"] == "script":
            content = f"\n{escape(action['source'])}\n"
        return element(action["do"], action, content)

    def branches(self, branches: list[dict]) -> str:
        """Writes the actions of the branches, with what divides them."""
        parts = [self.actions(branches[0]["actions"])]
        for branch in branches[1:]:
            condition = attributes(branch)
            parts.append(f"<elseif{condition}/>" if condition else "<else/>")
            parts.append(self.actions(branch["actions"]))
        return "".join(parts)
