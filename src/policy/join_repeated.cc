#include "src/policy/join_repeated.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "src/report/source_location.h"

namespace kval::policy {
namespace {

using Findings = std::vector<diag::Diagnostic>;

bool IsRepeated(const diag::Diagnostic& first, const diag::Diagnostic& other) {
  return other.kind == first.kind && other.severity == first.severity && !other.subject.empty() &&
         other.subject == first.subject;
}

bool HasPlace(const diag::Diagnostic& finding, const source::SourceMap& sources) {
  return sources.Contains(finding.labels.front().span);
}

// Where findings are besides the first one.
struct FurtherPlaces {
  size_t count = 0;
  std::set<std::string_view> files;
  std::string first;  // "a.yaml:1:13, b.yaml:1:13, …"

  // "also at 12 more places in 9 files"
  std::string Describe() const {
    return "also at " + std::to_string(count) + " more places in " + std::to_string(files.size()) +
           (files.size() == 1 ? " file" : " files");
  }
};

FurtherPlaces PlacesOf(const Findings& repeated, const source::SourceMap& sources) {
  constexpr size_t kMostNamed = 3;
  FurtherPlaces places;
  for (const diag::Diagnostic& finding : repeated) {
    const source::Span at = finding.labels.front().span;
    if (!HasPlace(finding, sources)) {
      continue;
    }
    places.files.insert(sources.FileOf(at).name());
    if (++places.count <= kMostNamed) {
      places.first += (places.count == 1 ? "" : ", ") + report::Display(report::PlaceOf(sources, at));
    }
  }
  places.first += places.count > kMostNamed ? ", …" : "";
  return places;
}

// Appends where the joined findings are: to the message of a note in one line, else as a further line.
void AddPlaces(const Findings& repeated, const source::SourceMap& sources, report::Joining joining,
               diag::Diagnostic& first) {
  const bool has_place = HasPlace(first, sources);
  const FurtherPlaces places = has_place ? PlacesOf(repeated, sources) : FurtherPlaces();
  const std::string where = has_place ? places.Describe()
                                      : "also in " + std::to_string(repeated.size()) + " more " +
                                            (repeated.size() == 1 ? "check" : "checks") + " of this run";
  if (joining == report::Joining::kNotes) {
    first.message += " (" + where + ")";
  } else {
    first.notes.push_back(where + (has_place ? ": " + places.first : std::string()));
  }
}

}  // namespace

Findings JoinRepeated(Findings findings, const source::SourceMap& sources, report::Joining joining) {
  std::map<std::tuple<diag::Kind, diag::Severity, std::string>, std::vector<size_t>> by_subject;
  for (size_t i = 0; i < findings.size(); ++i) {
    const bool may_join = joining == report::Joining::kAll || findings[i].severity == diag::Severity::kNote;
    if (may_join && !findings[i].subject.empty()) {
      by_subject[{findings[i].kind, findings[i].severity, findings[i].subject}].push_back(i);
    }
  }
  std::vector<bool> is_joined(findings.size());
  for (const auto& [subject, indices] : by_subject) {
    const bool has_place = HasPlace(findings[indices.front()], sources);
    if (indices.size() <= (has_place ? kMostOfSubject : 1)) {
      continue;
    }
    Findings repeated;
    for (const size_t i : std::vector<size_t>(indices.begin() + 1, indices.end())) {
      repeated.push_back(std::move(findings[i]));
      is_joined[i] = true;
    }
    diag::Diagnostic& first = findings[indices.front()];
    AddPlaces(repeated, sources, joining, first);
    std::move(repeated.begin(), repeated.end(), std::back_inserter(first.superseded));
  }
  Findings left;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (!is_joined[i]) {
      left.push_back(std::move(findings[i]));
    }
  }
  return left;
}

size_t CountJoined(const diag::Diagnostic& finding) {
  const auto repeated = std::count_if(finding.superseded.begin(), finding.superseded.end(),
                                      [&](const diag::Diagnostic& one) { return IsRepeated(finding, one); });
  return 1 + static_cast<size_t>(repeated);
}

}  // namespace kval::policy
