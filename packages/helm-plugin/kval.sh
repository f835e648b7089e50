#!/bin/sh
# Runs `kval helm` with the program that install.sh has installed, or the one on the PATH.
program=$(dirname "$0")/bin/kval
[ -x "$program" ] || program=kval
exec "$program" helm "$@"
