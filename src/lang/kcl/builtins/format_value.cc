#include "src/lang/kcl/builtins/format_value.h"

#include <optional>
#include <variant>
#include <vector>

#include "src/lang/kcl/builtins/format_spec.h"
#include "src/lang/kcl/builtins/format_string.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"

namespace kval::kcl::builtins {
namespace {

using runtime::Kind;
using runtime::Value;

// Fills in the fields of one string.
class Filler {
 public:
  explicit Filler(const runtime::CallArgs& args) : args_(args) {}

  Result<std::string> Fill(const FormatField& field) {
    Result<Value> value = Argument(field);
    for (const FieldStep& step : field.steps) {
      if (!value) {
        break;
      }
      value = Take(*value, step);
    }
    return value ? Written(*value, field.spec) : Result<std::string>(value.failure());
  }

 private:
  Result<Value> Argument(const FormatField& field) {
    if (const std::string* name = std::get_if<std::string>(&field.argument)) {
      for (const runtime::NamedValue& named : args_.named) {
        if (named.name == *name) {
          return named.value;
        }
      }
      return Failure{"keyword argument '" + *name + "' not found"};
    }
    size_t position = next_;
    if (const size_t* index = std::get_if<size_t>(&field.argument)) {
      if (next_ != 0) {
        return Failure{"cannot switch from automatic field numbering to manual field specification"};
      }
      position = *index;
    } else {
      ++next_;
    }
    if (position >= args_.positional.size()) {
      return Failure{"argument tuple index out of range"};
    }
    return args_.positional[position];
  }

  static Result<Value> Take(const Value& value, const FieldStep& step) {
    if (const size_t* index = std::get_if<size_t>(&step)) {
      if (!value.is(Kind::kList)) {
        return Failure{"'" + runtime::TypeName(value) + "' object has no index " + std::to_string(*index)};
      }
      if (*index >= value.items().size()) {
        return Failure{Substitute("index out of bounds: the len is {} but the index is {}",
                                  value.items().size(), *index)};
      }
      return value.items()[*index];
    }
    const std::string& name = *std::get_if<std::string>(&step);
    if (!value.is_config() || value.fields().Find(name) == nullptr) {
      return Failure{"'" + runtime::TypeName(value) + "' object has no attribute '" + name + "'"};
    }
    return value.fields().Get(name);
  }

  static Result<std::string> Written(const Value& value, std::string_view text) {
    bool is_formatted = value.is(Kind::kInt) || value.is(Kind::kFloat) || value.is(Kind::kString);
    if (!is_formatted || text.empty()) {
      return value.is(Kind::kFloat) ? FormatFloat({}, value.real) : Result<std::string>(runtime::Text(value));
    }
    Result<FormatSpec> spec = ParseFormatSpec(text);
    if (!spec) {
      return spec.failure();
    }
    return value.is(Kind::kInt)     ? FormatInt(*spec, value.integer)
           : value.is(Kind::kFloat) ? FormatFloat(*spec, value.real)
                                    : FormatText(*spec, value.string());
  }

  const runtime::CallArgs& args_;
  size_t next_ = 0;
};

}  // namespace

Result<std::string> FormatValues(std::string_view format, const runtime::CallArgs& args,
                                 runtime::Heap& heap) {
  Result<std::vector<FormatPart>> parts = ParseFormatString(format);
  if (!parts) {
    return parts.failure();
  }
  Filler filler(args);
  std::string out;
  for (const FormatPart& part : *parts) {
    if (const std::string* text = std::get_if<std::string>(&part)) {
      out += *text;
      continue;
    }
    Result<std::string> field = filler.Fill(*std::get_if<FormatField>(&part));
    if (!field) {
      return field;
    }
    out += *field;
    if (!heap.CanAllocateString(out.size())) {
      return Failure{"the string is larger than the memory limit"};
    }
  }
  return out;
}

}  // namespace kval::kcl::builtins
