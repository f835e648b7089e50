"""packages/inspect_program.py accepts programs of a target and rejects unfit ones: Mach-O and ELF programs that this test
writes, and the programs that scripts/dependencies and scripts/package have built, if there are any.

  inspect_program_test.py
"""
import hashlib
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "packages"))
sys.path.insert(0, HERE)
import elf_program  # noqa: E402
from inspect_program import Unfit, inspect  # noqa: E402

failures = []
PAGE = 4096


def expect(name, is_so):
    if not is_so:
        failures.append(name)
    print(("ok " if is_so else "FAILED ") + name)


def rejects(data, reason, target="aarch64-macos"):
    try:
        inspect(target, data)
    except Unfit as problem:
        expect(f"rejected: {reason}", reason in str(problem))
    else:
        expect(f"rejected: {reason}", False)


def program(minimum=(11, 0), library=b"/usr/lib/libSystem.B.dylib", protection=5, flags=0x200000, is_signed=True,
            processor=0x0100000C):
    """A Mach-O program with two pages and their signature."""
    name = library + b"\0" * (8 - len(library) % 8)
    commands = [struct.pack("<2I16s4Q4I", 0x19, 72, b"__TEXT", 0, 0, 0, 2 * PAGE, protection, protection, 0, 0),
                struct.pack("<6I", 0x32, 24, 1, minimum[0] << 16 | minimum[1] << 8, 0, 0),
                struct.pack("<6I", 0xC, 24 + len(name), 24, 0, 0, 0) + name]
    if is_signed:
        commands.append(struct.pack("<4I", 0x1D, 16, 2 * PAGE, 20 + 44 + 64))
    head = struct.pack("<8I", 0xFEEDFACF, processor, 0, 2, len(commands), sum(map(len, commands)), flags, 0)
    code = (head + b"".join(commands)).ljust(2 * PAGE, b"\x90")
    hashes = b"".join(hashlib.sha256(code[at:at + PAGE]).digest() for at in (0, PAGE))
    directory = struct.pack(">9I4BI", 0xFADE0C02, 44 + len(hashes), 0x20400, 2, 44, 0, 0, 2, 2 * PAGE, 32, 2, 0, 12, 0)
    return code + struct.pack(">5I", 0xFADE0CC0, 20 + len(directory) + len(hashes), 1, 0, 20) + directory + hashes


def check_linux():
    for processor in elf_program.PROCESSORS:
        facts = inspect(f"{processor}-linux", elf_program.program(processor))
        expect(f"accepted: a static program for {processor}", "static, position-independent; needs no library" in facts)
    segments = ((elf_program.LOAD, 5), (elf_program.LOAD, 6), (elf_program.STACK, 6), (elf_program.RELRO, 4))
    for reason, options in (
            ("it needs a dynamic linker", {"segments": (*segments, (elf_program.INTERPRETER, 4))}),
            ("memory is writable and executable", {"segments": (*segments, (elf_program.LOAD, 7))}),
            ("memory is writable and executable", {"segments": ((elf_program.LOAD, 5), (elf_program.STACK, 7))}),
            ("its stack may be executable", {"segments": segments[:2] + segments[3:]}),
            ("its tables stay writable", {"segments": segments[:3]}),
            ("it is not position-independent", {"kind": 2}),
            ("it needs shared libraries", {"dynamic": ((elf_program.NEEDED, 1),)}),
            ("its code is changed at the start", {"dynamic": ((elf_program.TEXT_RELOCATIONS, 0),)}),
            ("it has no stack protector", {"code": b"\x90" * 64})):
        rejects(elf_program.program("x86_64", **options), reason, "x86_64-linux")
    rejects(elf_program.program("x86_64"), "it is for another processor", "aarch64-linux")


def main():
    check_linux()
    facts = inspect("aarch64-macos", program())
    expect("accepted: a signed program for macOS 11", "ad-hoc signature of 2 pages is valid" in facts)
    rejects(program(minimum=(15, 0)), "it needs macOS (15, 0)")
    rejects(program(library=b"/opt/lib/libz.dylib"), "it needs other libraries")
    rejects(program(protection=7), "a segment is writable and executable")
    rejects(program(flags=0), "it is not position-independent")
    rejects(program(is_signed=False), "it has no signature")
    changed = bytearray(program())
    changed[PAGE + 7] ^= 1
    rejects(bytes(changed), "page 1 is not the signed one")
    rejects(program(), "it is for another processor", "x86_64-macos")
    facts = inspect("x86_64-macos", program(is_signed=False, processor=0x01000007))
    expect("accepted: a program for x86-64 without a signature", "no signature, which only arm64 requires" in facts)
    rejects(program(), "it is not a Windows program", "x86_64-windows")
    for target, toolchain in (("aarch64-macos",) * 2, ("x86_64-macos",) * 2, ("x86_64-windows", "x86_64-windows-gnu"),
                              ("aarch64-linux", "aarch64-linux-musl"), ("x86_64-linux", "x86_64-linux-musl")):
        name = "kval.exe" if "windows" in target else "kval"
        path = os.path.join(ROOT, "build", toolchain, "src", "cli", name)
        if not os.path.exists(path):
            print(f"skipped: {target}: `scripts/package --target {target}` has not built it")
            continue
        with open(path, "rb") as file:
            print("\n".join(f"{target}: {fact}" for fact in inspect(target, file.read())))
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
