#pragma once

#include <cstddef>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/report/report.h"
#include "src/source/source_map.h"

namespace kval::policy {

// A subject with more findings than this is reported once; without places, with more than one.
constexpr size_t kMostOfSubject = 3;

// Joins findings of one rule and severity about the same subject (Diagnostic::subject), such as all resources
// of a kind without a schema: the first one stays, with a note that counts the others and names the first
// places; the others become its `superseded`. Keeps the order. For formats that people read: 300 resources of
// one unknown kind have one remedy. `joining`: kAll, or kNotes for formats with one line for each finding:
// only findings of the severity note are joined, and their message has the count.
std::vector<diag::Diagnostic> JoinRepeated(std::vector<diag::Diagnostic> findings,
                                           const source::SourceMap& sources, report::Joining joining);

// Returns the number of findings that were joined in one, itself included.
size_t CountJoined(const diag::Diagnostic& finding);

}  // namespace kval::policy
