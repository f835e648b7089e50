#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/lang/kcl/syntax/parse.h"
#include "src/source/source_map.h"
#include "tests/kcl/syntax/dump.h"

namespace kval::kcl::testing {

// A parsed source and its diagnostics.
struct Parsed {
  source::SourceMap sources;
  AstContext context;
  diag::Collector collector;
  FileAst ast;
};

inline std::unique_ptr<Parsed> ParseText(const std::string& text) {
  auto parsed = std::make_unique<Parsed>();
  diag::Emitter emitter(&parsed->collector);
  parsed->ast = Parse(parsed->context, parsed->sources.AddText("main.k", text), emitter);
  return parsed;
}

// Returns the tree of a valid source; otherwise its errors.
inline std::string TreeOf(const std::string& text) {
  const auto parsed = ParseText(text);
  std::string result;
  for (const diag::Diagnostic& diagnostic : parsed->collector.diagnostics()) {
    result += diagnostic.message + "\n";
  }
  return result.empty() ? Dump(parsed->ast, parsed->context.names) : result;
}

// Returns the errors of a source as `line:column message`.
inline std::vector<std::string> ErrorsOf(const std::string& text) {
  const auto parsed = ParseText(text);
  std::vector<std::string> errors;
  for (const diag::Diagnostic& diagnostic : parsed->collector.Sorted()) {
    const source::LineColumn at = parsed->sources.Locate(diagnostic.labels[0].span.begin);
    errors.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " + diagnostic.message);
  }
  return errors;
}

}  // namespace kval::kcl::testing
