#include "src/lang/gotemplate/print.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "src/lang/gotemplate/printer.h"
#include "src/support/ascii.h"
#include "src/support/utf8.h"

namespace kval::gotemplate {

namespace {

constexpr int kLargest = 1'000'000;  // width, precision and index

struct ParsedNumber {
  int value = 0;
  bool found = false;
};

// Decimal digits at `*at`. A number that is too large takes all of `text` and counts as missing.
ParsedNumber TakeNumber(std::string_view text, size_t* at) {
  ParsedNumber number;
  for (; *at < text.size() && IsDigit(text[*at]); ++*at) {
    if (number.value > kLargest) {
      *at = text.size();
      return {};
    }
    number.value = number.value * 10 + (text[*at] - '0');
    number.found = true;
  }
  return number;
}

// The value that a template passes to fmt for `value`. `dereferenced` is storage for a type.
Value Printable(const Value& value, Type* dereferenced) {
  if (value.is_untyped_nil()) {
    return Value::Text("<no value>");
  }
  if (value.is(Kind::kObject) && value.type()->is_pointer && !value.is_nil() &&
      value.type()->append_text == nullptr) {
    *dereferenced = *value.type();
    dereferenced->is_pointer = false;
    dereferenced->name.remove_prefix(1);
    return Value::Of(*dereferenced, value.object());
  }
  return value.Held();
}

}  // namespace

// `%[flags][index][width][.precision][index]verb`.
class Printer::Directive {
 public:
  Directive(Printer& printer, std::string_view format, std::span<const Value> args)
      : printer_(printer), format_(format), args_(args) {}

  void Run() {
    while (at_ < format_.size()) {
      const size_t percent = std::min(format_.find('%', at_), format_.size());
      printer_.Write(format_.substr(at_, percent - at_));
      at_ = percent + 1;
      if (percent == format_.size() || !Verb()) {
        break;
      }
    }
    if (!is_reordered_ && next_ < args_.size()) {
      printer_.flags() = {};
      printer_.Extra(args_.subspan(next_));
    }
  }

 private:
  FormatFlags& flags() { return printer_.flags(); }

  bool Verb() {
    is_good_index_ = true;
    printer_.flags() = {};
    Flags();
    Index();
    Width();
    Precision();
    if (!after_index_) {
      Index();
    }
    if (at_ >= format_.size()) {
      printer_.Write("%!(NOVERB)");
      return false;
    }
    const utf8::CodePoint verb = utf8::Decode(format_, at_);
    at_ += verb.length;
    if (verb.value == '%') {
      printer_.Write("%");
    } else if (!is_good_index_ || next_ >= args_.size()) {
      printer_.Write("%!");
      printer_.WriteVerb(verb.value);
      printer_.Write(is_good_index_ ? "(MISSING)" : "(BADINDEX)");
    } else {
      Print(verb.value);
    }
    return true;
  }

  void Print(char32_t verb) {
    if (verb == 'v' || verb == 'w') {
      flags().sharp_v = flags().sharp;
      flags().plus_v = flags().plus;
      flags().sharp = flags().plus = false;
    }
    printer_.Argument(args_[next_++], verb);
  }

  void Flags() {
    for (; at_ < format_.size(); ++at_) {
      switch (format_[at_]) {
        case '#':
          flags().sharp = true;
          break;
        case '0':
          flags().zero = true;
          break;
        case '+':
          flags().plus = true;
          break;
        case '-':
          flags().minus = true;
          break;
        case ' ':
          flags().space = true;
          break;
        default:
          return;
      }
    }
  }

  // `[3]` selects the next argument.
  void Index() {
    after_index_ = false;
    if (at_ >= format_.size() || format_[at_] != '[') {
      return;
    }
    is_reordered_ = true;
    const size_t close = format_.find(']', at_);
    if (close == std::string_view::npos || format_.size() - at_ < 3) {
      is_good_index_ = false;
      ++at_;
      return;
    }
    const std::string_view inside = format_.substr(0, close);
    size_t end = at_ + 1;
    const ParsedNumber number = TakeNumber(inside, &end);
    at_ = close + 1;
    if (!number.found || end != close) {
      is_good_index_ = false;
      return;
    }
    after_index_ = true;
    if (number.value >= 1 && static_cast<size_t>(number.value) <= args_.size()) {
      next_ = static_cast<size_t>(number.value) - 1;
    } else {
      is_good_index_ = false;
    }
  }

