#include "src/lang/starlark/freeze_for_sharing.h"

#include <unordered_set>
#include <vector>

#include "src/lang/starlark/function.h"
#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/object.h"

namespace kval::starlark {

bool String::Share(std::vector<Value>& /*parts*/) {
  Hash(nullptr);
  return true;
}

bool List::Share(std::vector<Value>& parts) {
  Freeze();
  parts.insert(parts.end(), items_.begin(), items_.end());
  return true;
}

bool Tuple::Share(std::vector<Value>& parts) {
  parts.insert(parts.end(), items_.begin(), items_.end());
  return true;
}

bool HashCollection::Share(std::vector<Value>& parts) {
  Freeze();
  table_.AppendTo(parts);
  return true;
}

bool StringIterable::Share(std::vector<Value>& parts) {
  parts.push_back(text_);
  return true;
}

bool Builtin::IsStateless(const NativeFunction& run) {
  return run.target<Outcome<Value> (*)(const Call&)>() != nullptr;
}

bool Builtin::Share(std::vector<Value>& parts) {
  parts.push_back(receiver_);
  return state_ == BuiltinState::kStateless || IsStateless(run_);
}

bool Struct::Share(std::vector<Value>& parts) {
  for (const Field& field : fields_) {
    parts.push_back(field.second);
  }
  return true;
}

bool Module::Share(std::vector<Value>& parts) {
  parts.insert(parts.end(), values_.begin(), values_.end());
  return true;
}

bool BigInt::Share(std::vector<Value>& /*parts*/) {
  constexpr unsigned kFewBits = 1024;
  work_ = nullptr;
  return value_ == 0 || boost::multiprecision::msb(boost::multiprecision::abs(value_)) < kFewBits;
}

bool Function::Share(std::vector<Value>& parts) {
  parts.emplace_back(module_);
  parts.insert(parts.end(), fallbacks_.begin(), fallbacks_.end());
  parts.insert(parts.end(), captured_.begin(), captured_.end());
  return !code_->may_emit;
}

bool Share(Interpreter& owner, Value value) {
  // Strings of code are separate, and no value refers to them.
  owner.heap().HashStrings();
  std::unordered_set<const Object*> seen;
  std::vector<Value> open = {value};
  while (!open.empty()) {
    const Value next = open.back();
    open.pop_back();
    if (next.is_object() && seen.insert(next.object()).second && !next.object()->Share(open)) {
      return false;
    }
  }
  return true;
}

}  // namespace kval::starlark
