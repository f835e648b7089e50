#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/lang/kcl/sema/analyze.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"

namespace kval::kcl::testing {

// An analyzed in-memory program.
struct Analyzed {
  source::MemoryFileReader reader;
  source::SourceMap sources;
  diag::Collector collector;
  std::unique_ptr<Program> program;

  // Returns the findings: `=> line:column message`, then the further labels, indented.
  std::string Report() const {
    std::string report;
    for (const diag::Diagnostic& diagnostic : collector.Sorted()) {
      for (size_t i = 0; i < diagnostic.labels.size(); ++i) {
        const diag::Label& label = diagnostic.labels[i];
        report += i == 0 ? "=> " : "=>   ";
        if (label.span.has_value()) {
          const source::LineColumn at = sources.Locate(label.span.begin);
          const std::string& file = sources.FileOf(label.span).name();
          report += (file == "main.k" ? "" : file + ":") + std::to_string(at.line) + ":" +
                    std::to_string(at.column);
        }
        report += " " + (i == 0 ? diagnostic.message : label.text) + "\n";
      }
    }
    return report;
  }
};

struct File {
  std::string path;
  std::string text;
};

inline std::unique_ptr<Analyzed> AnalyzeFiles(const std::vector<File>& files, LoadOptions options = {}) {
  auto analyzed = std::make_unique<Analyzed>();
  for (const File& file : files) {
    analyzed->reader.Add(file.path, file.text);
  }
  if (options.entries.empty()) {
    options.entries = {"main.k"};
  }
  diag::Emitter emitter(&analyzed->collector);
  analyzed->program = Analyze(analyzed->sources, analyzed->reader, options, emitter);
  return analyzed;
}

inline std::unique_ptr<Analyzed> AnalyzeText(const std::string& text) {
  return AnalyzeFiles({{"main.k", text}});
}

}  // namespace kval::kcl::testing
