#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/published_diagnostics.h"
#include "src/lsp/schema_query.h"

namespace kval::lsp {

// The kinds of code actions that there are: one for each fix, one for each rule that a comment can ignore,
// and one that applies all fixes of a text that do not touch each other.
inline constexpr std::string_view kQuickFix = "quickfix";
inline constexpr std::string_view kFixAll = "source.fixAll.kval";
// The kinds of changes that need no finding, of which another process knows the edits (SchemaQuery).
inline constexpr std::string_view kRewrite = "refactor.rewrite";
inline constexpr std::string_view kExtract = "refactor.extract";
inline constexpr std::array kKindsOfText = {kQuickFix, kRewrite, kExtract};

// Returns whether a kind is requested: `source` requests `source.fixAll.kval` too. An empty list requests
// all.
bool IsRequested(std::string_view kind, std::span<const std::string_view> only);

// The text that code actions change.
struct ActionTarget {
  std::string_view uri;
  std::string_view text;
  // Whether a comment may ignore the rule.
  const std::function<bool(std::string_view code)>& may_ignore;
};

// The protocol's `CodeAction[]` for a part of a text.
std::string CodeActions(const ActionTarget& target, std::span<const PublishedDiagnostic> findings,
                        TextRange range, std::span<const std::string_view> only);

// The findings that touch a range.
std::vector<SchemaQuery::KnownFinding> FindingsIn(std::span<const PublishedDiagnostic> findings,
                                                  TextRange range);
// How a result names the finding of a query that an action fixes, as a JSON string in `diagnostics`.
std::string FindingReference(size_t index);
// The actions of a request: those found with the findings (`query.below`), then those of the result, with
// the findings that they refer to.
std::string WithFixes(std::string_view result, const SchemaQuery& query);

}  // namespace kval::lsp
