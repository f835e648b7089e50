"""Build tool: chooses the sources of a library that are compiled together (cmake/Unity.cmake).

    unity.py SIZE SOURCE... [-- SOURCE...]...

Prints the batches, one a line: the number of the group (`--` separates groups), at most SIZE sources, and, if there is more
than one, the project's headers that they include, which the batch includes first. Two sources share a batch only if neither
mentions a name that the other declares in an anonymous namespace, introduces by `using` or defines as a macro, or that a
header of the other alone declares in a namespace of the source. A name then means the same in the batch as in the source
alone."""

import functools
import pathlib
import re
import sys

NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.S)
PREPROCESSOR = re.compile(r"(?m)^\s*#(?:[^\n]*\\\n)*[^\n]*")
NAMESPACE = re.compile(r"(?:inline\s+)?namespace\b\s*([\w:]*)\s*\{")
TEMPLATE = re.compile(r"template\s*<")
TYPE = re.compile(r"(?:enum\s+class|struct|class|enum|union)\s+(\w+)")
MACRO = re.compile(r"[A-Z_0-9]+\(")  # TEST(suite, name)
IN_BRACKETS = re.compile(r"<[^<>]*>|\[[^\]]*\]")
# Names that are not members: behind `->`, `.` and `::` an anonymous namespace is not searched.
MENTION = re.compile(r"(?<![\w.:])(?<!->)[A-Za-z_]\w*")
INCLUDE = re.compile(r'(?m)^#include "((?:annotations|schemas|src)/[^"]+\.h)"')
ROOT = pathlib.Path(__file__).resolve().parent.parent
CLOSING = {"{": "}", "(": ")", "<": ">"}


def skip(text, at):
    """Returns the position after the bracket that closes the one at `at`."""
    opening, depth = text[at], 0
    while at < len(text):
        depth += (text[at] == opening) - (text[at] == CLOSING[opening])
        at += 1
        if depth == 0:
            break
    return at


def find(text, at, characters):
    """Returns the position of the next of the characters outside of brackets."""
    while at < len(text) and text[at] not in characters:
        at = skip(text, at) if text[at] in "({" else at + 1
    return at


def declarations(text):
    """Yields each declaration in the namespaces of a file up to its body or value, `using` in full, with the names of its
    namespaces; that of an anonymous one is empty."""
    at, namespaces = 0, []
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] == "}":
            del namespaces[-1:]
            at += 1
        elif opened := NAMESPACE.match(text, at):
            namespaces.append(opened[1])
            at = opened.end()
        elif template := TEMPLATE.match(text, at):
            at = skip(text, template.end() - 1)
        else:
            end = find(text, at, ";" if text.startswith("using", at) else ";{=")
            declaration = text[at:end]
            yield declaration, namespaces
            is_function = text[end : end + 1] == "{" and "(" in declaration
            at = skip(text, end) if is_function else find(text, end, ";") + 1


def name_of(declaration):
    if found := TYPE.match(declaration):
        return found[1]
    while (shorter := IN_BRACKETS.sub("", declaration)) != declaration:
        declaration = shorter
    words = re.findall(r"\w+", declaration.split("(")[0])
    return words[-1] if words else ""


def qualified(namespaces, name):
    return "::".join([*filter(None, namespaces), name])


@functools.cache
def header(path):
    """Returns the names that a header of the project declares in namespaces, and the headers that it includes. A header that
    the build generates is not read."""
    if not (ROOT / path).exists():
        return frozenset(), ()
    text = (ROOT / path).read_text(encoding="utf-8")
    code = PREPROCESSOR.sub("", NOISE.sub(" ", text))
    return frozenset(qualified(inside, name_of(it)) for it, inside in declarations(code) if inside), tuple(INCLUDE.findall(text))


@functools.cache
def headers_below(path):
    """Returns a header and those that it includes, directly or indirectly."""
    return frozenset([path]).union(*map(headers_below, header(path)[1]))


class Source:
    def __init__(self, path):
        self.path = path
        whole = pathlib.Path(path).read_text(encoding="utf-8")
        self.included = INCLUDE.findall(whole)
        self.headers = frozenset().union(*map(headers_below, self.included))
        scopes = set()
        text = NOISE.sub(" ", whole)
        code = PREPROCESSOR.sub("", text)
        self.declared = {macro: path for macro in re.findall(r"(?m)^\s*#\s*define\s+(\w+)", text)}
        for declaration, namespaces in declarations(code):
            scopes.add(qualified(namespaces, ""))
            if using := re.match(r"using\s+(?:[\w:]+::)?(\w+)", declaration):
                name, meaning = using[1], " ".join(declaration.split())
            elif ("" in namespaces or declaration.startswith("static ")) and not MACRO.match(declaration):
                name, meaning = name_of(declaration), path
            else:
                continue
            self.declared[name] = meaning
        self.mentioned = set(MENTION.findall(code)) | self.declared.keys()
        self.found = frozenset(scope + name for scope in scopes for name in self.mentioned)

    def permits(self, other):
        """Whether no name in this source changes its meaning below the other source."""
        return all(
            self.declared.get(name) == other.declared[name] for name in self.mentioned & other.declared.keys()
        ) and not any(header(path)[0] & self.found for path in other.headers - self.headers)


def batches(sources, size):
    result = []
    for source in sources:
        for batch in result:
            if len(batch) < size and all(source.permits(other) and other.permits(source) for other in batch):
                batch.append(source)
                break
        else:
            result.append([source])
    return result


def main():
    group, sources = 0, []
    for argument in [*sys.argv[2:], "--"]:
        if argument != "--":
            sources.append(Source(argument))
            continue
        for batch in batches(sources, int(sys.argv[1])):
            included = {path for source in batch for path in source.included} if len(batch) > 1 else ()
            print(group, *(source.path for source in batch), *sorted(included))
        group, sources = group + 1, []


if __name__ == "__main__":
    main()
