#include "src/api/example_value.h"

#include <cstddef>
#include <string_view>
#include <variant>

#include "src/check/union_discriminator.h"
#include "src/value/value.h"
#include "src/yaml/writer.h"

namespace kval::api {
namespace {

constexpr size_t kMostDepth = 6;
// An example has at most this many keys.
constexpr size_t kMostKeys = 20;

std::string_view ScalarExample(value::Kind kind, ExampleStyle style) {
  const bool is_empty = style == ExampleStyle::kEmpty;
  switch (kind) {
    case value::Kind::kBool:
      return is_empty ? "false" : "true";
    case value::Kind::kInt:
    case value::Kind::kFloat:
      return is_empty ? "0" : "1";
    case value::Kind::kString:
      return is_empty ? R"("")" : "a";
    default:
      return "null";
  }
}

class Example {
 public:
  Example(const types::Model& model, ExampleStyle style) : model_(model), style_(style) {}

  // Adds an example of a field; deeper ones than `depth` are null.
  void Add(const types::Field& field, size_t depth) {
    const value::Value* fallback = field.fallback.value;
    if (fallback != nullptr && !fallback->is_collection()) {
      text_ += yaml::WriteYamlScalar(*fallback, {});
    } else if (depth == 0) {
      text_ += "null";
    } else {
      Add(field.type, depth);
    }
  }

  std::string Take() { return std::move(text_); }

 private:
  void Add(types::TypeId id, size_t depth) {  // NOLINT(misc-no-recursion): at most `depth`
    const types::Type* type = &model_.Resolve(id);
    for (const value::Value* allowed : check::AllowedValues(model_, id)) {
      if (!allowed->is_collection()) {
        text_ += yaml::WriteYamlScalar(*allowed, {});
        return;
      }
    }
    for (size_t left = depth; left > 0 && std::holds_alternative<types::Union>(type->shape); --left) {
      type = &model_.Resolve(std::get<types::Union>(type->shape).variants.front());
    }
    if (const auto* scalar = std::get_if<types::Scalar>(&type->shape)) {
      text_ += ScalarExample(scalar->kind, style_);
    } else if (const auto* list = std::get_if<types::List>(&type->shape)) {
      text_ += '[';
      if (!list->open) {
        types::Field item;
        item.type = list->item;
        Add(item, depth - 1);
      }
      text_ += ']';
    } else if (const auto* record = std::get_if<types::Record>(&type->shape)) {
      AddRequired(*record, depth);
    } else {
      text_ += std::holds_alternative<types::Any>(type->shape) ? ScalarExample(value::Kind::kString, style_)
                                                               : "null";
    }
  }

  void AddRequired(const types::Record& record, size_t depth) {  // NOLINT(misc-no-recursion)
    text_ += '{';
    for (const types::Field& field : record.fields) {
      if (field.presence == types::FieldPresence::kRequired && keys_ < kMostKeys) {
        ++keys_;
        text_ += text_.back() == '{' ? "" : ", ";
        text_ += model_.interner().Text(field.name);
        text_ += ": ";
        Add(field, depth - 1);
      }
    }
    text_ += '}';
  }

  const types::Model& model_;
  ExampleStyle style_;
  std::string text_;
  size_t keys_ = 0;
};

}  // namespace

std::string ExampleOf(const types::Model& model, const types::Field& field, ExampleStyle style) {
  Example example(model, style);
  example.Add(field, kMostDepth);
  return example.Take();
}

}  // namespace kval::api
