#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/span.h"

namespace kval::driver {

// Stands before the findings and adds to each, while a private library is evaluated, the calls that asked for
// it: a library can be evaluated several times, for values that make its faults.
class LibraryCalls final : public diag::Sink {
 public:
  explicit LibraryCalls(diag::Sink* next) : next_(next) {}

  void Enter(source::Span call, std::string library) { calls_.emplace_back(call, std::move(library)); }
  void Leave() { calls_.pop_back(); }
  size_t depth() const { return calls_.size(); }

  void Consume(diag::Diagnostic diagnostic) override;

 private:
  diag::Sink* next_;
  std::vector<std::pair<source::Span, std::string>> calls_;  // innermost last
};

}  // namespace kval::driver
