#include <algorithm>
#include <vector>

#include "src/formats/format.h"
#include "src/lang/cel/library/library.h"
#include "src/lang/cel/library/named_formats.h"
#include "src/lang/lex/cursor.h"
#include "src/support/ascii.h"

// The formats of names and their words: apimachinery, pkg/util/validation/validation.go and
// pkg/api/validation.
namespace kval::cel {
namespace {

using Errors = std::vector<std::string>;

constexpr std::string_view kLabel = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
constexpr std::string_view kLabelWords =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start "
    "and end with "
    "an alphanumeric character";
constexpr std::string_view kSubdomainWords =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must "
    "start and "
    "end with an alphanumeric character";
constexpr std::string_view kLabel1035Words =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic "
    "character, "
    "and end with an alphanumeric character";
constexpr std::string_view kQualifiedWords =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
    "character";
constexpr std::string_view kValueWords =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must "
    "start and "
    "end with an alphanumeric character";

std::string TooLong(size_t most) {
  return "must be no more than " + std::to_string(most) + " bytes";
}

std::string Wrong(std::string_view words, std::string_view pattern,
                  std::initializer_list<std::string_view> examples) {
  std::string text = std::string(words) + " (e.g. ";
  bool is_first = true;
  for (const std::string_view example : examples) {
    text += (is_first ? "'" : " or '") + std::string(example) + "', ";
    is_first = false;
  }
  return text + "regex used for validation is '" + std::string(pattern) + "')";
}

bool IsLowerOrDigit(char c) {
  return (c >= 'a' && c <= 'z') || IsDigit(c);
}

bool IsLabel(std::string_view text) {
  return !text.empty() && IsLowerOrDigit(text.front()) && IsLowerOrDigit(text.back()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return IsLowerOrDigit(c) || c == '-'; });
}

bool IsSubdomain(std::string_view text) {
  while (true) {
    const size_t dot = text.find('.');
    if (!IsLabel(text.substr(0, dot))) {
      return false;
    }
    if (dot == std::string_view::npos) {
      return true;
    }
    text.remove_prefix(dot + 1);
  }
}

bool IsName(std::string_view text) {
  return !text.empty() && IsAlnum(text.front()) && IsAlnum(text.back()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return IsAlnum(c) || c == '-' || c == '_' || c == '.'; });
}

// A prefix of a name may end with a character that is valid only inside a name.
std::string Whole(std::string_view text, bool is_prefix) {
  if (is_prefix && text.size() > 1 && text.ends_with('-')) {
    return std::string(text.substr(0, text.size() - 2)) + "a";
  }
  return std::string(text);
}

template <bool IsPrefix>
Errors Label(std::string_view given) {
  const std::string text = Whole(given, IsPrefix);
  Errors errors;
  if (text.size() > 63) {
    errors.push_back(TooLong(63));
  }
  if (!IsLabel(text)) {
    errors.push_back(IsSubdomain(text) ? "must not contain dots"
                                       : Wrong(kLabelWords, kLabel, {"my-name", "123-abc"}));
  }
  return errors;
}

template <bool IsPrefix>
Errors Subdomain(std::string_view given) {
  const std::string text = Whole(given, IsPrefix);
  Errors errors;
  if (text.size() > 253) {
    errors.push_back(TooLong(253));
  }
  if (!IsSubdomain(text)) {
    const std::string pattern = std::string(kLabel) + "(\\." + std::string(kLabel) + ")*";
    errors.push_back(Wrong(kSubdomainWords, pattern, {"example.com"}));
  }
  return errors;
}

template <bool IsPrefix>
Errors Label1035(std::string_view given) {
  const std::string text = Whole(given, IsPrefix);
  Errors errors;
  if (text.size() > 63) {
    errors.push_back(TooLong(63));
  }
  if (!IsLabel(text) || IsDigit(text[0])) {
    errors.push_back(Wrong(kLabel1035Words, "[a-z]([-a-z0-9]*[a-z0-9])?", {"my-name", "abc-123"}));
  }
  return errors;
}

Errors QualifiedName(std::string_view text) {
  constexpr std::string_view kPattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  const auto words = [&](std::string_view start) {
    return std::string(start) + Wrong(kQualifiedWords, kPattern, {"MyName", "my.name", "123-abc"});
  };
  const auto slashes = std::count(text.begin(), text.end(), '/');
  if (slashes > 1) {
    return {words("a valid label key ") +
            " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"};
  }
  Errors errors;
  std::string_view name = text;
  if (slashes == 1) {
    const std::string_view prefix = text.substr(0, text.find('/'));
    name = text.substr(prefix.size() + 1);
    if (prefix.empty()) {
      errors.push_back("prefix part must be non-empty");
    } else {
      for (const std::string& error : Subdomain<false>(prefix)) {
        errors.push_back("prefix part " + error);
      }
    }
  }
  if (name.empty()) {
    errors.push_back("name part must be non-empty");
  } else if (name.size() > 63) {
    errors.push_back("name part " + TooLong(63));
  }
  if (!IsName(name)) {
    errors.push_back(words("name part "));
  }
  return errors;
}

