"""Writes ELF files as linkers make static, position-independent programs, for tests that need no real program."""
import struct

PROCESSORS = {"x86_64": 62, "aarch64": 183}
# Program headers: type, flags.
LOAD, DYNAMIC, INTERPRETER, STACK, RELRO = 1, 2, 3, 0x6474E551, 0x6474E552
CANARY = b"\x64\x48\x8b\x04\x25\x28\0\0\0"  # mov %fs:0x28,%rax: the stack protector reads its value on x86-64
NEEDED, TEXT_RELOCATIONS, FLAGS_1 = 1, 22, 0x6FFFFFFB
NOW_AND_PIE = 1 | 0x08000000


def program(processor="aarch64", kind=3, segments=((LOAD, 5), (LOAD, 6), (STACK, 6), (RELRO, 4)),
            dynamic=((FLAGS_1, NOW_AND_PIE),), code=CANARY):
    """An ELF file with these program headers, and one for the dynamic section; all of them cover its few bytes."""
    table = b"".join(struct.pack("<2q", *entry) for entry in (*dynamic, (0, 0)))
    count = len(segments) + 1
    at = 64 + 56 * count
    size = at + len(table) + len(code)
    headers = [struct.pack("<2I6Q", part, flags, 0, 0, 0, size, size, 4096) for part, flags in segments]
    headers.append(struct.pack("<2I6Q", DYNAMIC, 6, at, at, at, len(table), len(table), 8))
    head = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<2HI3QI6H", kind, PROCESSORS[processor], 1, at, 64, 0, 0, 64, 56,
                                                          count, 64, 0, 0)
    return head + b"".join(headers) + table + code
