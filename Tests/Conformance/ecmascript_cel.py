"""Translates expressions of ECMAScript to CEL where both certainly have the same value.

`undefined` is CEL's `null`. What depends on conversions, prototypes or functions is refused.

W3C's `Var1 + 1` and `Var1 == 1` do not tell the kind of the variable. So this is assumed: no
operand of `+`, `-`, `*`, `<` or `>` is `undefined`. One of an unknown kind has the kind of the
other one, and is no fraction. The same holds for `==`, where it is also no array or object, but
may be `undefined`. No chart tells `undefined` from `null`.
"""

import re
import typing

TOKEN = re.compile(
    r"""(?P<space>(?:\s|//[^\n]*|/\*.*?\*/)+)"""
    r"""|(?P<number>(?:0|[1-9]\d*)(?:\.\d+)?(?![\w$.]))"""
    r"""|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
    r"""|(?P<name>[A-Za-z_]\w*)"""
    r"""|(?P<sign>===|!==|==|!=|<=|>=|&&|\|\||[-+*]=|--|[-+*<>!=()\[\]{}.,:;])""",
    re.DOTALL | re.ASCII,
)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
# Words that are illegal in an expression.
STATEMENTS = set("""break case catch continue debugger default do else finally for if return switch
    throw try var while with""".split())
# Words that only one of the languages has, and ECMAScript's own names.
OTHER = set("""as async await class const delete false function import in instanceof length let
    loop namespace new null package super this true typeof void yield Array Boolean Date Function
    Infinity JSON Math NaN Number Object RegExp String""".split())
SYSTEM = {"_event": "event", "_sessionid": "text", "_name": "text", "_ioprocessors": "map"}
# The members of an event that are a text, or absent.
FIELDS = {"name", "type", "sendid", "origin", "origintype", "invokeid"}
# These are true unless they are absent. A text in such a field is never empty.
OBJECTS = {"field", "array", "record", "map", "event"}
EQUALITIES = ("===", "!==", "==", "!=")
# The operators, from those that bind least.
OPERATORS = (("||",), ("&&",), EQUALITIES, ("<", ">", "<=", ">=", "in"), ("+", "-"), ("*",))
# How much they bind in CEL. All comparisons bind the same.
LEVELS = {"||": 1, "&&": 2, "+": 4, "-": 4, "*": 5}
COMPARISON, UNARY, MEMBER = 3, 6, 7
# The texts that `typeof` may be compared to.
UNDEFINED = (("text", "'undefined'"), ("text", '"undefined"'))
# Names that a script cannot assign to.
CONSTANTS = {"true", "false", "null", "undefined", "In", *SYSTEM}
# ECMAScript's numbers are exact below this.
LIMIT = 2**53


class Uncertain(Exception):
    """The expression may mean something else in CEL."""


class Illegal(Exception):
    """The text is not an expression: it fails in ECMAScript and in CEL."""


class Term(typing.NamedTuple):
    """A translated expression, how much it binds, and the value of a constant.

    The kind is `truth`, `number`, `fraction`, `text`, `array`, `record`, `null`, `event`, `field`,
    `map`, or `any`. The functions `concat` and `In` are only a part of an expression.
    """

    text: str
    kind: str = "any"
    level: int = MEMBER
    value: object = None
    is_variable: bool = False

    @property
    def is_constant(self) -> bool:
        """Whether there is a value."""
        return self.value is not None

    def operand(self, level: int) -> str:
        """Returns the text, in parentheses if it binds less than a level."""
        return self.text if self.level >= level else f"({self.text})"


def quoted(text: str) -> str:
    """Returns a text as a literal of CEL."""
    escapes = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return "'" + text.translate(str.maketrans(escapes)) + "'"


def unquoted(literal: str) -> str:
    """Returns the text of a literal of ECMAScript."""
    if re.search(r"\\[^\W_ntr]|\\\n", literal):
        raise Uncertain(literal)
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), literal[1:-1])


def tokens(source: str) -> list[tuple[str, str]]:
    """Returns the kinds and the texts of the tokens, and an end."""
    found, position = [], 0
    while position < len(source):
        token = TOKEN.match(source, position)
        if not token:
            raise (Illegal if source[position] in "'\"" else Uncertain)(source[position:])
        position = token.end()
        if token.lastgroup != "space":
            found.append((token.lastgroup, token[0]))
    return [*found, ("end", "")]


def joined(left: Term, operator: str, right: Term, kind: str) -> Term:
    """Joins two operands with an operator of CEL."""
    if "fraction" in (left.kind, right.kind):
        raise Uncertain("a fraction, which CEL does not convert")
    level = LEVELS.get(operator, COMPARISON)
    return Term(f"{left.operand(level)} {operator} {right.operand(level + 1)}", kind, level)


def truth(term: Term) -> Term:
    """Translates the conversion of a value to a truth."""
    if term.kind == "truth" and term.is_variable:
        return Term(f"{term.text} == true", "truth", COMPARISON)
    if term.kind == "truth":
        return term
    if term.is_constant:
        return constant(term.kind in OBJECTS or bool(term.value))
    if term.kind in OBJECTS:
        return Term(f"{term.text} != null", "truth", COMPARISON)
    if term.kind in ("text", "number"):
        empty = "''" if term.kind == "text" else "0"
        return Term(f"{term.text} != null && {term.text} != {empty}", "truth", LEVELS["&&"])
    raise Uncertain(f"the truth of {term.text}")


def constant(value: bool) -> Term:
    """Returns a truth."""
    return Term(str(value).lower(), "truth", value=value)


def negated(term: Term) -> Term:
    """Translates the negation of the truth of a value."""
    if term.kind in OBJECTS and not term.is_constant:
        return Term(f"{term.text} == null", "truth", COMPARISON)
    value = truth(term)
    if value.is_constant:
        return constant(not value.value)
    return Term(f"!{value.operand(UNARY)}", "truth", UNARY)


def compared(left: Term, operator: str, right: Term) -> Term:
    """Translates an equality. One of two kinds, or of two arrays or objects, is refused.

    So is that of `null` and a member, which may be absent.
    """
    kinds = {"text" if term.kind == "field" else term.kind for term in (left, right)}
    if "null" in kinds:
        is_member = any(term.kind == "any" and not term.is_variable for term in (left, right))
        is_refused = is_member or kinds == {"null"} and len(operator) == 3
    else:
        is_refused = len(kinds - {"any"}) > 1 or kinds & {"array", "record"}
    if is_refused:
        raise Uncertain("an equality")
    return joined(left, operator[:2], right, "truth")


def operation(left: Term, operator: str, right: Term) -> Term:
    """Translates an operation. One that converts an operand is refused."""
    kinds = {left.kind, right.kind}
    if operator in ("&&", "||") and kinds == {"truth"}:
        return joined(truth(left), operator, truth(right), "truth")
    if operator[0] in "=!":
        return compared(left, operator, right)
    if operator == "in" and isinstance(left.value, str) and right.kind in ("event", "map"):
        return joined(left, operator, right, "truth")
    if operator == "+" and "text" in kinds and kinds <= {"text", "field"}:
        return joined(left, operator, right, "text")
    if operator in ("in", "&&", "||") or not kinds <= {"number", "any"}:
        raise Uncertain(operator)
    result = "truth" if operator[0] in "<>" else "number" if kinds == {"number"} else "any"
    return joined(left, operator, right, result)


class Parser:
    """Reads an expression or a script, and translates it."""

    def __init__(self, source: str, kinds: dict[str, str]):
        """Reads a source. The kinds are those of the variables of a chart."""
        self.tokens = tokens(source)
        self.kinds = kinds

    def peek(self) -> str:
        """Returns the next token, unless it is a literal or the end."""
        kind, text = self.tokens[0]
        return text if kind in ("sign", "name") else ""

    def next(self) -> tuple[str, str]:
        """Takes the next token."""
        if self.tokens[0][0] == "end":
            raise Illegal("the end")
        return self.tokens.pop(0)

    def take(self, token: str) -> bool:
        """Takes the next token if it is this one."""
        return self.peek() == token and bool(self.tokens.pop(0))

    def expect(self, token: str) -> None:
        """Takes the next token, which must be this one."""
        found = self.next()[1]
        if found != token:
            raise Uncertain(found)

    def whole(self) -> Term:
        """Reads an expression up to the end."""
        term = self.binary()
        if self.tokens[0][0] != "end":
            raise Uncertain(term.text)
        return term

    def binary(self, index: int = 0) -> Term:
        """Reads an expression with operators that bind at least as much as those at an index."""
        if index == len(OPERATORS):
            return self.unary()
        if OPERATORS[index] == EQUALITIES and self.take("typeof"):
            left = self.absence(self.unary())
        else:
            left = self.binary(index + 1)
        while self.peek() in OPERATORS[index]:
            operator = self.next()[1]
            left = operation(left, operator, self.binary(index + 1))
        return left

    def unary(self) -> Term:
        """Reads an operand with the operators before it."""
        if self.take("!"):
            return negated(self.unary())
        if self.take("-"):
            term = self.unary()
            if term.kind in ("number", "fraction") and term.is_constant:
                return Term(f"-{term.text}", term.kind, UNARY, -term.value)
            raise Uncertain("-")
        return self.postfix()

    def absence(self, term: Term) -> Term:
        """Reads what the type of a term is compared to: that of `undefined`."""
        operator = self.peek()
        if operator not in EQUALITIES or self.tokens[1] not in UNDEFINED:
            raise Uncertain("a type")
        if not (term.is_variable or term.kind in ("field", "event")):
            raise Uncertain(f"{term.text}, which may be absent")
        del self.tokens[:2]
        return joined(term, operator[:2], Term("null"), "truth")

    def postfix(self) -> Term:
        """Reads an operand with the members, the indexes and the calls after it."""
        term = self.primary()
        while self.peek() in (".", "[", "("):
            sign = self.next()[1]
            if sign == "(":
                term = self.called(term, self.items(")"))
            elif sign == "." and term.value == [] and self.peek() == "concat":
                term = Term(self.next()[1], "concat")
            elif term.is_variable or term.kind not in ("any", "event", "map"):
                raise Uncertain(f"a member of {term.text}, which may be absent")
            else:
                term = self.member(term) if sign == "." else self.element(term)
        if term.kind in ("concat", "In"):
            raise Uncertain(term.text)
        return term

    def member(self, term: Term) -> Term:
        """Reads the name of a member."""
        kind, name = self.next()
        if kind != "name" or name in OTHER | STATEMENTS:
            raise Uncertain(name)
        if term.kind == "event" and name not in FIELDS | {"data"}:
            raise Uncertain(name)
        is_field = term.kind == "event" and name in FIELDS
        return Term(f"{term.text}.{name}", "field" if is_field else "any")

    def element(self, term: Term) -> Term:
        """Reads an index, which must be a text."""
        indexes = self.items("]")
        if [index.kind for index in indexes] != ["text"] or term.kind == "event":
            raise Uncertain(f"an index of {term.text}")
        return Term(f"{term.text}[{indexes[0].text}]")

    def called(self, function: Term, values: list[Term]) -> Term:
        """Translates the two functions that have a counterpart: `In` and `[].concat`."""
        kinds = [value.kind for value in values]
        if function.kind == "In" and kinds == ["text"]:
            return Term(f"In({values[0].text})", "truth")
        if function.kind == "concat" and set(kinds) == {"array"}:
            return Term(" + ".join(value.text for value in values), "array", LEVELS["+"])
        raise Uncertain(function.text)

    def items(self, end: str) -> list[Term]:
        """Reads the elements of an array, or the arguments of a call."""
        terms = []
        while not self.take(end):
            terms.append(self.binary())
            if self.peek() != end:
                self.expect(",")
        return terms

    def primary(self) -> Term:
        """Reads an operand."""
        kind, token = self.next()
        if kind == "number" and float(token) >= LIMIT:
            raise Uncertain(token)
        if kind == "number" and "." in token:
            return Term(token, "fraction", value=float(token))
        if kind == "number":
            return Term(token, "number", value=int(token))
        if kind == "text":
            return Term(quoted(unquoted(token)), "text", value=unquoted(token))
        if kind == "name":
            return self.name(token)
        if token == "(":
            term = self.binary()
            self.expect(")")
            return term
        if token == "[":
            return array(self.items("]"))
        if token == "{":
            return self.record()
        raise Uncertain(token)

    def name(self, name: str) -> Term:
        """Translates a name."""
        if name in STATEMENTS:
            raise Illegal(name)
        if name in ("true", "false"):
            return constant(name == "true")
        if name in ("null", "undefined"):
            return Term("null", "null")
        if name in OTHER:
            raise Uncertain(name)
        if name == "In" or name in SYSTEM:
            return Term(name, SYSTEM.get(name, name))
        return Term(name, self.kinds.get(name, "any"), is_variable=name in self.kinds)

    def record(self) -> Term:
        """Reads an object."""
        entries = {}
        while not self.take("}"):
            kind, key = self.next()
            if kind not in ("name", "text"):
                raise Uncertain(key)
            self.expect(":")
            key = key if kind == "name" else unquoted(key)
            if key in entries or key == "__proto__":
                raise Uncertain(key)
            entries[key] = f"{quoted(key)}: {self.binary().text}"
            if self.peek() != "}":
                self.expect(",")
        return Term("{" + ", ".join(entries.values()) + "}", "record")

    def script(self) -> list[dict]:
        """Reads assignments up to the end."""
        found = []
        while self.tokens[0][0] != "end":
            is_declaration = self.take("var")
            found += self.assignment(is_declaration)
            while is_declaration and self.take(","):
                found += self.assignment(is_declaration)
            if self.tokens[0][0] != "end":
                self.expect(";")
        return found

    def assignment(self, is_declaration: bool) -> list[dict]:
        """Reads an assignment, or the declaration of a variable."""
        kind, name = self.next()
        if kind != "name" or name in CONSTANTS:
            raise Uncertain(name)
        target = self.name(name)
        operator = self.peek()
        if is_declaration and operator in ("", ",", ";"):
            return []
        if operator not in ("=", "+=", "-=", "*="):
            raise Uncertain(operator)
        self.next()
        value = self.binary()
        if operator != "=":
            value = operation(target, operator[0], value)
        declare = {"declare": True} if is_declaration else {}
        return [{"do": "assign", "location": name, "value": cell_of(value), **declare}]


def array(terms: list[Term]) -> Term:
    """Translates an array. It has a value if no element is an expression, also not in JSON."""
    is_constant = all(term.is_constant and term.kind != "text" for term in terms)
    text = "[" + ", ".join(term.text for term in terms) + "]"
    return Term(text, "array", value=[term.value for term in terms] if is_constant else None)


def cell_of(term: Term) -> object:
    """Returns the value of a constant, or else the text of an expression."""
    return term.value if term.is_constant and term.kind != "text" else term.text


def cell(name: str, source: str, kinds: dict[str, str]) -> dict:
    """Translates the value of a member, or returns it as `<name>Ecmascript`.

    A text that is no expression stays as it is, so that it fails in CEL too.
    """
    try:
        term = Parser(source, kinds).whole()
        return {name: cell_of(truth(term) if name == "cond" else term)}
    except Illegal:
        return {name: source}
    except Uncertain:
        return {f"{name}Ecmascript": source}


def assigns(source: str, kinds: dict[str, str]) -> dict:
    """Translates a script: the member `assigns`, if all statements are assignments."""
    try:
        return {"assigns": Parser(source, kinds).script()}
    except (Uncertain, Illegal):
        return {}


def kind_of(source: str, kinds: dict[str, str]) -> str:
    """Returns the kind of the value of an expression, or `illegal`."""
    try:
        return Parser(source, kinds).whole().kind
    except Uncertain:
        return "any"
    except Illegal:
        return "illegal"
