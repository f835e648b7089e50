#!/bin/bash -eu
# Builds every fuzzer of tests/fuzz with OSS-Fuzz's compiler, engine and sanitizer, each with its seeds beside it.
cmake -S . -B build/oss-fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DKVAL_FUZZ=ON -DKVAL_STATIC=ON \
  -DKVAL_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" -DCMAKE_CXX_FLAGS="$CXXFLAGS -DKVAL_ABORT_ON_BUG"
mapfile -t fuzzers < <(ninja -C build/oss-fuzz -t targets all | sed -n 's/^\([a-z_]*_fuzzer\): phony$/\1/p' | sort -u)
cmake --build build/oss-fuzz --target "${fuzzers[@]}"
python3 tests/fuzz/seeds.py build/oss-fuzz/seeds
for fuzzer in "${fuzzers[@]}"; do
  cp "build/oss-fuzz/tests/fuzz/$fuzzer" "$OUT/"
  if [ -d "build/oss-fuzz/seeds/$fuzzer" ]; then
    (cd "build/oss-fuzz/seeds/$fuzzer" && zip -q -r "$OUT/${fuzzer}_seed_corpus.zip" .)
  fi
done
