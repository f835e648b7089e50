#include "src/redaction/misspelt_secret_keys.h"

#include <algorithm>
#include <string_view>

#include "src/redaction/secret_unescape.h"

namespace kval::redaction {
namespace {

constexpr size_t kMost = 10'000;

// Returns the suggestion in a hint: the text between its first pair of backticks.
std::string_view Proposed(std::string_view hint) {
  constexpr std::string_view kQuestion = "did you mean `";
  const size_t at = hint.find(kQuestion);
  if (at == std::string_view::npos) {
    return {};
  }
  hint.remove_prefix(at + kQuestion.size());
  return hint.substr(0, hint.find('`'));
}

bool IsMeantAsSecret(const diag::Diagnostic& finding, SensitiveKeys sensitive) {
  const std::string_view proposed = Proposed(finding.hint);
  return (!proposed.empty() && IsSecretName(proposed, sensitive)) ||
         std::any_of(finding.fix.edits.begin(), finding.fix.edits.end(), [&](const diag::Edit& edit) {
           return !edit.text.empty() && IsSecretName(Unspelled(edit.text), sensitive);
         });
}

void AddMisspelt(const source::SourceMap& sources, std::span<const diag::Diagnostic> findings,
                 SensitiveKeys sensitive, std::vector<std::string>& keys) {
  for (const diag::Diagnostic& finding : findings) {
    AddMisspelt(sources, finding.superseded, sensitive, keys);
    if (finding.kind != diag::Kind::kUnknownKey || keys.size() >= kMost ||
        !IsMeantAsSecret(finding, sensitive)) {
      continue;
    }
    if (!finding.labels.empty() && sources.Contains(finding.labels.front().span)) {
      keys.push_back(Unspelled(sources.Text(finding.labels.front().span)));
    }
    if (!finding.path.empty() && finding.path.back().index < 0) {
      keys.push_back(finding.path.back().key);
    }
  }
}

}  // namespace

std::vector<std::string> FindMisspeltSecretKeys(const source::SourceMap& sources,
                                                std::span<const diag::Diagnostic> findings,
                                                SensitiveKeys sensitive) {
  std::vector<std::string> keys;
  AddMisspelt(sources, findings, sensitive, keys);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::erase(keys, std::string());
  return keys;
}

}  // namespace kval::redaction
