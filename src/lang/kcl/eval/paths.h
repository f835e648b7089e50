#pragma once

#include <span>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// Follows paths from a value: `.b[0].c` of `a.b[0].c`.
class Paths : private Components {
 public:
  explicit Paths(const Components& components) : Components(components) {}

  Value Load(const Value& base, std::span<const KeyStep> path, Frame* frame);
  // `base` with the element at `path` replaced.
  Value Store(const Value& base, std::span<const KeyStep> path, const Value& value, Frame* frame);

 private:
  Value StoreItem(const Value& list, int64_t index, std::span<const KeyStep> path, const Value& value,
                  Frame* frame);
  Value FailToStore(const Value& base, const KeyStep& step, const Value& index);
};

}  // namespace kval::kcl::eval
