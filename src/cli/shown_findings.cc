#include "src/cli/shown_findings.h"

#include <algorithm>
#include <utility>

#include "src/diag/limit_kind.h"
#include "src/policy/join_repeated.h"
#include "src/report/uri.h"

namespace kval::cli {
namespace {

// Brings those that are shown to the front and gives their number: the first `most`, and the first one of
// each limit that was hit, for that is why the run ended as it did.
size_t KeepShown(std::vector<diag::Diagnostic>& findings, size_t most) {
  std::set<diag::Kind> kinds;
  const auto is_shown = [&](const diag::Diagnostic& finding) {
    return diag::IsLimit(finding.kind) && finding.severity == diag::Severity::kError &&
           kinds.insert(finding.kind).second;
  };
  const auto rest = findings.begin() + static_cast<ptrdiff_t>(most);
  std::for_each(findings.begin(), rest, is_shown);
  return static_cast<size_t>(std::stable_partition(rest, findings.end(), is_shown) - findings.begin());
}

// Moves the findings of open files to the front. Returns their number.
size_t BringOpenFilesToFront(const std::set<std::string>& open, const std::string& directory,
                             const source::SourceMap& sources, std::vector<diag::Diagnostic>& findings) {
  const auto is_open = [&](const diag::Diagnostic& finding) {
    const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
    return sources.Contains(at) && open.count(report::AbsoluteUri(sources.FileOf(at).name(), directory)) > 0;
  };
  const auto rest = std::stable_partition(findings.begin(), findings.end(), is_open);
  const auto count = static_cast<size_t>(rest - findings.begin());
  findings.erase(std::remove_if(rest, findings.end(),
                                [](const diag::Diagnostic& finding) {
                                  return finding.kind == diag::Kind::kIgnoredKeyword;
                                }),
                 findings.end());
  return count;
}

}  // namespace

report::Counts CountEach(std::span<const diag::Diagnostic> findings) {
  report::Counts counts;
  for (const diag::Diagnostic& finding : findings) {
    const size_t joined = policy::CountJoined(finding);
    const report::Counts one = report::CountBySeverity({&finding, 1});
    counts += {one.errors * joined, one.warnings * joined, one.notes * joined};
  }
  return counts;
}

ShownFindings ChooseShown(std::vector<diag::Diagnostic> findings, const ShownRequest& request,
                          const source::SourceMap& sources) {
  if (request.joining != report::Joining::kNone) {
    findings = policy::JoinRepeated(std::move(findings), sources, request.joining);
  }
  size_t most = request.most;
  if (request.open_files != nullptr) {
    most = std::max(most, BringOpenFilesToFront(*request.open_files, request.directory, sources, findings));
  }
  ShownFindings shown;
  if (findings.size() > most) {
    const size_t kept = KeepShown(findings, most);
    shown.hidden = CountEach(std::span(findings).subspan(kept));
    findings.resize(kept);
  }
  shown.findings = std::move(findings);
  return shown;
}

}  // namespace kval::cli
