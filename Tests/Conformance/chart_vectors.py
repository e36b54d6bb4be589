"""Converts the statecharts of a checkout of jbeard4/scxml-test-framework to JSON."""

import json
import pathlib
import re
import shutil
import sys
from xml.etree import ElementTree

import chart_xml
from chart_marks import marks

W3C = "w3c-ecma"
# The file of each group. All others are in `core`.
FILES = {
    **dict.fromkeys(("parallel", "parallel+interrupt", "more-parallel"), "parallel"),
    "history": "history",
    **dict.fromkeys((
        "actionSend", "assign", "assign-current-small-step", "data", "delayedSend", "foreach",
        "if-else", "script", "script-src", "send-data", "send-idlocation", "send-internal",
    ), "actions"),
    W3C: "w3c",
}
DESCRIPTION_LENGTH = 600
# What a file that is not as expected can raise.
PROBLEMS = (
    chart_xml.Unsupported, ElementTree.ParseError, LookupError, ValueError, TypeError,
    AttributeError, RecursionError,
)


def convert(checkout: pathlib.Path, commit: str | None, output: pathlib.Path) -> int:
    """Writes the vectors of a checkout, with its license, and returns their number."""
    charts = (checkout / "test").glob("*/*.scxml")
    charts = [file for file in charts if file.with_suffix(".json").exists()]
    charts.sort(key=lambda file: f"{file.parent.name}/{file.stem}")
    if not charts:
        raise SystemExit(f"{checkout / 'test'} has no statecharts")
    files = {name: [] for name in ("core", "parallel", "history", "actions", "w3c")}
    for file in charts:
        try:
            text = json.dumps(vector(file), allow_nan=False)
            files[FILES.get(file.parent.name, "core")].append(text)
        except PROBLEMS as problem:
            report(file, f"left out: {problem!r}")
    output.mkdir(parents=True)
    for name, vectors in files.items():
        (output / f"{name}.json").write_text(suite(vectors, commit), encoding="utf-8")
    for file in checkout.glob("LICENSE*"):
        shutil.copyfile(file, output / file.name)
    return sum(map(len, files.values()))


def report(file: pathlib.Path, problem: str) -> None:
    """Prints a problem of a chart."""
    print(f"{file.parent.name}/{file.stem}: {problem}", file=sys.stderr)


def vector(file: pathlib.Path) -> dict:
    """Converts a chart and the script beside it."""
    group = file.parent.name
    source = json.loads(file.with_suffix(".json").read_bytes())
    for name in source.keys() - {"initialConfiguration", "events"}:
        report(file, f"not converted: {name}")
    steps = script(source)
    chart = chart_xml.convert(file)
    return {
        "name": file.stem,
        "group": group,
        **(description(file) if group == W3C else {}),
        "needs": marks(chart, steps),
        "chart": chart,
        "script": steps,
    }


def description(file: pathlib.Path) -> dict:
    """Returns the first comment of a chart."""
    found = re.search("<!--(.*?)-->", file.read_text(encoding="utf-8"), re.DOTALL)
    text = chart_xml.normalized(found[1]) if found else ""
    if len(text) > DESCRIPTION_LENGTH:
        text = text[: DESCRIPTION_LENGTH - 3] + "..."
    return {"description": text} if text else {}


def script(source: dict) -> dict:
    """Converts the events, and the configurations that are expected after them."""
    return {
        "initialConfiguration": configuration(source["initialConfiguration"]),
        "events": [step(item) for item in source.get("events", [])],
    }


def step(source: dict) -> dict:
    """Converts an event and the configuration after it."""
    after = {"after": source["after"]} if source.get("after") else {}
    following = configuration(source["nextConfiguration"])
    return {**after, "event": source["event"], "nextConfiguration": following}


def configuration(names: list[str]) -> list[str]:
    """Returns the names of states in the order of the alphabet."""
    if not isinstance(names, list):
        raise ValueError(names)
    return sorted(names)


def suite(vectors: list[str], commit: str | None) -> str:
    """Returns the text of a file of vectors: one vector a line."""
    source = {"project": "jbeard4/scxml-test-framework", "commit": commit, "license": "Apache-2.0"}
    head = f'{{\n"format": "statechart-vectors/1",\n"source": {json.dumps(source)},\n"vectors": [\n'
    return head + ",\n".join(vectors) + "\n]}\n"
