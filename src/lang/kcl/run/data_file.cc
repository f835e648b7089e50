#include "src/lang/kcl/run/data_file.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "src/diag/collector.h"
#include "src/lang/kcl/builtins/json_decode.h"
#include "src/yaml/document.h"

namespace kval::kcl::run {
namespace {

constexpr diag::Def<std::string_view> kNotJson{diag::Kind::kYamlSyntax, "Failed to Load JSON: {}"};
constexpr diag::Def<> kTooDeep{diag::Kind::kLimitDepth,
                               "Failed to Load JSON: the data is nested more deeply than 128 levels"};

// The number behind ` line ` or ` column ` at the end of a message, or 1.
uint32_t NumberAfter(std::string_view message, std::string_view word) {
  const size_t at = message.rfind(word);
  const std::string digits(at == std::string_view::npos ? "1" : message.substr(at + word.size()));
  return static_cast<uint32_t>(std::max(1UL, std::strtoul(digits.c_str(), nullptr, 10)));
}

// Returns the location at the end of the message of a JSON error: " at line 2 column 1".
source::Span PlaceIn(const source::SourceFile& file, std::string_view message) {
  const source::Span line = file.LineSpan(std::min(NumberAfter(message, " at line "), file.line_count()));
  const uint32_t begin = std::min(line.begin + NumberAfter(message, " column ") - 1, line.end);
  return {begin, std::min(begin + 1, line.end)};
}

// Without its place, which is shown anyway.
std::string DescribeRule(const std::string& message) {
  return message.substr(0, message.rfind(" at line "));
}

// Whether it is a syntax error, which KCL rejects too. KCL permits duplicate keys, and has no limits.
bool IsRefusedByKcl(diag::Kind error) {
  constexpr diag::Kind kSyntax[] = {diag::Kind::kYamlSyntax,   diag::Kind::kUnterminatedQuote,
                                    diag::Kind::kTabIndent,    diag::Kind::kUnclosedFlow,
                                    diag::Kind::kBadIndent,    diag::Kind::kBadEscape,
                                    diag::Kind::kUnknownAnchor};
  return std::find(std::begin(kSyntax), std::end(kSyntax), error) != std::end(kSyntax);
}

// Reports a JSON error; if the input is not valid YAML either, reports the YAML errors, which are more
// precise.
void ReportJson(const source::SourceFile& file, const std::string& message, const diag::Collector& errors,
                diag::Emitter& emitter) {
  if (message.starts_with("recursion limit exceeded")) {
    emitter.Report(PlaceIn(file, message), kTooDeep).Emit();
    return;
  }
  if (errors.diagnostics().empty()) {
    emitter.Report(PlaceIn(file, message), kNotJson, DescribeRule(message))
        .Label(DescribeRule(message))
        .Hint("the data is read as JSON and nothing more; YAML, of which JSON is a part, takes more")
        .Emit();
    return;
  }
  for (diag::Diagnostic error : errors.diagnostics()) {
    error.notes.push_back("Failed to Load JSON: " + message);
    emitter.Emit(std::move(error));
  }
}

}  // namespace

bool CheckJson(const source::SourceFile& file, diag::Emitter& emitter) {
  runtime::Heap heap;
  const Result<runtime::Value> json = builtins::DecodeJson(heap, file.text());
  if (!json) {
    ReportJson(file, json.failure().message, diag::Collector(), emitter);
  }
  return bool{json};
}

bool IsJson(const source::SourceFile& file, DataFormat format) {
  return format == DataFormat::kJson ||
         (format == DataFormat::kByName && std::string_view(file.name()).ends_with(".json"));
}

Data ReadData(const source::SourceFile& file, DataFormat format, const Limits& limits, Arena& arena,
              diag::Emitter& emitter) {
  diag::Collector errors;
  diag::Emitter silent(&errors);
  yaml::ReadOptions options;
  options.dialect = IsJson(file, format) ? value::Dialect::kKcl : value::Dialect::kKclVet;
  options.limits = limits;
  const yaml::File read = yaml::ReadFile(file, options, arena, silent);
  Data data;
  data.is_whole = silent.error_count() == 0;
  if (IsJson(file, format)) {
    runtime::Heap heap;
    const Result<runtime::Value> json = builtins::DecodeJson(heap, file.text());
    if (!json) {
      ReportJson(file, json.failure().message, errors, emitter);
      data.is_whole = false;
      return data;
    }
  }
  for (diag::Diagnostic error : errors.diagnostics()) {
    if (IsRefusedByKcl(error.kind) && !IsJson(file, format)) {
      error.notes.emplace_back("KCL: Failed to Load YAML");
    }
    emitter.Emit(std::move(error));
  }
  for (const yaml::Document& document : read.documents) {
    if (document.root->kind != value::Kind::kNull) {
      data.documents.push_back(document.root);
    }
  }
  if (data.documents.empty() && data.is_whole) {
    data.documents.push_back(read.documents.front().root);
  }
  return data;
}

}  // namespace kval::kcl::run
