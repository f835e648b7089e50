#include "src/types/pattern.h"

#include <re2/re2.h>

#include <utility>

namespace kval::types {
namespace {

constexpr int64_t kMemoryBytes = int64_t{8} << 20;

}  // namespace

struct Pattern::Compiled {
  Compiled(std::string_view pattern, const re2::RE2::Options& options)
      : regex(re2::StringPiece(pattern.data(), pattern.size()), options) {}
  re2::RE2 regex;
};

Pattern::Pattern(std::string text, std::shared_ptr<const Compiled> compiled)
    : text_(std::move(text)), compiled_(std::move(compiled)) {}

Result<Pattern> Pattern::Compile(std::string_view pattern) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMemoryBytes);
  auto compiled = std::make_shared<const Compiled>(pattern, options);
  if (!compiled->regex.ok()) {
    return Failure{compiled->regex.error()};
  }
  return Pattern(std::string(pattern), std::move(compiled));
}

bool Pattern::Matches(std::string_view text) const {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled_->regex);
}

}  // namespace kval::types
