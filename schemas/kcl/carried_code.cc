#include "schemas/kcl/carried_code.h"

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
std::vector<Line> FaultyLines(const std::string& program) {
  source::SourceMap sources;
  source::MemoryFileReader reader;
  diag::Collector found;
  diag::Emitter emit(&found);
  kval::kcl::LoadOptions options;
  const source::SourceFile& file = sources.AddText("schema.k", program);
  options.texts = {&file};
  static_cast<void>(kval::kcl::Analyze(sources, reader, options, emit));
  std::set<uint32_t> faults;
  for (const diag::Diagnostic& each : found.diagnostics()) {
    if (each.severity == diag::Severity::kError && each.labels.front().span.has_value()) {
      faults.insert(each.labels.front().span.begin - file.base());
    }
  }
  std::vector<Line> lines;
  std::string_view schema;
  auto fault = faults.begin();
  for (size_t at = 0; at < program.size() && fault != faults.end();) {
    const size_t end = std::min(program.find('\n', at), program.size());
    const std::string_view text = std::string_view(program).substr(at, end - at);
    if (constexpr std::string_view kSchema = "schema "; text.starts_with(kSchema) && text.ends_with(':')) {
      schema = text.substr(kSchema.size(), text.size() - kSchema.size() - 1);
    }
    if (*fault <= end) {
      lines.push_back({schema, text});
    }
    while (fault != faults.end() && *fault <= end) {
      ++fault;
    }
    at = end + 1;
  }
  return lines;
}

}  // namespace

CarriedCode::Words CarriedCode::WordsOf(const std::string& schema, const types::Translatable* code,
                                        const types::Translatable::Names& names) {
  Words words;
  if (code == nullptr) {
    return words;
  }
  words.text = code->In(types::Translatable::Language::kKcl, names);
  if (!words.text) {
    return words;
  }
  const Place place{schema, words.text->expression};
  if (left_out_.contains(place)) {
    return {std::nullopt, "its code does not compile at that position"};
  }
  given_.insert(place);
  return words;
}

bool CarriedCode::LeaveOutFaultsOf(const std::string& program) {
  const std::set<Place> given = std::exchange(given_, {});
  const size_t before = left_out_.size();
  if (given.empty()) {
    return false;
  }
  const bool is_long = ++rounds_ > kMostRounds;
  for (const Line& line : FaultyLines(program)) {
    for (const Place& place : given) {
      if (is_long || (place.first == line.schema && line.text.find(place.second) != std::string_view::npos)) {
        left_out_.insert(place);
      }
    }
  }
  return left_out_.size() > before;
}

}  // namespace kval::schemas::kcl
