"""Writes a reproducible zip archive: sorted names, the time of SOURCE_DATE_EPOCH, fixed permissions.

  zip.py PARENT DIRECTORY ARCHIVE    packs PARENT/DIRECTORY
"""
import os
import sys

from zip_writer import ZipWriter


def main():
    parent, top, path = sys.argv[1:]
    paths = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(parent, top)) for name in names]
    with ZipWriter(path) as archive:
        for file_path in sorted(paths):
            with open(file_path, "rb") as file:
                archive.add(os.path.relpath(file_path, parent), file.read(), 0o755 if os.access(file_path, os.X_OK) else 0o644)
    return 0


sys.exit(main())
