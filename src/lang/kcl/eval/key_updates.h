#pragma once

#include <span>
#include <string_view>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/source/span.h"

namespace kval::kcl::eval {

// Another value for a key, or none.
struct KeyUpdate {
  std::string_view key;
  runtime::Value value;
  bool removes = false;
  source::Span place;
  bool is_renewed = false;  // set again after it was removed: at the end
};

// `base`, a dict or an instance, with all changes. An instance is evaluated anew with them as part of its
// configuration. Undefined after a failure.
runtime::Value ApplyKeyUpdates(runtime::Runtime& runtime, const runtime::Value& base,
                               std::span<const KeyUpdate> changes);

}  // namespace kval::kcl::eval
