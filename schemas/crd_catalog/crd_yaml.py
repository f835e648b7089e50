"""Reads the YAML that controller-gen writes for CustomResourceDefinitions: block collections, scalars in every style but
folded blocks, and empty flow collections. Raises ValueError for other YAML. The build has no other YAML reader."""
import json
import re

KEY = re.compile(r"""((?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s'"#\[{&*!|>-][^#]*?|-[^\s#][^#]*?)):(?: (.*))?$""")
LITERAL = re.compile(r"\|(\d?)(-?)$")
NUMBER = re.compile(r"-?(?:0|[1-9]\d*)$")
WORDS = {"true": True, "false": False, "null": None, "~": None, "{}": {}, "[]": []}
ENDS = {'"': re.compile(r'"(?:[^"\\]|\\.)*"$', re.S), "'": re.compile(r"'(?:[^']|'')*'$", re.S)}


class Reader:
    def __init__(self, text):
        self.lines = text.split("\n")
        self.at = 0

    def peek(self):
        """Returns the indentation and the content of the next line with content; -1 at the end."""
        while self.at < len(self.lines) and (not self.lines[self.at].strip() or self.lines[self.at].lstrip().startswith("#")):
            self.at += 1
        if self.at == len(self.lines):
            return -1, ""
        line = self.lines[self.at].rstrip()
        content = line.lstrip(" ")
        return len(line) - len(content), content

    def node(self, least):
        """Reads a value that is indented by `least` columns or more; None if there is none."""
        indent, content = self.peek()
        if indent < least:
            return None
        return self.items(indent) if content == "-" or content.startswith("- ") else self.entries(indent)

    def items(self, indent):
        items = []
        while True:
            at, content = self.peek()
            if at != indent or not (content == "-" or content.startswith("- ")):
                return items
            inner = content[1:].lstrip(" ")
            if not inner:
                self.at += 1
                items.append(self.node(indent + 1))
            elif KEY.match(inner) and inner[0] not in "\"'" or inner.startswith("- "):
                column = indent + len(content) - len(inner)
                self.lines[self.at] = " " * column + inner
                items.append(self.node(column))
            else:
                self.at += 1
                items.append(self.scalar(inner, indent))

    def entries(self, indent):
        entries = {}
        while True:
            at, content = self.peek()
            if at != indent or content.startswith("- "):
                if at > indent:
                    raise ValueError(f"line {self.at + 1}: unexpected indentation")
                return entries
            found = KEY.match(content)
            if not found:
                raise ValueError(f"line {self.at + 1}: not a key: {content}")
            self.at += 1
            key, rest = self.plain(found.group(1)), (found.group(2) or "").strip()
            if rest:
                entries[str(key)] = self.scalar(rest, indent)
            else:
                at, content = self.peek()
                is_list = at == indent and content.startswith("- ")
                entries[str(key)] = self.node(indent if is_list else indent + 1)

    def scalar(self, text, indent):
        if LITERAL.match(text):
            return self.literal(LITERAL.match(text), indent)
        if text[0] in "|>&*!%@`" or (text[0] in "[{" and text not in WORDS):
            raise ValueError(f"line {self.at}: unexpected scalar: {text}")
        lines = [text]
        if text[0] in ENDS:
            while not ENDS[text[0]].match("\n".join(lines)):
                lines.append(self.lines[self.at].strip())
                self.at += 1
        else:
            while self.at < len(self.lines):
                line = self.lines[self.at]
                if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
                    break
                lines.append(line.strip())
                self.at += 1
            while not lines[-1]:
                lines.pop()
        return self.plain(folded(lines))

    def literal(self, style, indent):
        lines = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
                break
            lines.append(line)
            self.at += 1
        margin = min(len(line) - len(line.lstrip(" ")) for line in lines if line.strip())
        margin = indent + int(style.group(1)) if style.group(1) else margin
        text = "\n".join(line[margin:] for line in lines)
        return text.rstrip("\n") + ("" if style.group(2) else "\n")

    @staticmethod
    def plain(text):
        if text.startswith('"'):
            return json.loads(re.sub(r"\\\n", "", text).replace("\\ ", " "))
        if text.startswith("'"):
            return text[1:-1].replace("''", "'")
        if text in WORDS:
            return WORDS[text]
        return int(text) if NUMBER.match(text) else text


def folded(lines):
    """Joins the lines of a scalar: a line break is a space, and n + 1 of them are n. A backslash escapes one."""
    text = lines[0]
    breaks = 0
    for line in lines[1:]:
        if not line:
            breaks += 1
        else:
            escaped = text.startswith('"') and text.endswith("\\") and not breaks
            text = (text[:-1] if escaped else text + ("\n" * breaks or " ")) + line
            breaks = 0
    return text


def documents(text):
    """Returns the documents of a file."""
    found = []
    for part in re.split(r"^---.*$", text, flags=re.M):
        value = Reader(part).node(0)
        if value is not None:
            found.append(value)
    return found
