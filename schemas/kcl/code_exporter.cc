#include "schemas/kcl/code_exporter.h"

#include <algorithm>

#include "src/diag/collector.h"
#include "src/lang/kcl/sema/analyze.h"

namespace kval::schemas::kcl {
namespace {

// More than the names and types of real programs need, one hiding the other.
constexpr int kMostRounds = 8;

// A line of a program, in the schema that it belongs to.
struct Line {
  std::string_view schema;
  std::string_view text;
};

// The lines with errors, each once.
std::vector<Line> InvalidLines(const std::string& program) {
  source::SourceMap sources;
  source::MemoryFileReader reader;
  diag::Collector found;
  diag::Emitter emit(&found);
  kval::kcl::LoadOptions options;
  const source::SourceFile& file = sources.AddText("schema.k", program);
  options.strings = {&file};
  static_cast<void>(kval::kcl::Analyze(sources, reader, options, emit));
  std::set<uint32_t> errors;
  for (const diag::Diagnostic& each : found.diagnostics()) {
    if (each.severity == diag::Severity::kError && each.labels.front().span.has_value()) {
      errors.insert(each.labels.front().span.begin - file.base());
    }
  }
  std::vector<Line> lines;
  std::string_view schema;
  auto error = errors.begin();
  for (size_t at = 0; at < program.size() && error != errors.end();) {
    const size_t end = std::min(program.find('\n', at), program.size());
    const std::string_view text = std::string_view(program).substr(at, end - at);
    if (constexpr std::string_view kSchema = "schema "; text.starts_with(kSchema) && text.ends_with(':')) {
      schema = text.substr(kSchema.size(), text.size() - kSchema.size() - 1);
    }
    if (*error <= end) {
      lines.push_back({schema, text});
    }
    while (error != errors.end() && *error <= end) {
      ++error;
    }
    at = end + 1;
  }
  return lines;
}

}  // namespace

CodeExporter::ExportedCode CodeExporter::DescribeRule(const std::string& schema,
                                                      const types::SourcePrinter* code,
                                                      const types::SourcePrinter::Names& names) {
  ExportedCode words;
  if (code == nullptr) {
    return words;
  }
  words.text = code->In(types::SourcePrinter::Language::kKcl, names);
  if (!words.text) {
    return words;
  }
  const CodeKey place{schema, words.text->expression};
  if (rejected_.contains(place)) {
    return {std::nullopt, "its code does not compile at that position"};
  }
  exported_.insert(place);
  return words;
}

bool CodeExporter::RejectInvalidCode(const std::string& program) {
  const std::set<CodeKey> given = std::exchange(exported_, {});
  const size_t before = rejected_.size();
  if (given.empty()) {
    return false;
  }
  const bool is_long = ++rounds_ > kMostRounds;
  for (const Line& line : InvalidLines(program)) {
    for (const CodeKey& place : given) {
      if (is_long || (place.first == line.schema && line.text.find(place.second) != std::string_view::npos)) {
        rejected_.insert(place);
      }
    }
  }
  return rejected_.size() > before;
}

}  // namespace kval::schemas::kcl
