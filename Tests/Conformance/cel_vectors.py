"""Converts the vectors of a checkout of google/cel-spec to JSON."""

import collections
import importlib.resources
import json
import pathlib
import tempfile

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format
from google.protobuf.message import Message
from grpc_tools import protoc

from cel_marks import marks
from cel_values import Unsupported, Values, message_types, type_json

SUITE = "cel/expr/conformance/test/simple.proto"
TYPES = (
    "cel/expr/conformance/proto2/test_all_types.proto",
    "cel/expr/conformance/proto2/test_all_types_extensions.proto",
    "cel/expr/conformance/proto3/test_all_types.proto",
)
DATA = "tests/simple/testdata"


class Protos:
    """The compiled types of a checkout."""

    def __init__(self, folder: pathlib.Path):
        """Compiles the files of the folder `proto`."""
        self.files = compiled(folder)
        self.pool = descriptor_pool.DescriptorPool()
        for file in self.files:
            self.pool.Add(file)

    def message(self, name: str) -> Message:
        """Returns an empty message."""
        return message_factory.GetMessageClass(self.pool.FindMessageTypeByName(name))()

    def suite(self, text: str) -> Message:
        """Reads the text of a file of vectors."""
        file = self.message("cel.expr.conformance.test.SimpleTestFile")
        return text_format.Parse(text, file, descriptor_pool=self.pool)

    def unpack(self, box: Message) -> Message:
        """Returns the message in a `google.protobuf.Any`."""
        message = self.message(box.type_url.rpartition("/")[2])
        message.ParseFromString(box.value)
        return message

    def descriptions(self) -> dict:
        """Describes the message types that the vectors use."""
        files = [self.pool.FindFileByName(name) for name in TYPES]
        tops = [message for file in files for message in file.message_types_by_name.values()]
        messages = [message for top in tops for message in nested(top)]
        enums = [item for file in files for item in file.enum_types_by_name.values()]
        enums += [item for message in messages for item in message.enum_types]
        extensions = [item for file in files for item in file.extensions_by_name.values()]
        extensions += [item for message in messages for item in message.extensions]
        return message_types(messages, enums, extensions)


def compiled(folder: pathlib.Path) -> list[descriptor_pb2.FileDescriptorProto]:
    """Compiles the files of protobuf and returns them, each after its imports."""
    standard = importlib.resources.files("grpc_tools") / "_proto"
    with tempfile.NamedTemporaryFile() as output:
        options = ["protoc", f"-I{folder}", f"-I{standard}", "--include_imports", f"--descriptor_set_out={output.name}"]
        if protoc.main([*options, SUITE, *TYPES]) != 0:
            raise SystemExit(f"{folder}: protoc failed")
        return list(descriptor_pb2.FileDescriptorSet.FromString(output.read()).file)


def nested(message) -> list:
    """Returns a message type and those that it contains, without the entries of maps."""
    if message.GetOptions().map_entry:
        return []
    return [message] + [item for inner in message.nested_types for item in nested(inner)]


def vector(values: Values, file: str, section: str, test: Message) -> dict:
    """Converts a vector."""
    converted = {
        "id": f"{file}/{section}/{test.name}",
        "file": file,
        "section": section,
        "name": test.name,
        "description": test.description,
        "expr": test.expr,
        "disableCheck": test.disable_check,
        "container": test.container,
        "typeEnv": [declaration(item) for item in test.type_env],
        "bindings": {name: binding(values, test.bindings[name]) for name in sorted(test.bindings)},
        "expect": expectation(values, test),
    }
    for name, option in (("disableMacros", "disable_macros"), ("checkOnly", "check_only"), ("locale", "locale")):
        if getattr(test, option):
            converted[name] = getattr(test, option)
    converted["needs"] = marks(converted)
    return converted


def declaration(item: Message) -> dict:
    """Converts the declaration of a variable or a function."""
    match item.WhichOneof("decl_kind"):
        case "ident":
            return {"name": item.name, "type": type_json(item.ident.type)}
        case "function":
            return {"name": item.name, "function": {"overloads": [overload(one) for one in item.function.overloads]}}
    raise Unsupported(f"the declaration of {item.name}")


def overload(item: Message) -> dict:
    """Converts an overload of a function."""
    return {
        "id": item.overload_id,
        "params": [type_json(kind) for kind in item.params],
        "typeParams": list(item.type_params),
        "result": type_json(item.result_type),
        "instance": item.is_instance_function,
    }


def binding(values: Values, item: Message) -> dict:
    """Converts the value of a variable."""
    if item.WhichOneof("kind") != "value":
        raise Unsupported("a variable without a value")
    return values.value(item.value)


def expectation(values: Values, test: Message) -> dict:
    """Converts the expected result."""
    match test.WhichOneof("result_matcher"):
        case None:
            return {"value": {"bool": True}}
        case "value":
            return {"value": values.value(test.value)}
        case "eval_error":
            return {"error": "; ".join(error.message for error in test.eval_error.errors)}
        case "typed_result":
            typed = {"deducedType": type_json(test.typed_result.deduced_type)}
            return typed if test.check_only else {**typed, "value": values.value(test.typed_result.result)}
    raise Unsupported("the kind of the expected result")


def suite(values: Values, file: str, commit: str | None, content: Message) -> str:
    """Converts a file of vectors: one vector a line."""
    path = f"{DATA}/{file}.textproto"
    source = {"project": "google/cel-spec", "commit": commit, "license": "Apache-2.0", "path": path}
    head = {
        "file": file,
        "suiteName": content.name,
        "description": content.description,
        "source": source,
        "part": "all",
        "sections": {section.name: section.description for section in content.section},
    }
    lines = [json.dumps(item, separators=(",", ":")) for item in vectors(values, file, content)]
    members = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items())
    return "{\n" + members + ',\n"vectors": [\n' + ",\n".join(lines) + "\n]}\n"


def vectors(values: Values, file: str, content: Message) -> list[dict]:
    """Converts all vectors of a file. The second one of a name has `#2` after its identifier."""
    counts = collections.Counter()
    found = []
    for section in content.section:
        for test in section.test:
            try:
                item = vector(values, file, section.name, test)
            except Unsupported as problem:
                raise SystemExit(f"{file}/{section.name}/{test.name}: not supported: {problem}") from problem
            counts[item["id"]] += 1
            if counts[item["id"]] > 1:
                item["id"] += f"#{counts[item['id']]}"
            found.append(item)
    return found


def convert(checkout: pathlib.Path, commit: str | None, output: pathlib.Path) -> int:
    """Writes the vectors of a checkout and returns their number."""
    protos = Protos(checkout / "proto")
    values = Values(protos.unpack)
    files = sorted((checkout / DATA).glob("*.textproto"))
    if not files:
        raise SystemExit(f"{checkout / DATA} has no vectors")
    output.mkdir(parents=True)
    count = 0
    for file in files:
        content = protos.suite(file.read_text(encoding="utf-8"))
        (output / f"{file.stem}.json").write_text(suite(values, file.stem, commit, content), encoding="utf-8")
        count += sum(len(section.test) for section in content.section)
    types = json.dumps(protos.descriptions(), indent=1, sort_keys=True)
    (output / "message_types.json").write_text(types + "\n", encoding="utf-8")
    return count
