"""Tests the conversion of statecharts: on small charts, and on all vectors that are there."""

import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest

import chart_vectors
from chart_scxml import Writer
from chart_xml import Converter, Unsupported, read, variable_kinds
from ecmascript_cel import assigns, cell

ROOT = pathlib.Path(__file__).resolve().parents[2]
VARIABLE = "STATES_CHART_VECTORS"
VECTORS = pathlib.Path(os.environ.get(VARIABLE, ROOT / "../shared/conformance/statecharts"))

# Each expression, and its translation. `None`: it is not certain.
EXPRESSIONS = {
    "1": 1,
    "-1.5": -1.5,
    "[1, [true, -2]]": [1, [True, -2]],
    "['a', x]": "['a', x]",
    "{a: 1, \"b\": 'it\\'s'}": "{'a': 1, 'b': 'it\\'s'}",
    "undefined": "null",
    "null == undefined": "null == null",
    "list == null": "list == null",
    "!truth": "!(truth == true)",
    "x==1||y != 2&&!In('s')": "x == 1 || y != 2 && !In('s')",
    "(x + 1)*2 - (y - 3)": "(x + 1) * 2 - (y - 3)",
    "x === (y<3) // why": "x == (y < 3)",
    "typeof x !== 'undefined'": "x != null",
    "!_event.origin": "_event.origin == null",
    "'name' in _event": "'name' in _event",
    "_event.data.a == \"b\"": "_event.data.a == 'b'",
    "_ioprocessors['a'].location": "_ioprocessors['a'].location",
    "'id ' + _sessionid": "'id ' + _sessionid",
    "[].concat(list, [4])": "list + [4]",
    "nothing.at.all": "nothing.at.all",
    "return": "return",
    "{a: 1": "{a: 1",
    "'open": "'open",
    "x = 1": None,
    "x ? 1 : 2": None,
    "x | y": None,
    "x / 2": None,
    "x * 1.5": None,
    "1.5 * x": None,
    "-1.5 == x": None,
    "x == 0.5": None,
    "fraction + 1 > 1": None,
    "x-- - 1": None,
    "x == aé": None,
    "9007199254740993": None,
    "007": None,
    "'1' + x": None,
    "list + 1": None,
    "x.y": None,
    "list.length": None,
    "x[0]": None,
    "x == []": None,
    "x == {a: 1}": None,
    "x == list": None,
    "list == list": None,
    "record != list": None,
    "1 == '1'": None,
    "0 == ''": None,
    "number == true": None,
    "null === undefined": None,
    "_event.data.a == undefined": None,
    "_event.other": None,
    "_event['name']": None,
    "_ioprocessors['a', 'b']": None,
    "{a: 1, 'a': 2}": None,
    "{__proto__: x}": None,
    "number || 5": None,
    "!x": None,
    "In(x)": None,
    "In": None,
    "f(x)": None,
    "new X()": None,
    "typeof x == 'string'": None,
    "[typeof x]": None,
    "typeof x == nundefinedn": None,
    "typeof nothing == 'undefined'": None,
    "!typeof x == 'undefined'": None,
    "y == typeof x == 'undefined'": None,
    "x instanceof Array": None,
    "'a' in x": None,
    "'\\x41'": None,
}
CONDITIONS = {
    "true": True,
    "'a'": True,
    "''": False,
    "[]": True,
    "!0": True,
    "text": "text != null && text != ''",
    "truth": "truth == true",
    "truth && In('s')": "truth == true && In('s')",
    "debugger": "debugger",
    "fraction": None,
    "number && x": None,
    "!number": "!(number != null && number != 0)",
    "list": "list != null",
    "x": None,
}
KINDS = {
    "x": "any", "y": "any", "list": "array", "record": "record", "text": "text",
    "number": "number", "fraction": "fraction", "truth": "truth",
}
ASSIGN = {"do": "assign", "location": "x"}
SCRIPTS = {
    "x = 1; x += y * 2": [{**ASSIGN, "value": 1}, {**ASSIGN, "value": "x + y * 2"}],
    "x *= y - 1;": [{**ASSIGN, "value": "x * (y - 1)"}],
    "var x = y, z;": [{**ASSIGN, "value": "y", "declare": True}],
    "x++": None,
    "f()": None,
    "_event = 1": None,
    "1 = 2": None,
    "null = 1": None,
    "In = 1": None,
}