Errors LabelValue(std::string_view text) {
  Errors errors;
  if (text.size() > 63) {
    errors.push_back(TooLong(63));
  }
  if (!text.empty() && !IsName(text)) {
    errors.push_back(
        Wrong(kValueWords, "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?", {"MyValue", "my_value", "12345"}));
  }
  return errors;
}

Errors Asserted(std::string_view format, std::string_view text, std::string_view words) {
  std::string why;
  const formats::FormatEntry* entry = formats::Find(format, formats::FormatDialect::kKubernetes);
  if (entry == nullptr || entry->check(text, &why)) {
    return {};
  }
  return {words.empty() ? "parse \"" + std::string(text) + "\": " + why : std::string(words)};
}

Errors Uri(std::string_view text) {
  return Asserted("uri", text, {});
}
Errors Uuid(std::string_view text) {
  return Asserted("uuid", text, "does not match the UUID format");
}
Errors Byte(std::string_view text) {
  return Asserted("byte", text, "invalid base64");
}
Errors Date(std::string_view text) {
  return Asserted("date", text, "invalid date");
}
Errors DateTime(std::string_view text) {
  return Asserted("date-time", text, "invalid datetime");
}

constexpr NamedFormat kFormats[] = {
    {"DNS1123Label", "dns1123Label", 30, Label<false>},
    {"DNS1123Subdomain", "dns1123Subdomain", 60, Subdomain<false>},
    {"DNS1035Label", "dns1035Label", 30, Label1035<false>},
    {"QualifiedName", "qualifiedName", 60, QualifiedName},
    {"DNS1123LabelPrefix", "dns1123LabelPrefix", 30, Label<true>},
    {"DNS1123SubdomainPrefix", "dns1123SubdomainPrefix", 60, Subdomain<true>},
    {"DNS1035LabelPrefix", "dns1035LabelPrefix", 30, Label1035<true>},
    {"LabelValue", "labelValue", 40, LabelValue},
    {"URI", "uri", 1103, Uri},
    {"uuid", "uuid", 72, Uuid},
    {"byte", "byte", 84, Byte},
    {"date", "date", 72, Date},
    {"datetime", "datetime", 72, DateTime},
};

const NamedFormat* FindFormat(std::string_view function) {
  for (const NamedFormat& format : kFormats) {
    if (format.function == function) {
      return &format;
    }
  }
  return nullptr;
}

// `format.dns1123Label()`
Value Constant(Call& call) {
  return Value::Of(FindFormat(call.overload.function.substr(call.overload.function.find('.') + 1)));
}

Value Named(Call& call) {
  const NamedFormat* format = FindFormat(call.args[0].text());
  return format == nullptr ? Value::Optional(nullptr) : call.context.NewOptional(Value::Of(format));
}

Value Validate(Call& call) {
  std::vector<Value> items;
  for (const std::string& error : call.args[0].format().validate(call.args[1].text())) {
    items.push_back(call.context.NewString(error));
  }
  return items.empty() ? Value::Optional(nullptr) : call.context.NewOptional(call.context.NewList(items));
}

uint64_t CostOfValidate(const Call& call, const Value&) {
  return PassCost(1 + SizeForCost(call.args[1])) * PassCost(call.args[0].format().regex_size, 0.25);
}

constexpr LibraryEntry kFormatsEntries[] = {
    {"format.dns1123Label", false, "-> format", Constant},
    {"format.dns1123Subdomain", false, "-> format", Constant},
    {"format.dns1035Label", false, "-> format", Constant},
    {"format.qualifiedName", false, "-> format", Constant},
    {"format.dns1123LabelPrefix", false, "-> format", Constant},
    {"format.dns1123SubdomainPrefix", false, "-> format", Constant},
    {"format.dns1035LabelPrefix", false, "-> format", Constant},
    {"format.labelValue", false, "-> format", Constant},
    {"format.uri", false, "-> format", Constant},
    {"format.uuid", false, "-> format", Constant},
    {"format.byte", false, "-> format", Constant},
    {"format.date", false, "-> format", Constant},
    {"format.datetime", false, "-> format", Constant},
    {"format.named", false, "string -> optional(format)", Named},
    {"validate", true, "format, string -> optional(list(string))", Validate, CostOfValidate},
};

}  // namespace

std::span<const LibraryEntry> FormatFunctions() {
  return kFormatsEntries;
}

}  // namespace kval::cel
