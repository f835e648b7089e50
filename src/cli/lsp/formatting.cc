#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/lsp/answers.h"
#include "src/diag/collector.h"
#include "src/lang/kcl/format/format.h"
#include "src/lsp/edit_results.h"
#include "src/source/source_map.h"

namespace kval::cli {
namespace {

// Replaces the lines between the first and the last different one.
lsp::FileEdit ChangedLines(std::string_view before, std::string_view after) {
  const auto at = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  const std::string_view same = before.substr(0, static_cast<size_t>(at.first - before.begin()));
  const size_t begin = same.rfind('\n') == std::string_view::npos ? 0 : same.rfind('\n') + 1;
  before.remove_prefix(begin);
  after.remove_prefix(begin);
  const auto from_end = std::mismatch(before.rbegin(), before.rend(), after.rbegin(), after.rend());
  size_t common = static_cast<size_t>(from_end.first - before.rbegin());
  const size_t line = before.find('\n', before.size() - common);
  common = line == std::string_view::npos ? 0 : before.size() - line - 1;
  return {{begin, begin + before.size() - common}, std::string(after.substr(0, after.size() - common))};
}

}  // namespace

std::string FormatKcl(const std::string& path, const std::string& text) {
  source::SourceMap sources;
  diag::Collector errors;
  diag::Emitter emitter(&errors);
  const source::SourceFile& file = sources.AddText(path, text);
  const kcl::format::Formatted formatted = kcl::format::Format(file, emitter);
  std::vector<lsp::FileEdit> edits;
  if (formatted.outcome == kcl::format::Outcome::kFormatted && formatted.text != file.text()) {
    edits.push_back(ChangedLines(text, text.substr(0, file.mark_size()) + formatted.text));
  }
  return lsp::TextEditsResult(text, edits);
}

}  // namespace kval::cli
