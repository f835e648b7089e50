#pragma once

#include <span>
#include <string>
#include <vector>

#include "src/source/span.h"
#include "src/value/value.h"
#include "src/yaml/document.h"

namespace kval::schemas::infer {

// The secrets in samples, by the rules that also redact findings (redaction/find_secrets.h): by name, by
// pair, by content, by alias, and strings that are secret as a whole. A schema is shared, so it must contain
// none of them.
class SampleSecrets {
 public:
  explicit SampleSecrets(std::span<const yaml::File* const> samples);

  // Returns whether the value is or contains a secret or a part of one.
  bool IsIn(const value::Value& value) const;
  // Returns the text of a comment with `<redacted>` in place of secrets.
  static std::string Redact(std::string text);

 private:
  std::vector<source::Span> places_;  // in all samples, sorted
};

}  // namespace kval::schemas::infer
