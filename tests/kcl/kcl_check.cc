// kcl_check [-E name=path]... FILE...: loads and checks a KCL program and prints its diagnostics, for
// comparison with other implementations.

#include <cstdio>
#include <string>

#include "src/diag/collector.h"
#include "src/lang/kcl/sema/analyze.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"

int main(int argc, char** argv) {
  using namespace kval;
  source::SourceMap sources;
  source::DiskFileReader reader;
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  kcl::LoadOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (arg == "-E" && i + 1 < argc) {
      const std::string pair = argv[++i];
      const size_t equals = pair.find('=');
      options.externals[pair.substr(0, equals)] = pair.substr(equals + 1);
    } else {
      options.entries.push_back(arg);
    }
  }
  kcl::Analyze(sources, reader, options, emitter);
  for (const diag::Diagnostic& diagnostic : collector.Sorted()) {
    std::printf("error[%s]: %s\n", diag::CodeOf(diagnostic.kind).c_str(), diagnostic.message.c_str());
    for (const diag::Label& label : diagnostic.labels) {
      if (sources.Contains(label.span)) {
        const source::LineColumn at = sources.Locate(label.span.begin);
        std::printf("  --> %s:%u:%u %s\n", sources.FileOf(label.span).name().c_str(), at.line, at.column,
                    label.text.c_str());
      }
    }
    for (const std::string& note : diagnostic.notes) {
      std::printf("  note: %s\n", note.c_str());
    }
  }
  return emitter.error_count() > 0 ? 1 : 0;
}
