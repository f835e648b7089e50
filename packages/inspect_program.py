#!/usr/bin/env python3
"""Reads what a program for a target requires of the system and how it is hardened, from the file alone.

  inspect_program.py TARGET PROGRAM    TARGET: of packages/release.json, such as aarch64-macos

Prints one line per fact and fails if the program does not have the format of the target, needs a newer system or other
libraries than the target's own, has memory that is writable and executable, or lacks the hardening of the target.
"""
import hashlib
import re
import struct
import sys

MACOS = (11, 0)
STACK = 8 << 20
# Libraries of every Windows 10.
WINDOWS_LIBRARIES = {"kernel32.dll", "ntdll.dll", "advapi32.dll", "bcrypt.dll", "shell32.dll"}
PROCESSORS = {"macos": {"aarch64": 0x0100000C, "x86_64": 0x01000007}, "windows": {"x86_64": 0x8664},
              "linux": {"aarch64": 183, "x86_64": 62}}
# `mov %fs:0x28, REGISTER` and `cmp %fs:0x28, REGISTER`, with which the stack protector of x86-64 reads its value. The code of
# arm64 reads a variable, whose address the file alone does not show.
CANARY = re.compile(rb"\x64[\x48\x4c][\x8b\x3b].\x25\x28\0\0\0", re.DOTALL)


class Unfit(Exception):
    pass


def need(condition, message):
    if not condition:
        raise Unfit(message)


def text_at(data, offset):
    return data[offset:data.index(b"\0", offset)].decode("utf-8")


def inspect_macos(data, processor):
    magic, found, _, kind, commands, _, flags, _ = struct.unpack_from("<8I", data)
    need(magic == 0xFEEDFACF and kind == 2, "it is not a 64-bit Mach-O program")
    need(found == processor, "it is for another processor")
    need(flags & 0x200000, "it is not position-independent")
    at, libraries, minimum, signature = 32, [], None, None
    for _ in range(commands):
        command, size = struct.unpack_from("<2I", data, at)
        if command == 0x32:  # LC_BUILD_VERSION
            version = struct.unpack_from("<I", data, at + 12)[0]
            minimum = (version >> 16, version >> 8 & 0xFF)
        elif command & 0x7FFFFFFF in (0xC, 0x18, 0x1F):  # LC_LOAD_DYLIB and its variants
            libraries.append(text_at(data, at + struct.unpack_from("<I", data, at + 8)[0]))
        elif command == 0x1D:  # LC_CODE_SIGNATURE
            signature = struct.unpack_from("<2I", data, at + 8)
        elif command == 0x19:  # LC_SEGMENT_64
            protection = struct.unpack_from("<I", data, at + 60)[0]
            need(protection & 6 != 6, "a segment is writable and executable")
        at += size
    need(libraries == ["/usr/lib/libSystem.B.dylib"], f"it needs other libraries: {libraries}")
    need(minimum is not None and minimum <= MACOS, f"it needs macOS {minimum}")
    yield f"macOS {minimum[0]}.{minimum[1]} or newer"
    yield "position-independent; needs libSystem alone"
    if signature is None and processor != PROCESSORS["macos"]["aarch64"]:
        yield "no signature, which only arm64 requires"
    else:
        yield inspect_signature(data, signature)


def inspect_signature(data, place):
    """Compares the signature's hash of every page with the file."""
    need(place is not None, "it has no signature: arm64 runs no program without one")
    start = place[0]
    need(struct.unpack_from(">I", data, start)[0] == 0xFADE0CC0, "the signature is damaged")
    for index in range(struct.unpack_from(">I", data, start + 8)[0]):
        slot, offset = struct.unpack_from(">2I", data, start + 12 + 8 * index)
        if slot != 0:
            continue
        directory = start + offset
        _, _, _, flags, hashes, _, _, pages, limit, size, kind, _, page = struct.unpack_from(">9I4B", data, directory)
        need(flags & 2, "the signature is not ad hoc")
        need(kind == 2 and size == 32, "the signature has no SHA-256 hashes")
        for number in range(pages):
            begin = number << page
            content = data[begin:min(begin + (1 << page), limit)]
            at = directory + hashes + size * number
            need(hashlib.sha256(content).digest() == data[at:at + size], f"page {number} is not the signed one")
        return f"ad-hoc signature of {pages} pages is valid"
    raise Unfit("the signature has no code directory")


