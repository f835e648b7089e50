#!/usr/bin/env python3
"""Checks that no input can exhaust the native stack: `recursion_test.py PROGRAM`.

Reads the direct calls of all functions from the disassembled program (requires objdump and symbols). Each cycle of calls
among kval's functions must contain a function that checks the stack (`HasStack`, `NeedStack`), or must be listed in
recursion.txt with the reason why its depth is bounded. Reports the functions of every other cycle, and lines of
recursion.txt without a match. Calls through pointers (virtual functions, std::function) are not detected.

`--list` prints all recursive functions and how their depth is bounded."""

import re
import subprocess
import sys
from pathlib import Path

BOUNDS = Path(__file__).with_name("recursion.txt")
CHECKS = ("kval::HasStack", "kval::NeedStack", "kval::FindStackFloor", "kval::ThrowStackExhausted", "kval::StackFloor",
          "kval::StackLeft", "found_stack_floor")


def demangled(names):
    run = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
    return dict(zip(names, run.stdout.splitlines()))


def call_graph(program):
    """Returns the call graph by symbol, and the functions that read the stack's lower limit."""
    head = re.compile(r"^[0-9a-f]+ <(.+)>:$")
    call = re.compile(r"\b(?:call|jmp)\S*\s+[0-9a-f]+ <([^>+]+)(\+0x[0-9a-f]+)?>")
    graph, checking, function = {}, set(), ""
    run = subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", program], stdout=subprocess.PIPE, text=True)
    for line in run.stdout:
        if found := head.match(line):
            # Cold parts and clones belong to the original function.
            function = re.sub(r"(\.(cold|part|constprop|isra)(\.\d+)?)+$", "", found.group(1))
            graph.setdefault(function, set())
            continue
        if "found_stack_floor" in line:
            checking.add(function)
        if found := call.search(line):
            target = re.sub(r"(\.(cold|part|constprop|isra)(\.\d+)?)+$", "", found.group(1))
            # A jump inside a function is not a call; a jump to the start of another function is a tail call.
            if found.group(2) is None and (target != function or "call" in found.group(0)):
                graph[function].add(target)
    if run.wait() != 0:
        raise RuntimeError("objdump failed")
    return graph, checking


def cycles(graph):
    """Returns the strongly connected components with a cycle: several functions, or one that calls itself (Tarjan)."""
    index, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in graph:
                    continue
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(graph[target])))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                        if component[-1] == node:
                            break
                    if len(component) > 1 or node in graph[node]:
                        found.append(component)
    return found


def is_own(name):
    """Returns true for functions of kval, false for template instances of other libraries."""
    first = re.search(r"\b(kval|std|__gnu_cxx|rapidjson|toml|CLI|boost)::", name)
    return first is not None and first.group(1) == "kval"


def without(graph, removed):
    return {node: targets - removed for node, targets in graph.items() if node not in removed}


def bounds():
    """Returns the patterns of recursion.txt and their reasons."""
    listed = {}
    for line in BOUNDS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            pattern, _, reason = line.partition(" -- ")
            listed[pattern] = reason
    return listed


def main():
    program = sys.argv[1]
    graph, checking = call_graph(program)
    names = demangled(list(graph))
    checking |= {node for node, targets in graph.items()
                 if any(names.get(target, target).startswith(CHECKS) for target in targets)}
    listed = bounds()
    patterns = {pattern: re.compile(pattern) for pattern in listed}
    used, bounded = set(), set()
    for component in cycles(graph):
        for node in component:
            for pattern, compiled in patterns.items():
                if compiled.search(names[node]):
                    used.add(pattern)
                    bounded.add(node)
    if "--list" in sys.argv:
        for component in cycles(graph):
            for node in sorted(component, key=names.get):
                why = "checks the stack" if node in checking else "bounded" if node in bounded else ""
                print(f"{names[node]}: {why}")
    failed = False
    for component in cycles(without(graph, checking | bounded)):
        own = sorted(names[node] for node in component if is_own(names[node]))
        if own:
            failed = True
            print("recursion without a stack check:\n  " + "\n  ".join(own))
    for pattern in listed.keys() - used:
        failed = True
        print(f"recursion.txt: nothing matches `{pattern}`")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