# The values of `data`, and what a `send` carries.
VALUES = {
    "é": "'é'", "NaN": "'NaN'", "null": "null", '{"k": "a  b"}': "{'k': 'a  b'}",
    "[1, // one\n 2]": [1, 2],
}
CONTENTS = {
    "a\n b": "a b", "Infinity": "Infinity", "null": None, '{"k": "a  b"}': {"k": "a  b"},
    '{"a":NaN}': '{"a":NaN}',
}

CHART = """<?xml version="1.0"?>
<!-- A chart
     with all kinds of parts. -->
<scxml xmlns="http://www.w3.org/2005/07/scxml" name="all" binding="late" initial="a" version="1.0">
  <datamodel><data id="v" expr="[1,2]"/><data id="w"> two  words </data><data id="u"/></datamodel>
  <script>var s = 1; // one
  </script>
  <state id="a">
    <onentry>
      <log label="event" expr="'got ' + JSON.stringify(_event)"/>
      <if cond="u"><assign location=" w" expr="v"/>
        <elseif cond="w==2"/><else/><raise event="e"/></if>
      <foreach array="v" item="i" index="u"><script src="part.js"/></foreach>
    </onentry>
    <onexit><cancel sendid="one"/><cancel sendidexpr="w"/></onexit>
    <onexit/>
    <transition event="e.* f" cond="typeof w == 'undefined'" target="b h" type="internal">
      <send event="g" id="one" delayexpr="'1.5s'" namelist="v w"><param name="p" expr="u"/></send>
      <send event="g" target="#_internal" type="scxml"><content>{"k": 1}</content></send>
      <send eventexpr="w" delay="0s"><content> plain  text </content></send>
      <send event="g" targetexpr="w" typeexpr="w" idlocation="w" delay="0.5m"/>
      <send event="g" delay="1h"><content>
          <a>
            <b/>
          </a>
      </content></send>
    </transition>
    <transition><send delayexpr="w" event="x"/></transition>
  </state>
  <parallel id="p">
    <state id="b">
      <initial><transition target="c"><raise event="g"/></transition></initial>
      <history id="h" type="deep"><transition target="c"/></history>
      <state id="c"><invoke autoforward="true" type="scxml" srcexpr="w"><content>
        <scxml><datamodel><data id="u" expr="'t'"/></datamodel>
          <final id="d"><transition event="*" cond="u" target="d"/></final></scxml>
      </content><finalize/></invoke></state>
    </state>
  </parallel>
  <final id="end"><donedata><param name="q" location="v"/></donedata></final>
</scxml>
"""
SENDS = [
    {
        "do": "send", "event": "g", "id": "one", "delay": 1500, "namelist": ["v", "w"],
        "params": [{"name": "p", "value": "u"}],
    },
    {"do": "send", "event": "g", "target": "#_internal", "content": {"k": 1}},
    {"do": "send", "eventExpr": "w", "content": "plain text"},
    {
        "do": "send", "event": "g", "targetExpr": "w", "typeExpr": "w", "idLocation": "w",
        "delay": 30_000,
    },
    {"do": "send", "event": "g", "delay": 3_600_000, "contentXml": "<a>\n<b />\n</a>"},
]
BRANCHES = [
    {"cond": "u != null && u != 0", "actions": [{"do": "assign", "location": "w", "value": "v"}]},
    {"cond": "w == 2", "actions": []},
    {"actions": [{"do": "raise", "event": "e"}]},
]
CANCELS = [{"do": "cancel", "sendId": "one"}, {"do": "cancel", "sendIdExpr": "w"}]
PART = {
    "do": "script", "src": "part.js", "source": "w = 1;",
    "assigns": [{"do": "assign", "location": "w", "value": 1}],
}
INVOKED = {
    "datamodel": [{"id": "u", "value": "'t'"}],
    "states": [{
        "id": "d",
        "kind": "final",
        "transitions": [
            {"condEcmascript": "u", "events": ["*"], "targets": ["d"], "type": "external"},
        ],
    }],
}
INVOCATION = {"type": "scxml", "srcExpr": "w", "autoforward": True, "chart": INVOKED}
EXPECTED = {
    "name": "all",
    "binding": "late",
    "initial": ["a"],
    "datamodel": [{"id": "v", "value": [1, 2]}, {"id": "w", "value": "'two words'"}, {"id": "u"}],
    "script": [{
        "do": "script", "source": "var s = 1; // one",
        "assigns": [{"do": "assign", "location": "s", "value": 1, "declare": True}],
    }],
    "states": [
        {
            "id": "a",
            "kind": "atomic",
            "onentry": [[
                {"do": "log", "label": "event", "value": "'\\'got \\' + JSON.stringify(_event)'"},
                {"do": "if", "branches": BRANCHES},
                {"do": "foreach", "array": "v", "item": "i", "index": "u", "actions": [PART]},
            ]],
            "onexit": [CANCELS, []],
            "transitions": [
                {
                    "events": ["e.*", "f"], "cond": "w == null", "targets": ["b", "h"],
                    "type": "internal", "actions": SENDS,
                },
                {"actions": [{"do": "send", "event": "x", "delayExpr": "w"}]},
            ],
        },
        {
            "id": "p",
            "kind": "parallel",
            "states": [{
                "id": "b",
                "kind": "compound",
                "initial": ["c"],
                "initialActions": [{"do": "raise", "event": "g"}],
                "states": [
                    {"id": "h", "kind": "history", "history": "deep", "default": ["c"]},
                    {"id": "c", "kind": "atomic", "invoke": [INVOCATION]},
                ],
            }],
        },
        {
            "id": "end", "kind": "final",
            "donedata": {"params": [{"name": "q", "value": "v"}]},
        },
    ],
}
NEEDS = [
    "assign", "cancel", "cond", "datamodel", "delayed-send", "ecmascript", "event-data",
    "eventless", "external-file", "foreach", "hierarchy", "history", "history-deep", "if",
    "initial-actions", "internal-transition", "invoke", "late-binding", "multiple-events",
    "multiple-targets", "parallel", "prefix-event-match", "raise", "script", "send", "send-id",
    "send-target", "send-type", "targetless", "xml-data",
]
SCRIPT = {
    "initialConfiguration": ["b", "a"],
    "events": [
        {"after": 5, "event": {"name": "f", "data": [1]}, "nextConfiguration": ["c", "b"]},
    ],
}


