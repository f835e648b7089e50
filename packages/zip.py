"""Writes a reproducible zip archive: sorted names, the time of SOURCE_DATE_EPOCH, fixed permissions.

  zip.py PARENT DIRECTORY ARCHIVE    packs PARENT/DIRECTORY
"""
import os
import sys
import time
import zipfile


def main():
    parent, top, path = sys.argv[1:]
    # The format has no times before 1980.
    stamp = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]
    paths = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(parent, top)) for name in names]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file_path in sorted(paths):
            entry = zipfile.ZipInfo(os.path.relpath(file_path, parent), stamp)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if os.access(file_path, os.X_OK) else 0o100644) << 16
            with open(file_path, "rb") as file:
                archive.writestr(entry, file.read(), compresslevel=9)
    return 0


sys.exit(main())
