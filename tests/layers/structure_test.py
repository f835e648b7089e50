#!/usr/bin/env python3
"""Checks structural rules of the source code: `structure_test.py ROOT`.

- The include graph has no cycle of more than two modules (strongly connected component). A module is a header and its
  source file.
- No file of `src annotations schemas tests` is longer than 500 lines.
- A namespace is named after the directory of its library: `src/lang/kcl/eval` is `kval::kcl::eval`. `src/` and `lang/`
  are omitted, and subdirectories of a library use its namespace. Namespaces that contain only forward declarations of
  another library are ignored.
- No class has more than 30 functions. LARGE_CLASSES lists exceptions with their limits, which may only decrease.
- An annotation's name is a string literal only in the file of its Spec, or in the header that defines it for the Spec.
  Other files use the Spec. Comments may contain the name.
- No function is longer than 65 lines, and a source file has at most one anonymous namespace, at its beginning.
- A file is classified in one place (src/driver/inputs/document_class.h): no other code above the schema languages searches
  text for the words that identify a schema. NECESSARY_CONDITIONS lists searches that only exclude files.
- `src/report` does not recognize secrets: it hides the ranges that src/redaction returns.
- `src/check` records violations and reports nothing: `src/findings` finds their causes and renders them.
- System headers are included only by the platform layer: src/support, src/source, src/output, and PLATFORM_FILES.
- Code tests the category of a diagnostic, not ranges of rule numbers, and no decision depends on the text of a message.
- A file includes no header of the standard library that it does not use, and a source none that its header includes.
- Hash tables with string keys use the process's hash key (`src/support/keyed_hash.h`): std::hash has a fixed seed.
"""

import re
import sys
from pathlib import Path

from unused_includes import unused_includes

DIRECTORIES = ("src", "annotations", "schemas")
SUFFIXES = (".h", ".cc", ".def")
MOST_LINES = 500
MOST_COMPONENTS = 2
MOST_FUNCTIONS = 30
MOST_FUNCTION_LINES = 65

# Accepted include cycles: one module of the cycle -> the maximum number of modules.
CYCLES = {}
LONG_FILES = set()

# Directories whose namespace differs from their path, and the reason.
NAMESPACES_OF_DIRECTORIES = {
    "src/support": "kval",  # used by all libraries
    "src/lang/kcl/sema": "kval::kcl",  # the language itself: syntax trees and programs
    "src/lang/kcl/syntax": "kval::kcl",
    # Subdirectories of a library.
    "annotations/data": "kval::annotations",
    "annotations/overlay": "kval::annotations",
    "annotations/schema": "kval::annotations",
    "src/lang/cel/library": "kval::cel",
    "src/cli/lsp": "kval::cli",
    "src/driver/findings": "kval::driver",
    "src/driver/flags": "kval::driver",
    "src/driver/helm": "kval::driver",
    "src/driver/inputs": "kval::driver",
    "src/driver/kcl": "kval::driver",
    "src/driver/kubernetes": "kval::driver",
    "src/driver/libraries": "kval::driver",
    "src/driver/releases": "kval::driver",
    "src/driver/schemas": "kval::driver",
    "src/lsp/structure": "kval::lsp",
    "src/kubernetes/admission": "kval::kubernetes",
    "src/kubernetes/definition_diff": "kval::kubernetes",
    "src/kubernetes/practices": "kval::kubernetes",
}

# Classes with more than MOST_FUNCTIONS functions, and their limits.
LARGE_CLASSES = {
    "schemas/json_schema/lowering.h Lowering": 70,
    "src/lang/cel/value.h Value": 46,
    "src/lang/kcl/sema/type_table.h TypeTable": 32,
    "src/lang/starlark/parser.h Parser": 60,
    "src/merge/merger.h Merger": 44,
    "src/yaml/compose.h Composer": 55,
    "src/yaml/parser.h Parser": 113,
}

# Specs whose documentation names another annotation. The documentation is static data, so it cannot use the other Spec.
PROSE = {"annotations/schema/nullable.cc"}

NAMESPACES = "assert|data|library|overlay|schema|template|yaml"
NAME = re.compile(rf"(?:{NAMESPACES})/[a-z]+(?:-[a-z]+)*")
# Headers of lower layers that define names of annotations -> the files of the Specs that use them.
NAME_FILES = {
    "src/merge/annotation_names.h": ("annotations/overlay_specs.cc", "annotations/data/data.cc"),
    "src/templating/annotation_names.h": ("annotations/data/data.cc",),
}


