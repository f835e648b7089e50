#!/bin/sh
# Helm runs this after it has installed or updated the plugin: downloads the release of the same version and verifies its checksum.
# Before kval is published, on Windows, or with KVAL_PLUGIN_PROGRAM=path, the plugin runs the kval that is on the PATH.
set -eu
case $(uname -s) in MINGW* | MSYS* | CYGWIN*) KVAL_PLUGIN_PROGRAM=path ;; esac
cd "$(dirname "$0")"
version=$(sed -n 's/^version: *//p' ../../plugin.yaml)
repository=$(sed -n 's/^ *"repository": "\(.*\)",$/\1/p' ../release.json)
base=${KVAL_INSTALL_BASE:-${repository:+$repository/releases/download/v$version}}
if [ "${KVAL_PLUGIN_PROGRAM:-}" != path ] && [ -n "$base" ]; then
  KVAL_INSTALL_VERSION=$version KVAL_INSTALL_BASE=$base sh ../install.sh --to "$PWD/bin" --quiet
  exit
fi
if ! command -v kval >/dev/null; then
  echo "kval: no release to download, and no kval on the PATH: install kval, or set KVAL_INSTALL_BASE to a directory with its archives" >&2
  exit 1
fi
echo "kval: the plugin runs $(command -v kval)"
