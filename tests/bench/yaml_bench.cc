// Measures the YAML readers: `yaml_bench FILE...` prints MB/s over all files for the events of each reader
// and for whole documents.
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"
#include "src/yaml/document.h"

namespace kval::yaml {
namespace {

using Clock = std::chrono::steady_clock;

// The best of several rounds of at least a second together, in MB/s.
template <typename Work>
double Measure(size_t bytes, const Work& work) {
  double best = 0;
  const Clock::time_point start = Clock::now();
  do {
    const Clock::time_point begin = Clock::now();
    work();
    const std::chrono::duration<double> taken = Clock::now() - begin;
    const double rate = static_cast<double>(bytes) / 1e6 / taken.count();
    best = rate > best ? rate : best;
  } while (Clock::now() - start < std::chrono::seconds(1));
  return best;
}

int Run(int count, char** paths) {
  source::SourceMap sources;
  source::DiskFileReader disk;
  std::vector<const source::SourceFile*> files;
  size_t bytes = 0;
  for (int i = 0; i < count; ++i) {
    const auto loaded = sources.Load(disk, paths[i]);
    if (!loaded) {
      std::fprintf(stderr, "%s\n", loaded.failure().message.c_str());
      return 1;
    }
    files.push_back(*loaded);
    bytes += (*loaded)->text().size();
  }
  size_t events = 0;
  const auto read_with = [&](const Reader& reader) {
    events = 0;
    for (const source::SourceFile* file : files) {
      events += reader.Read(*file).events.size();
    }
  };
  const auto compose = [&] {
    diag::Collector collector;
    diag::Emitter emit(&collector);
    for (const source::SourceFile* file : files) {
      Arena arena;
      ReadFile(*file, {}, arena, emit);
    }
  };
  std::printf("native events   %7.1f MB/s", Measure(bytes, [&] { read_with(NativeReader()); }));
  std::printf("  (%zu bytes, %zu events)\n", bytes, events);
  std::printf("native values   %7.1f MB/s\n", Measure(bytes, compose));
  std::printf("yaml-cpp events %7.1f MB/s\n", Measure(bytes, [&] { read_with(YamlCppReader()); }));
  return 0;
}

}  // namespace
}  // namespace kval::yaml

int main(int argc, char** argv) {
  return kval::yaml::Run(argc - 1, argv + 1);
}
