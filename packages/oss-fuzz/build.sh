#!/bin/bash -eu
# Builds every fuzzer of tests/fuzz with OSS-Fuzz's compiler, engine and sanitizer, each with its seeds beside it.
#
# The C++ libraries that kval uses are the distribution's, which are built with libstdc++: kval is built with that too
# (the engine brings a C++ library of its own). A sanitizer cannot be linked into a static program, and the machines that
# run the fuzzers have none of these libraries: they go beside the fuzzers, which look there.
export CXXFLAGS="${CXXFLAGS//-stdlib=libc++/}"
# shellcheck disable=SC2016 # the loader puts the folder in the place of $ORIGIN
cmake -S . -B build/oss-fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DKVAL_FUZZ=ON \
  -DKVAL_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" -DCMAKE_CXX_FLAGS="$CXXFLAGS -DKVAL_ABORT_ON_BUG" \
  -DCMAKE_EXE_LINKER_FLAGS='-Wl,-rpath,$ORIGIN/lib -Wl,--disable-new-dtags'
mapfile -t fuzzers < <(ninja -C build/oss-fuzz -t targets all | sed -n 's/^\([a-z_]*_fuzzer\): phony$/\1/p' | sort -u)
cmake --build build/oss-fuzz --target "${fuzzers[@]}"
python3 tests/fuzz/seeds.py build/oss-fuzz/seeds
mkdir -p "$OUT/lib"
for fuzzer in "${fuzzers[@]}"; do
  cp "build/oss-fuzz/tests/fuzz/$fuzzer" "$OUT/"
  # Those of the C library and the loader are the machine's own.
  ldd "$OUT/$fuzzer" | awk '$3 ~ /^\// && $1 !~ /^(libc|libm|libdl|librt|libpthread|ld-linux.*)\.so/ { print $3 }' |
    xargs -r cp -n -L -t "$OUT/lib"
  if [ -n "$(ls -A "build/oss-fuzz/seeds/$fuzzer")" ]; then
    (cd "build/oss-fuzz/seeds/$fuzzer" && zip -q -r "$OUT/${fuzzer}_seed_corpus.zip" .)
  fi
done
