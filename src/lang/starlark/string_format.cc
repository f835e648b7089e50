#include "src/lang/starlark/string_format.h"

#include <algorithm>
#include <string>

#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/numbers.h"
#include "src/lang/starlark/operators.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/text.h"
#include "src/support/keyed_hash.h"
#include "src/support/utf8.h"

namespace kval::starlark {
namespace {

// `%` formatting.
class Interpolation {
 public:
  Interpolation(Interpreter& interpreter, std::string_view format, Value operand)
      : interpreter_(interpreter), format_(format), operand_(operand), tuple_(operand.As<Tuple>()) {}

  Outcome<Value> Run() {
    const size_t given = tuple_ ? tuple_->items().size() : 1;
    while (true) {
      const size_t percent = format_.find('%');
      out_ += format_.substr(0, percent);
      if (percent == std::string_view::npos) {
        break;
      }
      format_.remove_prefix(percent + 1);
      if (format_.starts_with('%')) {
        out_ += '%';
        format_.remove_prefix(1);
        continue;
      }
      Outcome<Value> argument = TakeArgument(given);
      if (!argument) {
        return argument;
      }
      if (Status converted = Convert(*argument); !converted) {
        return converted.Pass();
      }
      if (!interpreter_.heap().AllowsText(out_.size())) {
        return OutOfMemory(interpreter_.heap());
      }
      ++index_;
    }
    if (index_ < given) {
      return EvalFailure("too many arguments for format string");
    }
    return interpreter_.heap().NewString(std::move(out_));
  }

 private:
  Outcome<Value> TakeArgument(size_t given) {
    if (format_.starts_with('(')) {
      const size_t close = format_.find(')');
      if (close == std::string_view::npos) {
        return EvalFailure("incomplete format key");
      }
      const std::string key(format_.substr(1, close - 1));
      format_.remove_prefix(close + 1);
      return Lookup(key);
    }
    if (index_ >= given) {
      return EvalFailure("not enough arguments for format string");
    }
    return tuple_ ? tuple_->items()[index_] : operand_;
  }

  Outcome<Value> Lookup(const std::string& key) {
    if (const Struct* record = operand_.As<Struct>()) {
      const Value found = record->Find(key);
      return found.is_set() ? Outcome<Value>(found) : EvalFailure("key not found: " + key);
    }
    const Dict* dict = operand_.As<Dict>();
    if (!dict) {
      return EvalFailure("format requires a mapping");
    }
    Outcome<const Value*> found =
        dict->table().Find(interpreter_.heap().NewString(key), &interpreter_.heap().work());
    if (!found || !*found) {
      return EvalFailure("key not found: " + key);
    }
    return **found;
  }

  Status Convert(Value value) {
    if (format_.empty()) {
      return EvalFailure("incomplete format");
    }
    const char conversion = format_[0];
    format_.remove_prefix(1);
    switch (conversion) {
      case 's':
        out_ += Str(value);
        return Success{};
      case 'r':
        out_ += Repr(value);
        return Success{};
      case 'd':
      case 'i':
      case 'o':
      case 'x':
      case 'X':
        return ConvertInt(conversion, value);
      case 'e':
      case 'f':
      case 'g':
      case 'E':
      case 'F':
      case 'G':
        return ConvertFloat(conversion, value);
      case 'c':
        return ConvertCharacter(value);
      case '%':
        out_ += '%';
        return Success{};
      default:
        return EvalFailure("unknown conversion %" + std::string(1, conversion));
    }
  }

  Status ConvertInt(char conversion, Value value) {
    Outcome<Value> integer = NumberToInt(interpreter_.heap(), value);
    if (!integer) {
      return EvalFailure("%" + std::string(1, conversion) +
                         " format requires integer: " + integer.error().message);
    }
    const int base = conversion == 'o' ? 8 : conversion == 'x' || conversion == 'X' ? 16 : 10;
    std::string digits = IntText(*integer, base);
    if (conversion == 'X') {
      std::transform(digits.begin(), digits.end(), digits.begin(),
                     [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c; });
    }
    out_ += digits;
    return Success{};
  }

  Status ConvertFloat(char conversion, Value value) {
    if (!value.is_number()) {
      return EvalFailure("%" + std::string(1, conversion) + " format requires float, not " +
                         std::string(TypeName(value)));
    }
    const double real = value.is_float() ? value.real() : IntToDouble(value);
    const bool is_general = conversion == 'g' || conversion == 'G';
    out_ += is_general ? ShortestFloat(real, conversion == 'G') : FormatFloat(real, conversion);
    return Success{};
  }

  Status ConvertCharacter(Value value) {
    if (value.is_int()) {
      Outcome<int64_t> point = AsInt32(value);
      if (!point || *point < 0 || *point > 0x10FFFF) {
        return EvalFailure("%c format requires a valid Unicode code point, got " + BriefRepr(value));
      }
      utf8::Append(out_, static_cast<char32_t>(*point));
      return Success{};
    }
    if (!value.is_string()) {
      return EvalFailure("%c format requires int or single-character string, not " +
                         std::string(TypeName(value)));
    }
    const utf8::CodePoint character = utf8::Decode(value.text(), 0);
    if (character.length == 0 || character.length != value.text().size()) {
      return EvalFailure("%c format requires a single-character string");
    }
    // An invalid byte is written as its replacement character.
    utf8::Append(out_, character.value);
    return Success{};
  }

