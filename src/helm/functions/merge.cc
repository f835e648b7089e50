#include "src/helm/functions/merge.h"

#include <utility>
#include <vector>

#include "src/helm/functions/conversion.h"

namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Value;

namespace {

constexpr int kMaxDepth = 1000;

class Merger {
 public:
  Merger(Call& call, Overwrite overwrite) : call_(call), overwrites_(overwrite == Overwrite::kYes) {}

  void Merge(const Value& target, const Value& source, int depth) {
    if (target.is_nil() || EntriesOf(source).empty() || depth > kMaxDepth || !Fits(target, source)) {
      return;
    }
    // A map may be merged into itself.
    const auto& entries = EntriesOf(source);
    const std::vector<std::pair<std::string_view, Value>> copy(entries.begin(), entries.end());
    for (const auto& [key, value] : copy) {
      if (call_.failed() || !error_.empty() || !call_.Step()) {
        return;
      }
      MergeEntry(target, key, value, depth);
    }
  }

  std::string TakeError() { return std::move(error_); }

 private:
  // Only a map of strings rejects values: those that an `interface {}` holds.
  bool Fits(const Value& target, const Value& source) {
    if (target.type() == source.type() || target.type() != &gotemplate::kStringMapType) {
      return true;
    }
    call_.Fail("reflect.Value.SetMapIndex: value of type interface {} is not assignable to type string");
    return false;
  }

  void MergeEntry(const Value& target, std::string_view key, const Value& value, int depth) {
    const Value* const old = target.map()->Find(key);
    if (value.is_untyped_nil()) {
      if (overwrites_) {
        target.map()->Set(key, value);
      }
      return;
    }
    if (old == nullptr) {
      target.map()->Set(key, value);
      return;
    }
    const Value before = *old;
    if (value.is(Kind::kMap) && before.is(Kind::kMap)) {
      Merge(before, value, depth + 1);
    }
    const bool is_pointer = before.is(Kind::kObject) && before.type()->is_pointer && !before.is_nil();
    if (value.is(Kind::kMap) && is_pointer && !overwrites_) {
      error_ = "src and dst must be of same type";
      return;
    }
    const bool are_maps = value.is(Kind::kMap) && before.is(Kind::kMap);
    if (IsEmpty(before) || (overwrites_ && !are_maps)) {
      target.map()->Set(key, value);
    }
  }

  Call& call_;
  bool overwrites_;
  std::string error_;
};

}  // namespace

std::string MergeMaps(Call& call, Value* target, const Value& source, Overwrite overwrite) {
  if (target->is_nil() && !source.is_nil()) {
    *target = call.heap().NewMap();
  }
  Merger merger(call, overwrite);
  merger.Merge(*target, source, 0);
  return merger.TakeError();
}

}  // namespace kval::helm::functions
