#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/span.h"

namespace kval::driver {

// A sink in front of the findings. While a private library is evaluated or a file is loaded, it adds the call
// sites to each finding: errors there often depend on the caller.
class LibraryCalls final : public diag::Sink {
 public:
  explicit LibraryCalls(diag::Sink* next) : next_(next) {}

  // `text` labels the place: "library `l` is evaluated here".
  void Enter(source::Span call, std::string text) { calls_.emplace_back(call, std::move(text)); }
  void Leave() { calls_.pop_back(); }
  size_t depth() const { return calls_.size(); }

  void Consume(diag::Diagnostic diagnostic) override;

 private:
  diag::Sink* next_;
  std::vector<std::pair<source::Span, std::string>> calls_;  // innermost last
};

}  // namespace kval::driver
