"""Finds the parts of CEL that a vector uses: its member `needs`."""

import json
import re

# A string literal of CEL: raw or not, with three quotes or one.
STRING = re.compile(
    r"""\b(?:r|br|rb)(?:"{3}.*?"{3}|'{3}.*?'{3}|"[^"]*"|'[^']*')"""
    r"""|"{3}(?:\\.|.)*?"{3}|'{3}(?:\\.|.)*?'{3}|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""",
    re.DOTALL | re.IGNORECASE,
)
WRAPPER = r"(?:Bool|Bytes|Double|Float|Int32|Int64|String|UInt32|UInt64)Value\b"
# The marks of all vectors of a file.
FILES = {
    "bindings_ext": "ext:bindings", "block_ext": "ext:block", "encoders_ext": "ext:encoders", "enums": "enum",
    "macros2": "macros2", "math_ext": "ext:math", "network_ext": "ext:network", "optionals": "ext:optionals",
    "proto2_ext": "ext:protos", "string_ext": "ext:strings", "timestamps": "timestamps", "wrappers": "wrappers",
}
# The marks of an expression, by what it contains outside its string literals. Fields of TestAllTypes count too.
EXPRESSIONS = {
    "proto": r"TestAllTypes|GlobalEnum|google\.protobuf\.\w+\s*\{|" + WRAPPER,
    "enum": r"(?i)enum\b",
    "wrappers": r"wrapper|" + WRAPPER,
    "json": r"single_value|single_struct|list_value|google\.protobuf\.(?:ListValue|Struct|Value)\b",
    "any": r"single_any|google\.protobuf\.Any\b",
    "ext:optionals": r"\boptional\.|\.\?|\[\?",
    "timestamps": r"\b(?:timestamp|duration)\(",
    "timezones": r"\.get(?:Date|Day\w+|FullYear|Hours|Milliseconds|Minutes|Month|Seconds)\([^)]",
    "regex": r"\bmatches\(",
    "quoted": r"`",
}
# The marks of the values and types of a vector, by what their JSON contains.
CONTENTS = {
    "proto": r'"message": (?!"google\.protobuf\.(?:Duration|Timestamp)")',
    "enum": r'"enum"',
    "wrappers": r'"wrapper"|"google\.protobuf\.' + WRAPPER,
    "json": r'"google\.protobuf\.(?:ListValue|Struct|Value)"',
    "any": r'"any"|"google\.protobuf\.Any"',
    "ext:optionals": r'"optional_type"',
    "timestamps": r'"timestamp"|"duration"|"google\.protobuf\.(?:Duration|Timestamp)"',
}
ORDER = (
    "proto", "enum", "enum:strong", "wrappers", "json", "any", "ext:strings", "ext:math", "ext:optionals",
    "ext:encoders", "ext:bindings", "ext:block", "ext:network", "ext:protos", "macros2", "timestamps", "timezones",
    "regex", "checker", "functions", "container", "qualified", "quoted",
)


def marks(vector: dict) -> list[str]:
    """Returns the marks of a vector, in a fixed order."""
    expression = STRING.sub("''", vector["expr"])
    contents = json.dumps([vector["typeEnv"], vector["bindings"], vector["expect"]])
    declared = vector["typeEnv"]
    names = [item["name"] for item in declared] + list(vector["bindings"])
    conditions = {
        FILES.get(vector["file"]): True,
        "proto": vector["file"] == "enums",
        "enum:strong": vector["section"].startswith("strong_"),
        "checker": "deducedType" in vector["expect"],
        "functions": any("function" in item for item in declared),
        "container": vector["container"] != "",
        "qualified": any("." in name for name in names),
    }
    found = {mark for mark, holds in conditions.items() if holds}
    found |= {mark for mark, pattern in EXPRESSIONS.items() if re.search(pattern, expression)}
    found |= {mark for mark, pattern in CONTENTS.items() if re.search(pattern, contents)}
    return [mark for mark in ORDER if mark in found]
