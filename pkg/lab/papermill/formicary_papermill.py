"""Parameters of Go notebooks (GoNB) for papermill, which has no translator for Go.

Papermill looks for engines of other packages when it starts, and only for those. So
this module is one by its entry point, the engine of papermill itself, and registers
its translator when it is loaded. The cell with the tag "parameters" decides the types.
"""

import contextvars
import math
import re
from decimal import Decimal


def __getattr__(name):  # before the imports: whoever loads papermill loads this module
    if name == "Engine":
        from papermill.engines import NBClientEngine

        return NBClientEngine
    raise AttributeError(name)


from papermill.exceptions import PapermillException  # noqa: E402
from papermill.models import Parameter  # noqa: E402
from papermill.translators import Translator, papermill_translators  # noqa: E402

NAME = r"[^\W\d]\w*"
DECLARATION = re.compile(
    rf"""\s*(?:var\s+)?(?P<name>{NAME})(?:\s+(?P<kind>[\w.\[\]]+))?
    (?:\s*=\s*(?P<value>(?:"(?:[^"\\]|\\.)*"|`[^`]*`|(?!//)[^"`])+?))?\s*(?://\s*(?P<help>.*))?""",
    re.VERBOSE,
)
SEVERAL = re.compile(rf"(\s*(?:var\s+)?)({NAME}(?:\s*,\s*{NAME})+)(\s+[\w.\[\]]+)?\s*=\s*([^()\[\]{{}}\"`/]+)(//.*)?")
KINDS = [
    (r"[-+]?\d[\d_]*", "int"),
    (r"[-+]?[\d_]*\.?[\d_]+(e[-+]?\d+)?|[-+]?\d+\.", "float64"),
    (r'"(?:[^"\\]|\\.)*"|`[^`]*`', "string"),
    (r"true|false", "bool"),
    (r"(?:[\d.]+\s*\*\s*)?time\.(?:Hour|Minute|Second|Millisecond|Microsecond|Nanosecond)", "time.Duration"),
    (r"((?:\[\]|map\[string\])+[\w.]+)\{.*\}", None),
    (r"(u?int\d*|float\d\d|time\.Duration)\([^()]*\)", None),
]
KEYWORDS = set(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var _ init main".split()
)
UNITS = {"ns": 1, "us": 10**3, "µs": 10**3, "ms": 10**6, "s": 10**9, "m": 60 * 10**9, "h": 3600 * 10**9}


def single(line):
    """The line, or for var a, b = 1, 2 a line for each variable."""
    m = SEVERAL.fullmatch(line)
    names, values = (re.split(r"\s*,\s*", part.strip()) for part in (m[2], m[4])) if m else ([], [])
    if not m or len(names) != len(values):
        return [line]
    return [f"{m[1]}{name}{m[3] or ''} = {value} {m[5] or ''}" for name, value in zip(names, values)]


# What inspect has found in the notebook that codify writes for: papermill calls one before the other.
declared = contextvars.ContextVar("declared", default={})


def quoted(text):
    def escaped(c):
        n = ord(c)
        if 0xD800 <= n < 0xE000:
            raise PapermillException(f"expected text in Unicode, found half of a character in {text!r}")
        if c in '"\\':
            return "\\" + c
        if c.isprintable():
            return c
        return f"\\u{n:04x}" if n < 0x10000 else f"\\U{n:08x}"

    return '"' + "".join(map(escaped, text)) + '"'


def number(value):
    if math.isnan(value):
        return "math.NaN()"
    if math.isinf(value):
        return f"math.Inf({1 if value > 0 else -1})"
    if value == 0 and math.copysign(1, value) < 0:
        return "math.Copysign(0, -1)"
    return repr(value)


def nanoseconds(text):
    parts = re.findall(r"(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)", text)
    if not parts or "".join(map("".join, parts)) != text:
        return None
    return int(sum(Decimal(n) * UNITS[unit] for n, unit in parts))