def sources(root, folders=DIRECTORIES, suffixes=SUFFIXES):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in suffixes:
                yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")


def include_graph(files):
    graph = {}
    for path, text in files.items():
        component = path.rsplit(".", 1)[0]
        reached = graph.setdefault(component, set())
        for included in re.findall(r'^#include "([^"]+)\.h"', text, re.M):
            if included != component and included + ".h" in files:
                reached.add(included)
    return graph


def cycles_of(graph):
    """Returns the strongly connected components (Tarjan's algorithm, without recursion)."""
    order, low, stack, on_stack, cycles = {}, {}, [], set(), []
    for start in graph:
        if start in order:
            continue
        work = [(start, iter(sorted(graph[start])))]
        order[start] = low[start] = len(order)
        stack.append(start)
        on_stack.add(start)
        while work:
            component, rest = work[-1]
            for below in rest:
                if below not in order:
                    order[below] = low[below] = len(order)
                    stack.append(below)
                    on_stack.add(below)
                    work.append((below, iter(sorted(graph.get(below, ())))))
                    break
                if below in on_stack:
                    low[component] = min(low[component], order[below])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[component])
                if low[component] == order[component]:
                    cycle = []
                    while not cycle or cycle[-1] != component:
                        cycle.append(stack.pop())
                        on_stack.discard(cycle[-1])
                    cycles.append(sorted(cycle))
    return cycles


def check_cycles(files):
    known = dict(CYCLES)
    for cycle in cycles_of(include_graph(files)):
        name = next((component for component in cycle if component in known), None)
        most = known.pop(name) if name else MOST_COMPONENTS
        if len(cycle) > most:
            yield f"an include cycle of {len(cycle)} components, more than {most}: {' '.join(cycle)}"


def check_lengths(files):
    for path, text in files.items():
        lines = text.count("\n")
        if lines > MOST_LINES and path not in LONG_FILES:
            yield f"{path} has {lines} lines: split it by idea"


def namespace_of(folder):
    parts = [part for part in folder.split("/") if part not in ("src", "lang")]
    return NAMESPACES_OF_DIRECTORIES.get(folder, "::".join(["kval", *parts]))


def check_namespaces(files):
    for path, text in files.items():
        if not path.endswith(".h"):
            continue
        wanted = namespace_of(path.rsplit("/", 1)[0])
        found = set(re.findall(r"^namespace ([\w:]+) {", text, re.M))
        if found and not any(name == wanted or name.startswith(wanted + "::") for name in found):
            yield f"{path} is in the namespace {' '.join(sorted(found))}, not in {wanted}"


def without_comments_and_texts(text, keeps_lines=False):
    token = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.S)
    breaks = "\n" if keeps_lines else ""
    return token.sub(lambda match: ('""' if match[0][0] in "R\"" else " ") + breaks * match[0].count("\n"), text)


def classes_of(text):
    """Yields each class of a file with its number of functions, except constructors and deleted functions."""
    text = without_comments_and_texts(text)
    for head in re.finditer(r"\b(?:class|struct)\s+(?:\[\[\w+\]\]\s*)?(\w+)(?:\s+final)?\s*(?::[^{;]*)?{", text):
        depth, at, own = 1, head.end(), []
        while at < len(text) and depth > 0:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            if depth == 1:
                own.append(";" if text[at] == "}" else text[at])
            at += 1
        functions = 0
        for declaration in "".join(own).split(";"):
            declaration = re.sub(r"\b(public|private|protected)\s*:", "", declaration).strip()
            if re.match(r"using|friend|struct|class|enum|static_assert|std::function", declaration):
                continue
            name = re.search(r"(~?\w+|operator\S+)\s*\(", declaration)
            is_function = (name and "=" not in declaration[:name.start()] and "= delete" not in declaration and
                           name[1].lstrip("~") != head[1])
            functions += 1 if is_function else 0
        yield head[1], functions


def check_classes(files):
    for path, text in files.items():
        for name, functions in classes_of(text):
            most = LARGE_CLASSES.get(f"{path} {name}", MOST_FUNCTIONS)
            if functions > most:
                yield f"{path}: {name} has {functions} functions, more than {most}: give it one duty"


FUNCTION_HEAD = re.compile(r"(?m)^( {0,2})(?!\s)(?!namespace\b|class\b|struct\b|enum\b|union\b)[^\n=#]*\)[^\n;=]*\{$")


