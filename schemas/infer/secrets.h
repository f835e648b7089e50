#pragma once

#include <span>
#include <string>
#include <vector>

#include "src/source/span.h"
#include "src/value/value.h"
#include "src/yaml/document.h"

namespace kval::schemas::infer {

// What of the samples is secret, by the rules by which findings hide it (report/secret_scan.h): by name, by
// pair, by content, by alias, and the whole of a text that is secret. None of it gets into a schema, which is
// made to be shared.
class Secrets {
 public:
  explicit Secrets(std::span<const yaml::File* const> samples);

  // Whether the value holds a secret or a part of one.
  bool IsIn(const value::Value& value) const;
  // A comment's text with `<redacted>` where a secret was.
  static std::string Without(std::string text);

 private:
  std::vector<source::Span> places_;  // of all samples, sorted
};

}  // namespace kval::schemas::infer
