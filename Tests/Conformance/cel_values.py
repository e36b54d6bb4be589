"""Writes protobuf messages of the CEL specification as the JSON of the vectors: values and types."""

import base64
import datetime

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from google.protobuf.message import Message

EPOCH = datetime.datetime(1970, 1, 1)
NANOS = 1_000_000_000
INT_KINDS = {"int32", "int64", "sint32", "sint64", "sfixed32", "sfixed64"}
UINT_KINDS = {"uint32", "uint64", "fixed32", "fixed64"}
KINDS = {
    getattr(FieldDescriptor, "TYPE_" + kind.upper()): kind
    for kind in ("double", "float", "bool", "string", "bytes", "enum", "message", "group", *INT_KINDS, *UINT_KINDS)
}
PRIMITIVES = {1: "bool", 2: "int", 3: "uint", 4: "double", 5: "string", 6: "bytes"}
WELL_KNOWN = {1: "any", 2: "timestamp", 3: "duration"}


class Unsupported(Exception):
    """A part of a vector that the JSON form has no notation for."""


class Values:
    """Writes values."""

    def __init__(self, unpack):
        """Takes the function that returns the message in an `Any`."""
        self.unpack = unpack

    def value(self, value: Message) -> dict:
        """Writes a `cel.expr.Value`."""
        kind = value.WhichOneof("kind")
        content = getattr(value, kind) if kind else None
        match kind:
            case "null_value":
                return {"null": None}
            case "enum_value":
                return {"enum": {"type": content.type, "value": str(content.value)}}
            case "object_value":
                return self.message(self.unpack(content))
            case "list_value":
                return {"list": [self.value(item) for item in content.values]}
            case "map_value":
                return {"map": [[self.value(entry.key), self.value(entry.value)] for entry in content.entries]}
            case "type_value":
                return {"type": content}
            case None:
                raise Unsupported("a value without a kind")
        return scalar(kind.removesuffix("_value"), content)

    def message(self, message: Message) -> dict:
        """Writes a message: its fields, or the value that it represents."""
        name = message.DESCRIPTOR.full_name
        match name:
            case "google.protobuf.Any":
                return {"any": self.message(self.unpack(message))}
            case "google.protobuf.Timestamp":
                return {"timestamp": timestamp_text(message.seconds, message.nanos)}
            case "google.protobuf.Duration":
                return {"duration": duration_text(message.seconds, message.nanos)}
        fields = {field_name(field): self.field(field, content) for field, content in message.ListFields()}
        return {"message": {"type": name, "fields": fields}}

    def field(self, field: FieldDescriptor, content) -> dict:
        """Writes the content of a field: a list, a map or one value."""
        if is_map(field):
            key, value = field.message_type.fields_by_name["key"], field.message_type.fields_by_name["value"]
            return {"map": [[self.single(key, name), self.single(value, content[name])] for name in sorted(content)]}
        if field.is_repeated:
            return {"list": [self.single(field, item) for item in content]}
        return self.single(field, content)

    def single(self, field: FieldDescriptor, content) -> dict:
        """Writes one value of a field."""
        if field.message_type:
            return self.message(content)
        if field.enum_type:
            return enum(field.enum_type, content)
        return scalar(KINDS[field.type], content)


def is_map(field: FieldDescriptor) -> bool:
    """Returns whether a field is a map."""
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def field_name(field: FieldDescriptor) -> str:
    """Returns the name of a field; the full name in brackets if it is an extension."""
    return f"[{field.full_name}]" if field.is_extension else field.name


def enum(descriptor: EnumDescriptor, number: int) -> dict:
    """Writes a number of an enum, with its name if it has one."""
    named = descriptor.values_by_number.get(number)
    name = {"name": named.name} if named else {}
    return {"enum": {"type": descriptor.full_name, "value": str(number), **name}}