def functions_of(text):
    """Yields the first line and the length of each function, from its head to the closing brace at the same indentation."""
    lines = without_comments_and_texts(text, keeps_lines=True).split("\n")
    at = 0
    while at < len(lines):
        head = FUNCTION_HEAD.match(lines[at])
        if head:
            end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith(head[1] + "}")), at)
            yield at + 1, end - at + 1
            at = end
        at += 1


def check_functions(files):
    for path, text in files.items():
        for line, length in functions_of(text):
            if length > MOST_FUNCTION_LINES:
                yield f"{path}:{line} is a function of {length} lines, more than {MOST_FUNCTION_LINES}: split it by steps"
        if len(re.findall(r"(?m)^namespace \{$", text)) > 1:
            yield f"{path} has several anonymous namespaces: one at its head is enough, or it is two files"


def strings_of(text):
    """Yields the C++ string literals with their lines. Adjacent literals are joined."""
    token = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\((.*?)\)\1"|"((?:[^"\\\n]|\\.)*)"|\'(?:[^\'\\\n]|\\.)*\'|#include[^\n]*',
                       re.S)
    joined, end, line = None, 0, 0
    for match in token.finditer(text):
        content = match[2] if match[2] is not None else match[3]
        if content is None:
            continue
        if joined is not None and not text[end:match.start()].strip():
            joined += content
        else:
            if joined is not None:
                yield line, joined
            joined, line = content, text.count("\n", 0, match.start()) + 1
        end = match.end()
    if joined is not None:
        yield line, joined


def check_names(files):
    homes = {}
    spelled = []
    for path, text in files.items():
        for line, content in strings_of(text):
            is_spec_file = path.startswith("annotations/") or path in NAME_FILES
            if is_spec_file and NAME.fullmatch(content):
                homes.setdefault(content, path)
            for found in NAME.finditer(content):
                before = content[found.start() - 1:found.start()]
                if not (before.isalnum() or before in ("/", "-", "_", ".")):
                    is_prose = content.strip().lstrip("#@") != found[0]
                    spelled.append((path, line, found[0], is_prose))
    for path, line, name, is_prose in spelled:
        home = homes.get(name, path)
        if path == home or path in NAME_FILES.get(home, ()):
            continue
        if not is_prose or path not in PROSE:
            yield f"{path}:{line} spells `{name}`, whose Spec is in {home}"


UNKEYED = re.compile(r"unordered_\w+<(?:std::string|std::string_view|Text|std::u\d+string)\b|std::hash<|_Hash_bytes")
KEYED = {"src/support/keyed_hash.h", "src/support/id.h"}  # ids are consecutive numbers, not input


def check_hashes(files):
    for path, text in files.items():
        for line, content in enumerate(text.splitlines(), 1):
            if path not in KEYED and UNKEYED.search(content.split("//")[0]):
                yield f"{path}:{line} hashes without the process's key: TextMap, TextSet or KeyedHash"


# Words by which a schema is recognized, in a search of text or a comparison with the text.
EVIDENCE = re.compile(r"""(?:find|Find\w*|Contains\w*|HasLine|starts_with)\([^;{]*"[^"\n]*(?:json-schema\.org|CustomResourceDefinition|"""
                      r"""apiextensions\.k8s\.io/v1|openapi:|swagger:|#@schema/|#@data/)""", re.S)
CLASSIFIER = "src/driver/inputs/document_class.cc"
CLASSIFYING_LAYERS = ("src/driver/", "src/project/", "src/cli/", "src/api/", "src/kubernetes/")
NECESSARY_CONDITIONS = {
    "src/driver/kubernetes/definitions.cc": 2,  # MayDefine: such files are parsed
    "src/driver/helm/chart_validator.cc": 2,  # the draft of a known schema
}


def check_classifiers(files):
    for path, text in files.items():
        if not path.startswith(CLASSIFYING_LAYERS) or path == CLASSIFIER:
            continue
        code = re.sub(r"//[^\n]*", "", text)
        searches = sum(len(EVIDENCE.findall(statement)) for statement in code.split(";"))
        if searches > NECESSARY_CONDITIONS.get(path, 0):
            yield f"{path} searches text for what identifies a schema: ask {CLASSIFIER.replace('.cc', '.h')}"


SECRETS = re.compile(r"secret|passw|credential", re.IGNORECASE)


def check_reports(files):
    for path, text in files.items():
        if path.startswith("src/report/") and SECRETS.search(path + text):
            yield f"{path} is about secrets, which src/redaction recognizes"


def check_validator(files):
    for path, text in files.items():
        if path.startswith("src/check/") and '"src/diag/emitter.h"' in text:
            yield f"{path} reports diagnostics: record a violation (src/check/violation.h), and render it in src/findings"


SYSTEM_HEADER = re.compile(r"^#include <((?:sys|linux|mach|netinet|arpa)/[^>]+|unistd\.h|windows\.h|fcntl\.h|poll\.h|pthread\.h|signal\.h|"
                           r"dirent\.h|glob\.h|malloc\.h|alloca\.h|netdb\.h|termios\.h|dlfcn\.h|sched\.h|csignal|winternl\.h|bcrypt\.h|aclapi\.h|"
                           r"shellapi\.h|io\.h|process\.h)>", re.M)
PLATFORM_DIRECTORIES = ("src/support/", "src/source/", "src/output/")
# Other files that include system headers, and what for.
PLATFORM_FILES = {
    "src/api/call_queue.cc": "process identity after fork",
    "src/api/call_queue.h": "process identity after fork",
    "src/cli/process_posix.cc": "terminal, standard streams, arguments",
    "src/cli/process_windows.cc": "terminal, standard streams, arguments",
    "src/cli/program_start.cc": "entry point of the released program (Linux x86-64)",
    "src/cli/subprocess_posix.cc": "checks of the language server",
    "src/cli/subprocess_windows.cc": "checks of the language server",
    "src/cli/lsp/wait_for_streams_posix.cc": "waiting for the editor and for checks",
    "src/cli/lsp/wait_for_streams_windows.cc": "waiting for the editor and for checks",
}
# Windows's own headers are included only by sources for Windows.
WINDOWS_HEADER = re.compile(r"^#include <(windows|winternl|bcrypt|aclapi|shellapi|io|process)\.h>", re.M)
WINDOWS_FILE = re.compile(r"_windows\.cc$|^src/support/relative_open\.h$")


def is_platform_file(path):
    return path.startswith(PLATFORM_DIRECTORIES) or path in PLATFORM_FILES


def platform_files(root):
    """The files of the platform layer that include system headers."""
    return [path for path, text in sources(Path(root)) if is_platform_file(path) and SYSTEM_HEADER.search(text)]


def check_system_headers(files):
    for path, text in files.items():
        header = SYSTEM_HEADER.search(text)
        if header and not is_platform_file(path):
            yield f"{path} includes <{header[1]}>: call the platform layer (src/support, src/source, src/output)"
        if WINDOWS_HEADER.search(text) and not WINDOWS_FILE.search(path):
            yield f"{path} includes a header of Windows: move the call to a file that ends with _windows.cc"
        if path in PLATFORM_FILES and not header:
            yield f"{path} includes no system header: remove it from PLATFORM_FILES"
    for path in PLATFORM_FILES.keys() - files.keys():
        yield f"{path} is missing: remove it from PLATFORM_FILES"


# The number and the text of a finding are for its reader.
RULE_NUMBER = re.compile(r"EntryOf\([^;]*?\)\s*\.\s*number\b")
MESSAGE_TEST = re.compile(r"(?:\.|->)(?:message|hint|label)(?:\.text)?\s*(?:[=!]=\s*\"|\.(?:starts_with|ends_with|r?find)\(\s*\")")

# Files that test a message, and the reason.
MESSAGE_TESTS = {
    "src/lang/kcl/builtins/regex_module.cc",  # of RE2, which has no code for it
    "src/lang/kcl/run/missing_attributes.cc",  # of KCL programs: `UndefinedType`
}


def check_rule_numbers(files):
    for path, text in files.items():
        for pattern, advice in ((RULE_NUMBER, "reads a rule's number: test its category (src/diag/kind.def)"),
                                (MESSAGE_TEST, "tests the text of a message: store the fact in a field")):
            for found in pattern.finditer(text):
                if path != "src/diag/kind.cc" and path not in MESSAGE_TESTS:
                    yield f"{path}:{text.count(chr(10), 0, found.start()) + 1} {advice}"


def main():
    files = dict(sources(Path(sys.argv[1])))
    tests = dict(sources(Path(sys.argv[1]), ["tests"], (*SUFFIXES, ".py")))
    violations = [*check_cycles(files), *check_lengths(files), *check_lengths(tests), *check_namespaces(files),
                  *check_classes(files), *check_functions(files), *check_names(files), *check_hashes(files),
                  *check_classifiers(files), *check_reports(files), *check_validator(files),
                  *check_rule_numbers(files), *check_system_headers(files),
                  *unused_includes(files, without_comments_and_texts)]
    for violation in violations:
        print(violation)
    print(f"{len(files) + len(tests)} files, {len(violations)} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
