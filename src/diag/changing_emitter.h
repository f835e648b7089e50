#pragma once

#include <type_traits>
#include <utility>

#include "src/diag/emitter.h"

namespace kval::diag {

// Emits findings through another emitter after `change` has edited them. A finding for which `change` returns
// false is dropped. The other emitter must outlive this one.
template <typename Change>
class ChangingEmitter final : private Sink, public Emitter {
 public:
  ChangingEmitter(Emitter& next, Change change)
      : Emitter(static_cast<Sink*>(this)), next_(next), change_(std::move(change)) {}

 private:
  void Consume(Diagnostic finding) override {
    if constexpr (std::is_void_v<std::invoke_result_t<Change&, Diagnostic&>>) {
      change_(finding);
      next_.Emit(std::move(finding));
    } else if (change_(finding)) {
      next_.Emit(std::move(finding));
    }
  }

  Emitter& next_;
  Change change_;
};

}  // namespace kval::diag
