#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/source/span.h"

namespace kval::kcl::eval {

// An attribute, or a part of one, that a check line reads. Attributes that are not set are here by the
// attributes that their defaults read, and by themselves when those set nothing either.
struct AttributeRead {
  diag::Path path;        // within the instance
  source::Span at;        // a scalar, the key of another value, or the attribute name of a default
  std::string text;       // a short scalar; empty for anything else
  bool is_set = true;     // by the data
  bool has_value = true;  // by the data or a default
};

// A check line that does not hold.
struct FailedCheck {
  source::Span instance;  // the place of the configuration
  source::Span line;
  std::string message;              // the author's; may be empty
  std::vector<AttributeRead> used;  // in the order of the line's text, each part once
  source::Span outermost = {};      // the outermost enclosing call or instance, if any
};

// KCL's headline of a check that fails.
inline constexpr std::string_view kInstanceCheckFailed = "EvaluationError: Instance check failed";

// Returns the failure with KCL's message and the locations to change first. Parts with a location outside the
// data are defaults.
diag::Diagnostic MakeDiagnostic(const FailedCheck& failed, const std::function<bool(source::Span)>& is_data);

// Returns "`replicas` is 3", the label of a part; only that it is read if its value is not a short scalar.
std::string Describe(const AttributeRead& part, bool is_default = false);

}  // namespace kval::kcl::eval
