#include "src/lang/kcl/builtins/format_value.h"

#include <charconv>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "src/lang/kcl/builtins/format_spec.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"

namespace kval::kcl::builtins {
namespace {

using runtime::Kind;
using runtime::Value;

// Parses the format string of `"...".format(...)`: literal text, and fields `{name.attr[index]!s:spec}`.
// Source: Python's str.format and kcl crates/runtime/src/value/val_fmt.rs.

// A selector that a field applies to its argument: `.name`, `[name]` or `[0]`.
using FieldStep = std::variant<std::string, size_t>;

struct FormatField {
  std::variant<std::monostate, size_t, std::string> argument;  // the next one, by position, by name
  std::vector<FieldStep> steps;
  std::string spec;
};

using FormatPart = std::variant<std::string, FormatField>;

std::optional<size_t> AsIndex(std::string_view text) {
  size_t index = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional<size_t>(index) : std::nullopt;
}

// `.attr` and `[index]` behind a field's name; false when they are malformed.
bool ParseSteps(std::string_view text, std::vector<FieldStep>& steps) {
  while (!text.empty()) {
    if (text[0] == '.') {
      size_t end = text.find_first_of(".[", 1);
      std::string_view name = text.substr(1, end == std::string_view::npos ? end : end - 1);
      if (name.empty()) {
        return false;
      }
      steps.emplace_back(std::string(name));
      text.remove_prefix(1 + name.size());
      continue;
    }
    size_t end = text.find(']');
    if (text[0] != '[' || end == std::string_view::npos || end == 1) {
      return false;
    }
    std::string_view name = text.substr(1, end - 1);
    if (std::optional<size_t> index = AsIndex(name)) {
      steps.emplace_back(*index);
    } else {
      steps.emplace_back(std::string(name));
    }
    text.remove_prefix(end + 1);
  }
  return true;
}

bool ParseField(std::string_view text, FormatField& field) {
  size_t colon = text.find(':');
  std::string_view name = text.substr(0, colon);
  if (colon != std::string_view::npos) {
    field.spec = std::string(text.substr(colon + 1));
  }
  name = name.substr(0, name.find('!'));
  size_t end = name.find_first_of(".[");
  std::string_view first = name.substr(0, end);
  if (std::optional<size_t> index = AsIndex(first)) {
    field.argument = *index;
  } else if (!first.empty()) {
    field.argument = std::string(first);
  }
  return end == std::string_view::npos || ParseSteps(name.substr(end), field.steps);
}

// The end of the field that begins at text[begin], a `{`: the position of its `}`. A specification may hold
// one level of braces.
std::optional<size_t> FieldEnd(std::string_view text, size_t begin) {
  bool nested = false;
  for (size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '{') {
      if (nested) {
        return std::nullopt;
      }
      nested = true;
    } else if (text[i] == '}') {
      if (!nested) {
        return i;
      }
      nested = false;
    }
  }
  return std::nullopt;
}

// Parses a format string. Errors: "format error" for unbalanced braces, as in KCL.
Result<std::vector<FormatPart>> ParseFormatString(std::string_view text) {
  const Failure failure{"format error"};
  std::vector<FormatPart> parts;
  std::string literal;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c != '{' && c != '}') {
      literal += c;
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == c) {
      literal += c;
      ++i;
      continue;
    }
    std::optional<size_t> end = c == '{' ? FieldEnd(text, i) : std::nullopt;
    FormatField field;
    if (!end || !ParseField(text.substr(i + 1, *end - i - 1), field)) {
      return failure;
    }
    if (!literal.empty()) {
      parts.emplace_back(std::exchange(literal, {}));
    }
    parts.emplace_back(std::move(field));
    i = *end;
  }
  if (!literal.empty()) {
    parts.emplace_back(std::move(literal));
  }
  return parts;
}

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