def scalar(kind: str, content) -> dict:
    """Writes a number, a Boolean, a string or bytes."""
    if kind in INT_KINDS:
        return {"int": str(content)}
    if kind in UINT_KINDS:
        return {"uint": str(content)}
    match kind:
        case "double" | "float":
            return {"double": double_text(content)}
        case "bytes":
            return {"bytes": base64.b64encode(content).decode()}
        case "bool" | "string":
            return {kind: content}
    raise Unsupported(f"a value of the kind {kind}")


def double_text(number: float) -> str:
    """Returns the shortest text that reads back to the same double."""
    names = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}
    text = repr(number)
    return names.get(text, text)


def timestamp_text(seconds: int, nanos: int) -> str:
    """Returns a time in UTC as RFC 3339 writes it."""
    return (EPOCH + datetime.timedelta(seconds=seconds)).isoformat() + fraction_text(nanos) + "Z"


def duration_text(seconds: int, nanos: int) -> str:
    """Returns a duration in decimal seconds."""
    total = seconds * NANOS + nanos
    whole, rest = divmod(abs(total), NANOS)
    return f"{'-' if total < 0 else ''}{whole}{fraction_text(rest)}s"


def fraction_text(nanos: int) -> str:
    """Returns nanoseconds as a decimal fraction without trailing zeros."""
    return f".{nanos:09}".rstrip("0") if nanos else ""


def type_json(kind: Message):
    """Writes a `cel.expr.Type`."""
    name = kind.WhichOneof("type_kind")
    content = getattr(kind, name) if name else None
    match name:
        case "dyn":
            return "dyn"
        case "null":
            return "null_type"
        case "primitive":
            return PRIMITIVES[content]
        case "wrapper":
            return {"wrapper": PRIMITIVES[content]}
        case "well_known":
            return WELL_KNOWN[content]
        case "list_type":
            return {"list": type_json(content.elem_type)}
        case "map_type":
            return {"map": [type_json(content.key_type), type_json(content.value_type)]}
        case "message_type":
            return {"message": content}
        case "type_param":
            return {"typeParam": content}
        case "type":
            return {"type": type_json(content)}
        case "abstract_type":
            return {"abstract": content.name, "params": [type_json(item) for item in content.parameter_types]}
    raise Unsupported(f"a type of the kind {name}")


def message_types(messages: list[Descriptor], enums: list[EnumDescriptor], extensions: list[FieldDescriptor]) -> dict:
    """Describes message types, enums and extensions, for a runner that declares them."""
    return {
        "enums": {item.full_name: {value.name: value.number for value in item.values} for item in enums},
        "extensions": {
            item.full_name: {**field_json(item), "name": item.full_name, "extends": item.containing_type.full_name}
            for item in extensions
        },
        "messages": {
            item.full_name: {"syntax": syntax(item), "fields": [field_json(field) for field in item.fields]}
            for item in messages
        },
    }


def syntax(message: Descriptor) -> str:
    """Returns the syntax of the file that declares a message."""
    file = FileDescriptorProto()
    message.file.CopyToProto(file)
    return file.syntax or "proto2"


def field_json(field: FieldDescriptor) -> dict:
    """Describes a field."""
    json = {"name": field.name, "number": field.number, "kind": KINDS[field.type]}
    if is_map(field):
        entry = field.message_type.fields_by_name
        return {**json, "kind": "map", "key": field_json(entry["key"]), "value": field_json(entry["value"])}
    if field.message_type:
        json["message"] = field.message_type.full_name
    if field.enum_type:
        json["enum"] = field.enum_type.full_name
    if field.is_repeated:
        json["repeated"] = True
    if field.has_presence:
        json["presence"] = True
    # An `optional` field of proto3 is alone in a oneof that the compiler adds.
    if field.containing_oneof and field.containing_oneof.name != f"_{field.name}":
        json["oneof"] = field.containing_oneof.name
    if field.has_default_value:
        json["default"] = default_json(field)
    return json


def default_json(field: FieldDescriptor) -> dict:
    """Writes the declared default of a field."""
    if field.enum_type:
        return enum(field.enum_type, field.default_value)
    return scalar(KINDS[field.type], field.default_value)