def inspect_windows(data, processor):
    need(data[:2] == b"MZ", "it is not a Windows program")
    head = struct.unpack_from("<I", data, 60)[0]
    need(data[head:head + 4] == b"PE\0\0", "it is not a Windows program")
    machine, sections = struct.unpack_from("<2H", data, head + 4)
    need(machine == processor, "it is for another processor")
    optional = head + 24
    need(struct.unpack_from("<H", data, optional)[0] == 0x20B, "it is not a 64-bit program")
    subsystem, options = struct.unpack_from("<2H", data, optional + 68)
    need(subsystem == 3, "it is not a program for the console")
    for bit, name in (0x20, "64-bit address-space randomization"), (0x40, "address-space randomization"), (0x100, "non-executable data"):
        need(options & bit, f"it lacks {name}")
    reserve = struct.unpack_from("<Q", data, optional + 72)[0]
    need(reserve >= STACK, f"its stack has {reserve} bytes")
    table = optional + struct.unpack_from("<H", data, head + 20)[0]
    parts = [struct.unpack_from("<8s4I12xI", data, table + 40 * index) for index in range(sections)]
    need(not any(part[5] & 0xA0000000 == 0xA0000000 for part in parts), "a section is writable and executable")

    def offset(address):
        for _, size, begin, raw, place, _ in parts:
            if begin <= address < begin + max(size, raw):
                return address - begin + place
        raise Unfit("an address is in no section")

    libraries = set()
    at = offset(struct.unpack_from("<I", data, optional + 120)[0])
    while (name := struct.unpack_from("<I", data, at + 12)[0]) != 0:
        libraries.add(text_at(data, offset(name)).lower())
        at += 20
    others = {name for name in libraries if not name.startswith("api-ms-win-crt-")} - WINDOWS_LIBRARIES
    need(not others, f"it needs other libraries: {sorted(others)}")
    yield "address-space randomization (64-bit), non-executable data"
    yield f"stack of {reserve >> 20} MiB; needs libraries of Windows 10 alone"


def dynamic_entries(data, parts):
    """The entries of the dynamic section: pairs of tag and value."""
    for part, offset, size in parts:
        if part == 2:
            for at in range(offset, offset + size, 16):
                tag, value = struct.unpack_from("<2q", data, at)
                if tag == 0:
                    return
                yield tag, value


def program_headers(data):
    begin = struct.unpack_from("<Q", data, 32)[0]
    size, count = struct.unpack_from("<2H", data, 54)
    return [struct.unpack_from("<2I6Q", data, begin + size * index) for index in range(count)]


def needs_dynamic_linker(data):
    """Whether a Linux program is linked dynamically."""
    return any(header[0] == 3 for header in program_headers(data))


def inspect_linux(data, processor):
    need(data[:6] == b"\x7fELF\x02\x01", "it is not a 64-bit ELF program")
    kind, machine = struct.unpack_from("<2H", data, 16)
    need(machine == processor, "it is for another processor")
    headers = program_headers(data)
    types = {header[0] for header in headers}
    need(not needs_dynamic_linker(data), "it needs a dynamic linker")
    need(not any(header[1] & 3 == 3 for header in headers if header[0] in (1, 0x6474E551)), "memory is writable and executable")
    need(0x6474E551 in types, "its stack may be executable")
    need(kind == 3, "it is not position-independent")
    need(0x6474E552 in types, "its tables stay writable after the start")
    tags = list(dynamic_entries(data, [(header[0], header[2], header[5]) for header in headers]))
    need(not any(tag == 1 for tag, _ in tags), "it needs shared libraries")
    need(not any(tag == 22 for tag, _ in tags), "its code is changed at the start")
    yield "static, position-independent; needs no library"
    yield "tables are read-only after the start; no memory is writable and executable"
    if processor == PROCESSORS["linux"]["x86_64"]:
        canaries = len(CANARY.findall(data))
        need(canaries > 0, "it has no stack protector")
        yield f"stack protector: {canaries} reads of its value"


def inspect(target, data):
    processor, system = target.split("-")[:2]
    need(processor in PROCESSORS.get(system, {}), f"there is no target {target}")
    return list({"macos": inspect_macos, "windows": inspect_windows, "linux": inspect_linux}[system](
        data, PROCESSORS[system][processor]))


def main():
    if len(sys.argv) != 3 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    with open(sys.argv[2], "rb") as file:
        data = file.read()
    try:
        for fact in inspect(sys.argv[1], data):
            print(f"{sys.argv[1]}: {fact}")
    except (Unfit, struct.error, ValueError) as problem:
        print(f"inspect_program: {sys.argv[2]}: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
