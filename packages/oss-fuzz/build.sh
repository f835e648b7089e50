#!/bin/bash -eu
# Builds every fuzzer of tests/fuzz with the compiler, engine and sanitizer of OSS-Fuzz, each with its seed corpus.
#
# kval uses C++ libraries of the distribution, which are built with libstdc++, so kval is built with libstdc++ as well (the
# engine has its own C++ library). Sanitizers do not support static programs, and the machines that run the fuzzers do not
# have these libraries: the script copies them to $OUT/lib, where the fuzzers look for them.
export CXXFLAGS="${CXXFLAGS//-stdlib=libc++/}"
# shellcheck disable=SC2016 # the dynamic loader replaces $ORIGIN by the directory of the program
cmake -S . -B build/oss-fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DKVAL_FUZZ=ON \
  -DKVAL_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" -DCMAKE_CXX_FLAGS="$CXXFLAGS -DKVAL_ABORT_ON_BUG" \
  -DCMAKE_EXE_LINKER_FLAGS='-Wl,-rpath,$ORIGIN/lib -Wl,--disable-new-dtags'
mapfile -t fuzzers < <(ninja -C build/oss-fuzz -t targets all | sed -n 's/^\([a-z_]*_fuzzer\): phony$/\1/p' | sort -u)
cmake --build build/oss-fuzz --target "${fuzzers[@]}"
python3 tests/fuzz/seeds.py build/oss-fuzz/seeds
mkdir -p "$OUT/lib"
for fuzzer in "${fuzzers[@]}"; do
  cp "build/oss-fuzz/tests/fuzz/$fuzzer" "$OUT/"
  # The machines have the C library and the loader.
  ldd "$OUT/$fuzzer" | awk '$3 ~ /^\// && $1 !~ /^(libc|libm|libdl|librt|libpthread|ld-linux.*)\.so/ { print $3 }' |
    xargs -r cp -n -L -t "$OUT/lib"
  if [ -n "$(ls -A "build/oss-fuzz/seeds/$fuzzer")" ]; then
    (cd "build/oss-fuzz/seeds/$fuzzer" && zip -q -r "$OUT/${fuzzer}_seed_corpus.zip" .)
  fi
done
