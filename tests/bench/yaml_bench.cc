// YAML readers on realistic files: event streams of kval, yaml-cpp and libyaml, and kval's complete
// documents. KVAL_CONFORMANCE is the directory of the corpora (crds/, helm-values/).
#include <benchmark/benchmark.h>
#include <yaml.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"
#include "src/yaml/document.h"

namespace kval::yaml {
namespace {

namespace fs = std::filesystem;

// The YAML files of one corpus, loaded once per benchmark.
class Corpus {
 public:
  explicit Corpus(const char* name) {
    const char* root = std::getenv("KVAL_CONFORMANCE");
    const fs::path directory = fs::path(root == nullptr ? "../shared/conformance" : root) / name;
    source::DiskFileReader disk;
    std::error_code error;
    for (fs::recursive_directory_iterator at(directory, error), end; !error && at != end;
         at.increment(error)) {
      const std::string extension = at->path().extension().string();
      if (extension != ".yaml" && extension != ".yml") {
        continue;
      }
      if (const auto loaded = sources_.Load(disk, at->path().string())) {
        files_.push_back(*loaded);
        bytes_ += (*loaded)->text().size();
      }
    }
  }

  const std::vector<const source::SourceFile*>& files() const { return files_; }
  size_t bytes() const { return bytes_; }

 private:
  source::SourceMap sources_;
  std::vector<const source::SourceFile*> files_;
  size_t bytes_ = 0;
};

void Events(benchmark::State& state, const char* corpus_name, const Reader& reader) {
  const Corpus corpus(corpus_name);
  if (corpus.files().empty()) {
    state.SkipWithError("the corpus is not there: set KVAL_CONFORMANCE");
    return;
  }
  for (auto _ : state) {
    for (const source::SourceFile* file : corpus.files()) {
      benchmark::DoNotOptimize(reader.Read(*file).events.size());
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(corpus.bytes()));
}

size_t CountOfLibyaml(std::string_view text) {
  yaml_parser_t parser;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  size_t count = 0;
  bool is_end = false;
  yaml_event_t event;
  while (!is_end && yaml_parser_parse(&parser, &event) != 0) {
    is_end = event.type == YAML_STREAM_END_EVENT;
    ++count;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return count;
}

void EventsOfLibyaml(benchmark::State& state, const char* corpus_name) {
  const Corpus corpus(corpus_name);
  if (corpus.files().empty()) {
    state.SkipWithError("the corpus is not there: set KVAL_CONFORMANCE");
    return;
  }
  for (auto _ : state) {
    for (const source::SourceFile* file : corpus.files()) {
      benchmark::DoNotOptimize(CountOfLibyaml(file->text()));
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(corpus.bytes()));
}

void Values(benchmark::State& state, const char* corpus_name) {
  const Corpus corpus(corpus_name);
  if (corpus.files().empty()) {
    state.SkipWithError("the corpus is not there: set KVAL_CONFORMANCE");
    return;
  }
  for (auto _ : state) {
    diag::Collector collector;
    diag::Emitter emit(&collector);
    for (const source::SourceFile* file : corpus.files()) {
      Arena arena;
      benchmark::DoNotOptimize(ReadFile(*file, {}, arena, emit).documents.size());
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(corpus.bytes()));
}

BENCHMARK_CAPTURE(Events, crds_kval, "crds", NativeReader())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Events, crds_yaml_cpp, "crds", YamlCppReader())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(EventsOfLibyaml, crds_libyaml, "crds")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Events, helm_values_kval, "helm-values", NativeReader())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Events, helm_values_yaml_cpp, "helm-values", YamlCppReader())
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(EventsOfLibyaml, helm_values_libyaml, "helm-values")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Values, crds, "crds")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Values, helm_values, "helm-values")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace kval::yaml