def content(actions: str) -> str:
    """Returns a chart with actions."""
    return f'<scxml><state id="a"><onentry>{actions}</onentry></state></scxml>'


def converted(files: dict[str, str]) -> tuple[dict, str]:
    """Converts a checkout. Returns the vectors of each file, and the report."""
    report = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(report):
        for name, content in files.items():
            file = pathlib.Path(folder, "checkout", name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
        output = pathlib.Path(folder, "out")
        chart_vectors.convert(pathlib.Path(folder, "checkout"), None, output)
        found = {file.stem: json.loads(file.read_text()) for file in output.glob("*.json")}
        return {name: file["vectors"] for name, file in found.items()}, report.getvalue()


class ExpressionTests(unittest.TestCase):
    """Translates ECMAScript."""

    def test_expressions(self):
        for name, expressions in (("value", EXPRESSIONS), ("cond", CONDITIONS)):
            for source, expected in expressions.items():
                uncertain = {f"{name}Ecmascript": source}
                wanted = uncertain if expected is None else {name: expected}
                self.assertEqual(cell(name, source, KINDS), wanted, source)

    def test_scripts(self):
        for source, expected in SCRIPTS.items():
            self.assertEqual(assigns(source, KINDS).get("assigns"), expected, source)


class ChartTests(unittest.TestCase):
    """Converts small charts."""

    def test_chart(self):
        files = {
            "test/w3c-ecma/all.txml.scxml": CHART,
            "test/w3c-ecma/all.txml.json": json.dumps(SCRIPT),
            "test/w3c-ecma/part.js": "w = 1;\n",
            "test/w3c-ecma/part.scxml": "<scxml/>",
        }
        found, report = converted(files)
        self.assertEqual(report, "")
        self.assertEqual([name for name, vectors in found.items() if vectors], ["w3c"])
        (vector,) = found["w3c"]
        self.assertEqual(vector["chart"], EXPECTED)
        self.assertEqual(vector["needs"], NEEDS)
        self.assertEqual(vector["description"], "A chart with all kinds of parts.")
        self.assertEqual((vector["group"], vector["name"]), ("w3c-ecma", "all.txml"))
        self.assertEqual(vector["script"], {
            "initialConfiguration": ["a", "b"],
            "events": [
                {"after": 5, "event": {"name": "f", "data": [1]}, "nextConfiguration": ["b", "c"]},
            ],
        })

    def test_description(self):
        chart = f"<!-- {'a' * 601} --><scxml/>"
        files = {"test/w3c-ecma/a.scxml": chart, "test/w3c-ecma/a.json": json.dumps(SCRIPT)}
        self.assertEqual(converted(files)[0]["w3c"][0]["description"], "a" * 597 + "...")

    def test_contents(self):
        for text, expected in VALUES.items():
            root = read(f'<scxml><data id="v">{text}</data></scxml>'.encode())
            data = Converter(root, pathlib.Path()).data(root[0])
            self.assertEqual(data, {"id": "v", "value": expected})
        for text, expected in CONTENTS.items():
            root = read(f"<scxml><send><content>{text}</content></send></scxml>".encode())
            action = Converter(root, pathlib.Path()).action(root[0])
            self.assertEqual(action, {"do": "send", "content": expected})

    def test_kinds_of_variables(self):
        data = """<datamodel><data id="v">word</data><data id="w" src="w.txt"/></datamodel>
            <state id="a"><onentry><assign location="w" expr="'x'"/></onentry>
            <transition cond="v"/><transition cond="w"/></state>"""
        certain, uncertain = {"cond": "v != null && v != ''"}, {"condEcmascript": "v"}
        for script, is_invoked, condition in (
            ("v = 'x'", False, uncertain),
            ("f()", False, uncertain),
            ("x = 1", False, certain),
            ("x = 1", True, uncertain),
        ):
            root = read(f"<scxml>{data}<script>{script}</script></scxml>".encode())
            chart = Converter(root, pathlib.Path(), is_invoked).chart()
            found = chart["states"][0]["transitions"]
            self.assertEqual(found, [condition, {"condEcmascript": "w"}], script)

    def test_kinds_that_depend_on_others(self):
        data = "".join(f'<data id="{name}" expr="{value}"/>' for name, value in (
            ("a", "1"), ("b", "2"), ("c", "3"), ("d", "1"), ("e", "true"), ("f", "[1]")))
        actions = "".join(f'<assign location="{name}" expr="{value}"/>' for name, value in (
            ("b", "a"), ("c", "b"), ("a", "'x'"), ("d", "0.5")))
        root = read(f"<scxml><datamodel>{data}</datamodel>{actions}</scxml>".encode())
        self.assertEqual(variable_kinds(root, pathlib.Path(), False), {
            "a": "any", "b": "any", "c": "any", "d": "fraction", "e": "truth", "f": "array",
        })

    def test_document_types(self):
        with self.assertRaises(Unsupported):
            read("<!DOCTYPE scxml><scxml/>".encode("utf-16"))
        self.assertEqual(read(b"<!-- <!DOCTYPE a> --><scxml/>").tag, "scxml")

    def test_what_is_left_out(self):
        charts = {
            "entity": '<!DOCTYPE scxml [<!ENTITY e "e">]><scxml><state id="&e;"/></scxml>',
            "outside": '<scxml><script src="../../LICENSE"/></scxml>',
            "action": '<scxml><state id="a"><onentry><other/></onentry></state></scxml>',
            "nameless": "<scxml><state/></scxml>",
            "broken": "<scxml>",
            "root": '<state xmlns="http://www.w3.org/2005/07/scxml"/>',
            "foreign": '<scxml><a xmlns="urn:a"/></scxml>',
            "branch": content("<if/>"),
            "else": content('<if cond="x"><elseif/></if>'),
            "two": content("<send><content><a/><b/></content></send>"),
            "mixed": content("<send><content><a/>text</content></send>"),
            "before": content("<send><content>text<a/></content></send>"),
            "data": '<scxml><datamodel><data id="v"><a/><b/></data></datamodel></scxml>',
            "infinite": content("<send><content>1e999</content></send>"),
            "nested": content(f"<send><content>{'[' * 9999}</content></send>"),
            "good": '<scxml><state id="a"/></scxml>',
        }
        script = json.dumps({"initialConfiguration": ["a"], "events": [], "more": {}})
        files = {f"test/basic/{name}.scxml": chart for name, chart in charts.items()}
        files |= {f"test/basic/{name}.json": script for name in charts}
        for name, text in (
            ("list", "[]"),
            ("null", '{"initialConfiguration": [], "events": null}'),
            ("text", '{"initialConfiguration": "pass"}'),
        ):
            files[f"test/basic/{name}.scxml"] = charts["good"]
            files[f"test/basic/{name}.json"] = text
        found, report = converted({**files, "LICENSE": "license"})
        self.assertEqual([vector["name"] for vector in found["core"]], ["good"])
        for problem in (
            "entity: left out: Unsupported('a document type')",
            "outside: left out: Unsupported('the script ../../LICENSE')",
            "action: left out: Unsupported('the action other')",
            "nameless: left out: Unsupported('a state without id')",
            "broken: left out: ParseError('no element found",
            "root: left out: Unsupported('the root state')",
            "foreign: left out: Unsupported('the element {urn:a}a')",
            "branch: left out: Unsupported('the branch if without cond')",
            "else: left out: Unsupported('the branch elseif without cond')",
            "two: left out: Unsupported('a content with more than one element')",
            "mixed: left out: Unsupported('a content with more than one element')",
            "before: left out: Unsupported('a content with more than one element')",
            "data: left out: Unsupported('a data with more than one element')",
            "infinite: left out: ValueError('Out of range float",
            "nested: left out: RecursionError(",
            "list: left out: AttributeError(",
            "null: left out: TypeError(",
            "text: left out: ValueError('pass')",
        ):
            self.assertIn(f"basic/{problem}", report)
        self.assertIn("basic/good: not converted: more", report)


class VectorTests(unittest.TestCase):
    """Writes all vectors as SCXML, and converts them back."""

    def test_round_trip(self):
        if not VECTORS.is_dir() and VARIABLE not in os.environ:
            print(f"no {VECTORS}: round trip NOT RUN", file=sys.stderr)
            self.skipTest("no vectors")
        vectors = [
            vector for file in sorted(VECTORS.glob("*.json"))
            for vector in json.loads(file.read_text())["vectors"]
        ]
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder, "checkout")
            for vector in vectors:
                self.write(vector, root / "test" / vector["group"])
            chart_vectors.convert(root, None, root / "out")
            found = {
                (vector["group"], vector["name"]): vector for file in (root / "out").glob("*.json")
                for vector in json.loads(file.read_text())["vectors"]
            }
        self.assertEqual(len(found), len(vectors))
        for vector in vectors:
            key = vector["group"], vector["name"]
            left_out = ("derived", "alternative", "w3c")
            wanted = {name: vector[name] for name in vector if name not in left_out}
            self.assertEqual(found[key], wanted, key)

    def write(self, vector: dict, folder: pathlib.Path) -> None:
        """Writes the two files of a vector."""
        folder.mkdir(parents=True, exist_ok=True)
        chart = f"<!-- {vector.get('description', '')} -->" + Writer(folder).chart(vector["chart"])
        (folder / f"{vector['name']}.scxml").write_text(chart)
        (folder / f"{vector['name']}.json").write_text(json.dumps(vector["script"]))
