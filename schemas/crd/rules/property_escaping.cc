#include "schemas/crd/rules/property_escaping.h"

#include <algorithm>

#include "src/support/ascii.h"

namespace kval::schemas::crd::rules {
namespace {

constexpr std::string_view kReserved[] = {"true",   "false",    "null", "in",      "as",        "break",
                                          "const",  "continue", "else", "for",     "function",  "if",
                                          "import", "let",      "loop", "package", "namespace", "return",
                                          "var",    "void",     "while"};

struct EscapedName {
  std::string_view text;
  std::string_view escaped;
};
constexpr EscapedName kSpellings[] = {
    {"__", "__underscores__"}, {".", "__dot__"}, {"-", "__dash__"}, {"/", "__slash__"}};

bool IsReserved(std::string_view name) {
  return std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
}

bool IsNamePart(char c) {
  return IsAlnum(c) || c == '_';
}

}  // namespace

std::optional<std::string> EscapePropertyName(std::string_view property) {
  if (property.empty() || (property[0] >= '0' && property[0] <= '9')) {
    return std::nullopt;
  }
  if (IsReserved(property)) {
    return "__" + std::string(property) + "__";
  }
  std::string name;
  while (!property.empty()) {
    const auto* known =
        std::find_if(std::begin(kSpellings), std::end(kSpellings),
                     [&](const EscapedName& spelling) { return property.starts_with(spelling.text); });
    if (known != std::end(kSpellings)) {
      name += known->escaped;
      property.remove_prefix(known->text.size());
    } else if (IsNamePart(property[0])) {
      name += property[0];
      property.remove_prefix(1);
    } else {
      return std::nullopt;
    }
  }
  return name;
}

std::optional<std::string> UnescapePropertyName(std::string_view name) {
  if (name.starts_with("__") && name.ends_with("__") && name.size() > 4 &&
      IsReserved(name.substr(2, name.size() - 4))) {
    return std::string(name.substr(2, name.size() - 4));
  }
  std::string property;
  while (!name.empty()) {
    if (!name.starts_with("__")) {
      property += name[0];
      name.remove_prefix(1);
      continue;
    }
    const auto* known =
        std::find_if(std::begin(kSpellings), std::end(kSpellings),
                     [&](const EscapedName& spelling) { return name.starts_with(spelling.escaped); });
    if (known == std::end(kSpellings)) {
      return std::nullopt;
    }
    property += known->text;
    name.remove_prefix(known->escaped.size());
  }
  return property;
}

}  // namespace kval::schemas::crd::rules
