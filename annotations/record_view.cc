#include "annotations/record_view.h"

#include <optional>
#include <string>
#include <vector>

#include "src/lang/starlark/convert.h"
#include "src/lang/starlark/host_value.h"
#include "src/lang/starlark/ops.h"
#include "src/modules/encode.h"
#include "src/value/compare.h"

namespace kval::annotations {
namespace {

using starlark::Interpreter;
using starlark::Outcome;

class RecordView final : public starlark::HostValue, public modules::Encodable {
 public:
  RecordView(const value::Value* value, bool plain_names) : value_(value), plain_names_(plain_names) {}

  const value::Value& value() const { return *value_; }

  Outcome<const value::Value*> ToDocument(Interpreter& /*interpreter*/, value::Builder& /*build*/) override {
    return value_;
  }

  std::string_view TypeName() const override {
    if (!plain_names_) {
      return "yamlfragment";
    }
    return value_->kind == value::Kind::kMapping ? "dict" : "list";
  }
  std::string Repr() const override { return value::Abbreviate(*value_, 4096, value::LiteralSyntax::kCode); }
  bool Truth() const override { return *Length() > 0; }
  std::optional<int64_t> Length() const override {
    return static_cast<int64_t>(value_->kind == value::Kind::kMapping ? value_->entries().size()
                                                                      : value_->items().size());
  }

  Outcome<starlark::Value> Index(Interpreter& interpreter, starlark::Value key) override {
    if (value_->kind == value::Kind::kSequence) {
      const int64_t size = *Length();
      const int64_t index = key.kind() == starlark::Kind::kInt ? key.integer() : size;
      const int64_t position = index < 0 ? index + size : index;
      if (position < 0 || position >= size) {
        return starlark::EvalFailure("index " + starlark::Repr(key) + " is out of range: the array has " +
                                     std::to_string(size) + " items");
      }
      return ToArgument(interpreter, *value_->items()[static_cast<size_t>(position)], plain_names_);
    }
    if (const value::Value* found = FindKey(key)) {
      return ToArgument(interpreter, *found, plain_names_);
    }
    return starlark::EvalFailure("key " + starlark::Repr(key) + " not in map");
  }

  Outcome<starlark::Value> Attr(Interpreter& interpreter, std::string_view name) override {
    const value::Value* found = value::Find(*value_, name);
    return found == nullptr ? Outcome<starlark::Value>(starlark::Value())
                            : ToArgument(interpreter, *found, plain_names_);
  }

  std::vector<std::string> AttrNames() const override {
    std::vector<std::string> names;
    if (value_->kind == value::Kind::kMapping) {
      for (const value::Entry& entry : value_->entries()) {
        names.push_back(value::PlainText(*entry.key));
      }
    }
    return names;
  }

  bool IsIterable() const override { return true; }
  bool Iterate(Interpreter& interpreter, std::vector<starlark::Value>& items) override {
    const auto add = [&](const value::Value& value) {
      Outcome<starlark::Value> made = ToArgument(interpreter, value, plain_names_);
      items.push_back(made.ok() ? *made : starlark::Value::None());
    };
    if (value_->kind == value::Kind::kMapping) {
      for (const value::Entry& entry : value_->entries()) {
        add(*entry.key);
      }
    } else {
      for (const value::Value* item : value_->items()) {
        add(*item);
      }
    }
    return true;
  }

  Outcome<starlark::Value> Contains(Interpreter& interpreter, starlark::Value item) override {
    if (value_->kind == value::Kind::kMapping) {
      return starlark::Value::Bool(FindKey(item) != nullptr);
    }
    for (const value::Value* candidate : value_->items()) {
      Outcome<starlark::Value> made = ToArgument(interpreter, *candidate, plain_names_);
      Outcome<bool> equal = made.ok() ? starlark::Equal(*made, item) : Outcome<bool>(false);
      if (!equal.ok()) {
        return equal.Pass();
      }
      if (*equal) {
        return starlark::Value::Bool(true);
      }
    }
    return starlark::Value::Bool(false);
  }

  Outcome<starlark::Value> Compare(starlark::Comparison comparison, starlark::Value other) override {
    const auto* right = other.AsHost<RecordView>();
    if (right == nullptr) {
      return starlark::Value();
    }
    const bool equal = value::Equal(*value_, *right->value_);
    switch (comparison) {
      case starlark::Comparison::kEqual:
        return starlark::Value::Bool(equal);
      case starlark::Comparison::kNotEqual:
        return starlark::Value::Bool(!equal);
      case starlark::Comparison::kLess:
      case starlark::Comparison::kLessEqual:
      case starlark::Comparison::kGreater:
      case starlark::Comparison::kGreaterEqual:
        return starlark::Value();
    }
    return starlark::Value();
  }

 private:
  const value::Value* FindKey(starlark::Value key) const {
    if (value_->kind != value::Kind::kMapping) {
      return nullptr;
    }
    if (key.is_string()) {
      return value::Find(*value_, key.text());
    }
    for (const value::Entry& entry : value_->entries()) {
      const bool same_int = key.kind() == starlark::Kind::kInt && entry.key->kind == value::Kind::kInt &&
                            entry.key->integer == key.integer();
      const bool same_bool =
          key.is_bool() && entry.key->kind == value::Kind::kBool && entry.key->boolean == key.boolean();
      if (same_int || same_bool) {
        return entry.value;
      }
    }
    return nullptr;
  }

  const value::Value* value_;
  bool plain_names_;
};

}  // namespace

Outcome<starlark::Value> ToArgument(Interpreter& interpreter, const value::Value& value, bool plain_names) {
  if (value.is_collection()) {
    return starlark::Value(interpreter.heap().New<RecordView>(&value, plain_names));
  }
  return starlark::FromDocument(interpreter.heap(), value);
}

}  // namespace kval::annotations
