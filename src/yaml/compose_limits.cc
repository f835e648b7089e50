// What one node may hold at most: bytes of scalars and keys, keys of a mapping.
#include "src/yaml/compose.h"

namespace kval::yaml {
namespace {

using diag::Def;
using diag::Kind;

constexpr Def<std::string_view> kScalarSize{Kind::kLimitSize, "a scalar is larger than {}"};
constexpr Def<std::string_view> kKeySize{Kind::kLimitSize, "a key is larger than {}"};
constexpr Def<uint64_t> kKeys{Kind::kLimitSize, "a mapping has more than {} keys"};

}  // namespace

bool Composer::IsAtKey() const {
  return !frames_.empty() && frames_.back().node->kind == value::Kind::kMapping &&
         (children_.size() - frames_.back().first_child) % 2 == 0;
}

bool Composer::CheckSize(source::Span at, size_t size) {
  const bool is_key = IsAtKey();
  const uint64_t most = is_key ? options_.limits.key_size : options_.limits.scalar_size;
  if (size <= most) {
    return true;
  }
  emit_.Report(at, is_key ? kKeySize : kScalarSize, LimitText(most, LimitUnit::kBytes)).Emit();
  return false;
}

std::span<const value::Value* const> Composer::WithinKeys(OpenCollection& frame,
                                                          std::span<const value::Value* const> children) {
  const uint64_t most = options_.limits.keys;
  if (children.size() / 2 <= most) {
    return children;
  }
  emit_.Report(children[2 * most]->span, kKeys, most).Emit();
  found_error_ = true;
  frame.node->gap = value::Recovery::kError;
  return children.first(2 * most);
}

}  // namespace kval::yaml
