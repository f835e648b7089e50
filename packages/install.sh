#!/bin/sh
# Installs kval: selects the archive for this machine, downloads it, verifies its SHA-256 checksum and copies the program
# to a directory. Needs a POSIX shell, tar (unzip on Windows), curl or wget, and sha256sum or shasum.
#
#   install.sh [--to DIRECTORY] [--target TARGET] [--quiet]
#
# Environment:
#   KVAL_INSTALL_BASE   address of the directory with the archives and SHA256SUMS (https://, http:// or file://)
#   KVAL_INSTALL_DIR    as --to; default: $HOME/.local/bin
#   KVAL_INSTALL_VERSION, KVAL_INSTALL_SHA256   another version; the checksum of its archive instead of SHA256SUMS
# Generated from packages/release.json by scripts/manifests: the next two lines come from there.
set -eu
version=${KVAL_INSTALL_VERSION:-'@VERSION@'}
base=${KVAL_INSTALL_BASE:-'@BASE@'}

fail() { echo "install: $*" >&2; exit 1; }

directory=${KVAL_INSTALL_DIR:-${HOME:-}/.local/bin}
target='' is_quiet=''
while [ $# -gt 0 ]; do
  case $1 in
    --to) [ $# -ge 2 ] || fail "--to needs a directory"; directory=$2; shift 2 ;;
    --target) [ $# -ge 2 ] || fail "--target needs a target"; target=$2; shift 2 ;;
    --quiet) is_quiet=yes; shift ;;
    *) fail "unknown argument $1; usage: install.sh [--to DIRECTORY] [--target TARGET] [--quiet]" ;;
  esac
done
[ -n "$base" ] || fail "kval is not published yet; set KVAL_INSTALL_BASE to a directory with the archives of a build"

if [ -z "$target" ]; then
  case $(uname -m) in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "there is no program for the processor $(uname -m)" ;;
  esac
  case $(uname -s) in
    Linux) target=$machine-linux ;;
    Darwin) target=$machine-macos ;;
    # Windows on arm64 runs programs for x86-64.
    MINGW* | MSYS* | CYGWIN*) target=x86_64-windows ;;
    *) fail "there is no program for $(uname -s)" ;;
  esac
fi
case $target in
  *-windows) archive=kval-$version-$target.zip program=kval.exe ;;
  *) archive=kval-$version-$target.tar.gz program=kval ;;
esac

download() {
  case $1 in
    file://*) cp "${1#file://}" "$2" ;;
    *)
      if command -v curl >/dev/null 2>&1; then
        curl --proto '=https,http' --fail --silent --show-error --location --retry 3 --output "$2" "$1"
      elif command -v wget >/dev/null 2>&1; then
        wget --quiet --output-document="$2" "$1"
      else
        fail "install curl or wget"
      fi ;;
  esac || fail "cannot download $1"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
expected=${KVAL_INSTALL_SHA256:-}
if [ -z "$expected" ]; then
  download "$base/SHA256SUMS" "$work/SHA256SUMS"
  # An exact comparison of the name: dots are not patterns.
  expected=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' "$work/SHA256SUMS")
  [ -n "$expected" ] || fail "$base/SHA256SUMS does not list $archive: there is no program for $target"
fi
download "$base/$archive" "$work/$archive"
if command -v sha256sum >/dev/null 2>&1; then
  actual=$(sha256sum "$work/$archive")
elif command -v shasum >/dev/null 2>&1; then
  actual=$(shasum -a 256 "$work/$archive")
else
  fail "install sha256sum or shasum, which verify the download"
fi
actual=${actual%% *}
[ "$actual" = "$expected" ] || fail "$archive has the SHA-256 checksum $actual, expected $expected; nothing was installed"

case $archive in
  *.zip) unzip -q "$work/$archive" -d "$work" ;;
  *) tar -xzf "$work/$archive" -C "$work" ;;
esac
mkdir -p "$directory"
# Renamed into place: a running kval keeps its old file.
cp "$work/kval-$version-$target/$program" "$directory/.kval.$$"
chmod 755 "$directory/.kval.$$"
mv -f "$directory/.kval.$$" "$directory/$program"
echo "install: kval $version for $target is in $directory"
[ -z "$is_quiet" ] || exit 0  # for callers that do not use the PATH
case :${PATH:-}: in
  *:"$directory":*) ;;
  *) echo "install: $directory is not on your PATH; add it in your shell's configuration" ;;
esac
