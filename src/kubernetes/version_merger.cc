#include "src/kubernetes/version_merger.h"

#include <algorithm>
#include <utility>

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

// The message as it is of any version.
std::string OfAnyVersion(std::string message, Text version) {
  const std::string named = "Kubernetes " + std::string(version);
  for (size_t at = message.find(named); at != std::string::npos; at = message.find(named, at + 1)) {
    const char after = at + named.size() < message.size() ? message[at + named.size()] : ' ';
    if (after < '0' || after > '9') {
      message.replace(at, named.size(), "Kubernetes");
    }
  }
  return message;
}

std::string PlaceOf(const diag::Diagnostic& finding) {
  const std::string place =
      finding.labels.empty() ? std::string() : std::to_string(finding.labels.front().span.begin);
  return place + " " + diag::JsonPointer(finding.path);
}

}  // namespace

bool VersionMerger::IsSame(const Finding& known, const diag::Diagnostic& b, size_t version) const {
  const diag::Diagnostic& a = known.reported;
  return known.versions.back() != version && a.kind == b.kind && a.severity == b.severity &&
         a.path == b.path && a.labels.size() == b.labels.size() &&
         (a.labels.empty() || (a.labels.front().span == b.labels.front().span &&
                               a.labels.front().text == b.labels.front().text)) &&
         OfAnyVersion(a.message, NameOf(known.versions.front())) == OfAnyVersion(b.message, NameOf(version));
}

void VersionMerger::Add(size_t version, std::vector<diag::Diagnostic> findings) {
  for (diag::Diagnostic& finding : findings) {
    std::vector<size_t>& there = at_[PlaceOf(finding)];
    const auto same = std::find_if(there.begin(), there.end(),
                                   [&](size_t known) { return IsSame(findings_[known], finding, version); });
    if (same == there.end()) {
      there.push_back(findings_.size());
      findings_.push_back({std::move(finding), {version}});
      continue;
    }
    Finding& known = findings_[*same];
    known.versions.push_back(version);
    // What takes the place of something may be another thing later on.
    if (std::string& hint = known.reported.hint; !hint.empty() && !hint.ends_with(finding.hint)) {
      hint += "; for Kubernetes " + std::string(NameOf(version)) + " " + finding.hint;
    }
  }
}

std::string VersionMerger::Names(const std::vector<size_t>& versions) const {
  std::string text;
  for (const size_t version : versions) {
    text += (text.empty() ? "" : ", ") + std::string(NameOf(version));
  }
  return text;
}

void VersionMerger::Emit(size_t requested, diag::Emitter& emit) {
  for (Finding& finding : findings_) {
    if (finding.versions.size() < requested) {
      finding.reported.notes.push_back("this applies to Kubernetes " + Names(finding.versions) + " only");
    }
    emit.Emit(std::move(finding.reported));
  }
}

}  // namespace kval::kubernetes