  Interpreter& interpreter_;
  std::string_view format_;
  Value operand_;
  const Tuple* tuple_;
  size_t index_ = 0;
  std::string out_;
};

// A replacement field: `name!conversion:spec`.
struct Field {
  std::string_view name;
  std::string_view conversion = "s";
  std::string_view spec;
};

Field ParseField(std::string_view text) {
  Field field;
  std::string_view rest = text;
  const size_t bang = text.find('!');
  if (bang != std::string_view::npos) {
    field.name = text.substr(0, bang);
    rest = text.substr(bang + 1);
  }
  const size_t colon = rest.find(':');
  const std::string_view head = rest.substr(0, colon);
  if (colon != std::string_view::npos) {
    field.spec = rest.substr(colon + 1);
  }
  (bang == std::string_view::npos ? field.name : field.conversion) = head;
  return field;
}

constexpr size_t kFewKeywords = 16;

class Format {
 public:
  explicit Format(const Call& call) : call_(call), format_(call.receiver.text()) {}

  Outcome<Value> Run() {
    while (true) {
      const size_t brace = format_.find('{');
      if (Status copied = Literal(format_.substr(0, brace)); !copied) {
        return copied.Pass();
      }
      if (brace == std::string_view::npos) {
        break;
      }
      format_.remove_prefix(brace + 1);
      if (format_.starts_with('{')) {
        out_ += '{';
        format_.remove_prefix(1);
        continue;
      }
      const size_t close = format_.find('}');
      if (close == std::string_view::npos) {
        return EvalFailure("format: unmatched '{' in format");
      }
      const Field field = ParseField(format_.substr(0, close));
      format_.remove_prefix(close + 1);
      if (Status replaced = Replace(field); !replaced) {
        return replaced.Pass();
      }
      if (!call_.interpreter.heap().AllowsText(out_.size())) {
        return OutOfMemory(call_.interpreter.heap());
      }
    }
    return call_.interpreter.heap().NewString(std::move(out_));
  }

 private:
  // `}}` is `}`.
  Status Literal(std::string_view text) {
    for (size_t at = text.find('}'); at != std::string_view::npos; at = text.find('}')) {
      if (at + 1 >= text.size() || text[at + 1] != '}') {
        return EvalFailure("format: single '}' in format");
      }
      out_ += text.substr(0, at + 1);
      text.remove_prefix(at + 2);
    }
    out_ += text;
    return Success{};
  }

  Status Replace(const Field& field) {
    Outcome<Value> argument = Argument(std::string(field.name));
    if (!argument) {
      return argument.Pass();
    }
    if (!field.spec.empty()) {
      return EvalFailure("format spec features not supported in replacement fields: " +
                         std::string(field.spec));
    }
    if (field.conversion == "s") {
      out_ += Str(*argument);
    } else if (field.conversion == "r") {
      out_ += Repr(*argument);
    } else {
      return EvalFailure("format: unknown conversion " + Quote(field.conversion));
    }
    return Success{};
  }

  Outcome<Value> Argument(const std::string& name) {
    const std::span<const Value> positional = call_.args.positional;
    if (name.empty()) {
      if (is_manual_) {
        return EvalFailure(
            "format: cannot switch from manual field specification to automatic field numbering");
      }
      is_automatic_ = true;
      return At(positional, index_++);
    }
    if (name.find_first_not_of("0123456789") == std::string::npos) {
      if (is_automatic_) {
        return EvalFailure(
            "format: cannot switch from automatic field numbering to manual field specification");
      }
      is_manual_ = true;
      return At(positional, name.size() > 9 ? positional.size() : std::stoul(name));
    }
    if (const Value found = Keyword(name); found.is_set()) {
      return found;
    }
    if (name.find('.') != std::string::npos) {
      return EvalFailure("format: attribute syntax x.y is not supported in replacement fields: " + name);
    }
    if (name.find('[') != std::string::npos) {
      return EvalFailure("format: element syntax a[i] is not supported in replacement fields: " + name);
    }
    if (name.find('{') != std::string::npos) {
      return EvalFailure("format: nested replacement fields not supported");
    }
    return EvalFailure("format: keyword " + name + " not found");
  }

  // Many are looked up.
  Value Keyword(std::string_view name) {
    const std::span<const KeywordArg> keywords = call_.args.keywords;
    if (keywords.size() <= kFewKeywords) {
      return call_.args.Keyword(name);
    }
    for (size_t i = 0; i < keywords.size() && (i > 0 || keywords_.empty()); ++i) {
      keywords_.emplace(keywords[i].name, i);
    }
    const auto found = keywords_.find(name);
    return found == keywords_.end() ? Value() : keywords[found->second].value;
  }

  static Outcome<Value> At(std::span<const Value> positional, size_t index) {
    if (index >= positional.size()) {
      return EvalFailure("format: tuple index out of range");
    }
    return positional[index];
  }

  const Call& call_;
  std::string_view format_;
  bool is_automatic_ = false;
  bool is_manual_ = false;
  size_t index_ = 0;
  TextMap<std::string_view, size_t> keywords_;  // built on first use; names of a call are distinct
  std::string out_;
};

}  // namespace

Outcome<Value> Interpolate(Interpreter& interpreter, std::string_view format, Value operand) {
  return Interpolation(interpreter, format, operand).Run();
}

Outcome<Value> FormatString(const Call& call) {
  return Format(call).Run();
}

}  // namespace kval::starlark
