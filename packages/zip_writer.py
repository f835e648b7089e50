"""Writes reproducible zip archives, which zipfile cannot write from streams of packages/deflate.py."""
import os
import struct
import time
import zlib

from deflate import compress

VERSION = 20  # of the format: deflate
UNIX = 3 << 8  # the attributes of an entry are those of Unix
DEFLATED = 8


class ZipWriter:
    """Every entry has the time of SOURCE_DATE_EPOCH. Names are ASCII, and entries and archives smaller than 4 GiB."""

    def __init__(self, path):
        self.file = open(path, "wb")  # pylint: disable=consider-using-with
        self.directory = []
        # The format has no times before 1980.
        year, month, day, hour, minute, second = time.gmtime(
            max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]
        self.stamp = (hour << 11 | minute << 5 | second // 2, year - 1980 << 9 | month << 5 | day)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        begin = self.file.tell()
        for entry in self.directory:
            self.file.write(entry)
        size = self.file.tell() - begin
        self.file.write(struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, len(self.directory), len(self.directory), size, begin, 0))
        self.file.close()

    def add(self, name, data, mode):
        """`mode`: permissions of a regular file, such as 0o644."""
        encoded, packed, begin = name.encode("ascii"), compress(data), self.file.tell()
        common = struct.pack("<5H3I2H", VERSION, 0, DEFLATED, *self.stamp, zlib.crc32(data), len(packed), len(data), len(encoded), 0)
        self.file.write(b"PK\3\4" + common + encoded + packed)
        self.directory.append(struct.pack("<4sH", b"PK\1\2", UNIX | VERSION) + common +
                              struct.pack("<3H2I", 0, 0, 0, (0o100000 | mode) << 16, begin) + encoded)
