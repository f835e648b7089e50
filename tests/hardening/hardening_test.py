#!/usr/bin/env python3
"""Checks that a release build of kval is hardened as cmake/Hardening.cmake requires, and has at most 16 MB:
hardening_test.py PROGRAM."""

import re
import subprocess
import sys

PROGRAM = sys.argv[1]
MOST_BYTES = 16_000_000


def readelf(*args):
    return subprocess.run(["readelf", "-W", *args, PROGRAM], capture_output=True, text=True, check=True).stdout


def code_at_entry(header, segments, content):
    """Returns the first executed bytes."""
    entry = int(re.search(r"Entry point address:\s+0x(\w+)", header).group(1), 16)
    for offset, address, size in re.findall(r"LOAD\s+0x(\w+) 0x(\w+) 0x\w+ 0x(\w+)", segments):
        place = entry - int(address, 16)
        if 0 <= place < int(size, 16):
            return content[int(offset, 16) + place:][:64]
    return b""


def main():
    header, segments, dynamic = readelf("-h"), readelf("-l"), readelf("-d")
    with open(PROGRAM, "rb") as file:
        content = file.read()
    flags = " ".join(re.findall(r"\((?:FLAGS|FLAGS_1)\)\s+(.*)", dynamic))
    stack = re.search(r"GNU_STACK.*", segments)
    facts = {
        "a static program": "INTERP" not in segments and "(NEEDED)" not in dynamic,
        "at a random place (PIE)": "DYN (" in header and "PIE" in flags,
        "full RELRO: relocations are read-only": "GNU_RELRO" in segments and ("NOW" in flags or "BIND_NOW" in flags),
        "the stack is not executable": stack is not None and "RWE" not in stack.group(0),
        "no segment is writable and executable": not re.search(r"LOAD.*RWE", segments),
        "stripped": ".symtab" not in readelf("-S"),
        "stack protector": b"*** %s ***: terminated" in content and b"stack smashing detected" in content,
        "_FORTIFY_SOURCE": b"buffer overflow detected" in content,
        "_GLIBCXX_ASSERTIONS": b"__n < this->size()" in content,
        "CET: functions begin with endbr64": content.count(b"\xf3\x0f\x1e\xfa") > 1000,
        "no path of the build": not re.search(rb"/(?:home|root|work|tmp|build)/[\w./-]*\.(?:cc|h|o)\b", content),
        "no build id": "NT_GNU_BUILD_ID" not in readelf("-n"),
        f"at most {MOST_BYTES:,} bytes: {len(content):,}": len(content) <= MOST_BYTES,
    }
    if "X86-64" in header:
        # movl $__NR_madvise, %eax; syscall
        facts["pages of tables are asked for at once"] = b"\xb8\x1c\x00\x00\x00\x0f\x05" in code_at_entry(
            header, segments, content)
    for fact, holds in facts.items():
        print(f"{'ok  ' if holds else 'FAIL'} {fact}")
    return 0 if all(facts.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