def literal(kind, value):
    """A value of a type, as Go has it."""

    def need(ok, what):
        if not ok:
            raise PapermillException(f"expected {what} ({kind}), found {value!r}")

    whole = re.fullmatch(r"(u?)int(\d*)|rune|byte", kind)
    if whole:
        size = int(whole[2] or 64) if whole[0] not in ("rune", "byte") else {"rune": 32, "byte": 8}[whole[0]]
        unsigned = bool(whole[1]) or kind == "byte"
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        low, high = (0, 2**size) if unsigned else (-(2 ** (size - 1)), 2 ** (size - 1))
        need(isinstance(value, int) and not isinstance(value, bool) and low <= value < high, "a whole number in its range")
        return str(value)
    if kind in ("float64", "float32"):
        need(isinstance(value, (int, float)) and not isinstance(value, bool), "a number")
        try:
            return number(float(value))
        except OverflowError:
            need(False, "a number in its range")
    if kind == "string":
        need(isinstance(value, str), "a text, which the command takes with -r")
        return quoted(value)
    if kind == "bool":
        need(isinstance(value, bool), "true or false")
        return "true" if value else "false"
    if kind == "time.Duration":
        n = nanoseconds(value) if isinstance(value, str) else None
        need(n is not None, "a duration such as 90s or 1h30m")
        return f"time.Duration({n})"
    if kind == "any":
        return "nil" if value is None else literal(natural(value), value)
    if kind.startswith("[]"):
        need(isinstance(value, list), "a list")
        return kind + "{" + ", ".join(literal(kind[2:], v) for v in value) + "}"
    if kind.startswith("map["):
        key, of = kind[4:].split("]", 1)
        need(isinstance(value, dict), "a dictionary")
        return kind + "{" + ", ".join(f"{literal(key, k)}: {literal(of, v)}" for k, v in value.items()) + "}"
    raise PapermillException(f"expected a number, text, bool, duration, or a slice or map of these, and it is declared as {kind}")


def natural(value):
    """The type in Go of a value whose parameter says none."""
    for kind, name in ((bool, "bool"), (int, "int"), (float, "float64"), (str, "string")):
        if isinstance(value, kind):
            return name
    if isinstance(value, list):
        return "[]" + common(value)
    if isinstance(value, dict):
        return f"map[{common(value)}]{common(value.values())}"
    return "any"


def common(values):
    kinds = {natural(v) for v in values}
    if kinds == {"int", "float64"}:
        return "float64"
    return kinds.pop() if len(kinds) == 1 else "any"


def plain(value):
    """A value of YAML as one of JSON: dates become texts."""
    if isinstance(value, dict):
        return {plain(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


class GoTranslator(Translator):
    """Writes parameters as declarations of Go: GoNB takes the later declaration of a variable."""

    @classmethod
    def translate(cls, val):
        val = plain(val)
        return literal(natural(val), val)

    @classmethod
    def comment(cls, cmt_str):
        return "// " + " ".join(cmt_str.split())

    @classmethod
    def codify(cls, parameters, comment="Parameters"):
        known, content = declared.get(), cls.comment(comment) + "\n"
        declared.set({})
        for name, value in parameters.items():
            line, kind = known.get(name, (0, None))
            place = f"cell with the tag “parameters”, line {line}: {name}" if line else f"parameter {name!r}"
            if not re.fullmatch(NAME, name) or name in KEYWORDS:
                raise PapermillException(f"{place}: expected the name of a variable of Go")
            value = plain(value)
            kind = kind or natural(value)
            try:
                content += f"var {name} {kind} = {literal(kind, value)}\n"
            except PapermillException as e:
                raise PapermillException(f"{place}: {e}") from None
        return content

    @classmethod
    def inspect(cls, parameters_cell):
        found, known, group = [], {}, False
        for number, line in enumerate(parameters_cell["source"].splitlines(), start=1):
            if re.match(r"%(%|main)", line):
                break  # what follows is a program
            if re.match(r"\s*var\s*\(", line):
                group = True
            elif re.match(r"\s*\)", line):
                group = False
            for one in single(line) if group or re.match(r"\s*var\s", line) else []:
                m = DECLARATION.fullmatch(one)
                if not m or m["name"] in KEYWORDS:
                    continue
                kind = m["kind"]
                for pattern, name in KINDS if not kind and m["value"] else []:
                    if n := re.fullmatch(pattern, m["value"]):
                        kind = name or n[1]
                        break
                known[m["name"]] = number, kind
                found.append(Parameter(m["name"], kind or "None", m["value"] or "", m["help"] or ""))
        declared.set(known)
        return found


papermill_translators.register("go", GoTranslator)
