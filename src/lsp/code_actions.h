#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "src/lsp/published_diagnostics.h"

namespace kval::lsp {

// The kinds of code actions that there are: one for each fix, one for each rule that a comment can ignore,
// and one that applies all fixes of a text that do not touch each other.
inline constexpr std::string_view kQuickFix = "quickfix";
inline constexpr std::string_view kFixAll = "source.fixAll.kval";

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

}  // namespace kval::lsp