  // The argument for `*`.
  ParsedNumber NumberFromArgument() {
    ParsedNumber number;
    if (next_ >= args_.size()) {
      return number;
    }
    const Value& arg = args_[next_++];
    const bool is_number = arg.is(Kind::kInt) || (arg.is(Kind::kUint) && arg.integer() >= 0);
    if (is_number && arg.integer() <= kLargest && arg.integer() >= -kLargest) {
      number = {static_cast<int>(arg.integer()), true};
    }
    return number;
  }

  void Width() {
    ParsedNumber width;
    if (at_ < format_.size() && format_[at_] == '*') {
      ++at_;
      width = NumberFromArgument();
      if (!width.found) {
        printer_.Write("%!(BADWIDTH)");
      }
      if (width.value < 0) {
        width.value = -width.value;
        flags().minus = true;
        flags().zero = false;
      }
      after_index_ = false;
    } else {
      width = TakeNumber(format_, &at_);
      if (after_index_ && width.found) {
        is_good_index_ = false;
      }
    }
    flags().width = width.value;
    flags().has_width = width.found;
  }

  void Precision() {
    if (at_ + 1 >= format_.size() || format_[at_] != '.') {
      return;
    }
    ++at_;
    if (after_index_) {
      is_good_index_ = false;
    }
    Index();
    if (at_ < format_.size() && format_[at_] == '*') {
      ++at_;
      const ParsedNumber precision = NumberFromArgument();
      flags().has_precision = precision.found && precision.value >= 0;
      flags().precision = flags().has_precision ? precision.value : 0;
      if (!flags().has_precision) {
        printer_.Write("%!(BADPREC)");
      }
      after_index_ = false;
    } else {
      const ParsedNumber precision = TakeNumber(format_, &at_);
      flags().precision = precision.value;
      flags().has_precision = true;
    }
  }

  Printer& printer_;
  std::string_view format_;
  std::span<const Value> args_;
  size_t at_ = 0;
  size_t next_ = 0;  // argument
  bool after_index_ = false;
  bool is_good_index_ = true;
  bool is_reordered_ = false;
};

void Printer::Format(std::string_view format, std::span<const Value> args) {
  Directive(*this, format, args).Run();
}

void Printer::Extra(std::span<const Value> args) {
  Write("%!(EXTRA ");
  for (const Value& arg : args) {
    if (&arg != args.data()) {
      Write(", ");
    }
    if (arg.is_untyped_nil()) {
      Write("<nil>");
    } else {
      Write(arg.type()->name);
      Write("=");
      Argument(arg, 'v');
    }
  }
  Write(")");
}

void AppendSprint(std::span<const Value> args, TextBuffer* out) {
  Printer printer(out);
  bool after_string = true;
  for (const Value& arg : args) {
    const bool is_string = arg.is(Kind::kString);
    if (&arg != args.data() && !is_string && !after_string) {
      out->Append(" ");
    }
    printer.Argument(arg, 'v');
    after_string = is_string;
  }
}

void AppendSprintln(std::span<const Value> args, TextBuffer* out) {
  Printer printer(out);
  for (const Value& arg : args) {
    if (&arg != args.data()) {
      out->Append(" ");
    }
    printer.Argument(arg, 'v');
  }
  out->Append("\n");
}

void AppendSprintf(std::string_view format, std::span<const Value> args, TextBuffer* out) {
  Printer(out).Format(format, args);
}

void AppendPrinted(const Value& value, TextBuffer* out) {
  if (value.is(Kind::kString) && value.type()->append_text == nullptr) {
    out->Append(value.text());
    return;
  }
  Type dereferenced = kAnyType;
  Printer(out).Argument(Printable(value, &dereferenced), 'v');
}

void AppendPrinted(std::span<const Value> args, TextBuffer* out) {
  std::vector<Type> types(args.size(), kAnyType);
  std::vector<Value> printable;
  for (size_t index = 0; index < args.size(); ++index) {
    printable.push_back(Printable(args[index], &types[index]));
  }
  AppendSprint(printable, out);
}

std::string Sprint(const Value& value) {
  TextBuffer out(std::numeric_limits<size_t>::max());
  AppendSprint(std::span<const Value>(&value, 1), &out);
  return std::move(out.text());
}

}  // namespace kval::gotemplate
