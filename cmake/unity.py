"""Build tool: chooses the sources of a library that are compiled together (cmake/Unity.cmake).

    unity.py SIZE SOURCE... [-- SOURCE...]...

Prints the batches, one a line: the number of the group (`--` separates groups), and at most SIZE sources. Two sources share
a batch only if neither mentions a name that the other declares in an anonymous namespace, introduces by `using` or defines
as a macro. A name then means the same in the batch as in the source alone."""

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
    """Yields each declaration in the namespaces of a source up to its body or value, `using` in full, and whether its
    namespace is anonymous."""
    at, anonymous = 0, []
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] == "}":
            del anonymous[-1:]
            at += 1
        elif opened := NAMESPACE.match(text, at):
            anonymous.append(not opened[1])
            at = opened.end()
        elif template := TEMPLATE.match(text, at):
            at = skip(text, template.end() - 1)
        else:
            end = find(text, at, ";" if text.startswith("using", at) else ";{=")
            declaration = text[at:end]
            yield declaration, any(anonymous)
            is_function = text[end : end + 1] == "{" and "(" in declaration
            at = skip(text, end) if is_function else find(text, end, ";") + 1


def name_of(declaration):
    if found := TYPE.match(declaration):
        return found[1]
    while (shorter := IN_BRACKETS.sub("", declaration)) != declaration:
        declaration = shorter
    words = re.findall(r"\w+", declaration.split("(")[0])
    return words[-1] if words else ""


class Source:
    def __init__(self, path):
        self.path = path
        text = NOISE.sub(" ", pathlib.Path(path).read_text(encoding="utf-8"))
        code = PREPROCESSOR.sub("", text)
        self.declared = {macro: path for macro in re.findall(r"(?m)^\s*#\s*define\s+(\w+)", text)}
        for declaration, is_anonymous in declarations(code):
            if using := re.match(r"using\s+(?:[\w:]+::)?(\w+)", declaration):
                self.declared[using[1]] = " ".join(declaration.split())
            elif (is_anonymous or declaration.startswith("static ")) and not MACRO.match(declaration):
                self.declared[name_of(declaration)] = path
        header = pathlib.Path(path).with_suffix(".h")
        if header.exists():
            code += NOISE.sub(" ", header.read_text(encoding="utf-8"))
        self.mentioned = set(MENTION.findall(code)) | self.declared.keys()

    def permits(self, other):
        """Whether no name in this source changes its meaning below the other source."""
        return all(self.declared.get(name) == other.declared[name] for name in self.mentioned & other.declared.keys())


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
            print(group, *(source.path for source in batch))
        group, sources = group + 1, []


if __name__ == "__main__":
    main()
