#include "src/redaction/placeholder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include "src/redaction/secret_key_names.h"
#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::redaction {
namespace {

constexpr bool IsIn(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

// The role of a name: variables may contain digits (`OAUTH2_SECRET`), words for readers do not.
enum class Of : uint8_t { kVariable, kWords };

// A word as people write them: in one case or in camels' humps, its digits together.
bool IsWord(std::string_view word, Of of) {
  constexpr size_t kLongest = 24;
  size_t humps = 0;
  size_t numbers = 0;
  bool has_letters = false;
  for (size_t i = 0; i < word.size(); ++i) {
    const char before = i > 0 ? word[i - 1] : ' ';
    humps += IsLower(before) && IsUpper(word[i]) ? 1 : 0;
    numbers += IsDigit(word[i]) && !IsDigit(before) ? 1 : 0;
    has_letters = has_letters || IsLetter(word[i]);
  }
  if (!has_letters) {
    constexpr size_t kMostDigits = 3;
    return word.size() <= kMostDigits;
  }
  const size_t most_numbers = of == Of::kVariable ? 1 : 0;
  constexpr size_t kLettersOfHump = 3;
  return word.size() <= kLongest && numbers <= most_numbers && humps <= word.size() / kLettersOfHump;
}

// Words with separators between them: `DB_PASSWORD`, `vault:secret/db#password`, `your password here`.
bool IsName(std::string_view text, Of of) {
  size_t words = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && (IsLetter(text[end]) || IsDigit(text[end]))) {
      ++end;
    }
    if (end > at) {
      ++words;
      if (!IsWord(text.substr(at, end - at), of)) {
        return false;
      }
      at = end;
    } else if (IsIn(text[at], "_-./:#, ")) {
      ++at;
    } else {
      return false;
    }
  }
  return words > 0;
}

// Sources of template values.
bool IsSource(std::string_view word) {
  constexpr std::string_view kSources[] = {"env",  "var",    "vars",  "local", "data",  "secrets", "values",
                                           "each", "module", "vault", "ref",   "param", "params",  "self"};
  return std::find(std::begin(kSources), std::end(kSources), word) != std::end(kSources);
}

// A single word may be the secret itself, put between marks by who took them for quotes: `${hunter}`.
bool SaysWhatItIs(std::string_view text) {
  const size_t end = text.find_first_of(".:/");
  const bool has_source = end != std::string_view::npos && IsSource(text.substr(0, end));
  return has_source || IsSecretKey(text) || IsSecretMetadata(text);
}

bool IsAnyName(std::string_view text) {
  return IsName(text, Of::kVariable);
}

// An environment variable in capitals, or a name that refers to a secret or its source: `${db_password}`,
// `${var.db}`.
bool IsVariable(std::string_view text) {
  return IsAnyName(text) && (std::none_of(text.begin(), text.end(), IsLower) || SaysWhatItIs(text));
}

// A path, or a variable: `((db/password))`.
bool IsPath(std::string_view text) {
  return text.find('/') != std::string_view::npos ? IsAnyName(text) : IsVariable(text);
}

// A literal of an expression: the name of something, not the secret.
bool IsLiteral(std::string_view text) {
  const bool is_path = text.find_first_of("./") != std::string_view::npos;
  return text.empty() || IsSource(text) || (IsName(text, Of::kWords) && (is_path || IsVariable(text)));
}

// Words for readers, one of which requests input: `<your password>`, `<change me>`, `<DB_PASSWORD>`.
bool IsWords(std::string_view text) {
  constexpr std::string_view kQuestions[] = {"your",   "change",   "changeme",    "replace", "replaceme",
                                             "insert", "here",     "value",       "fill",    "todo",
                                             "hidden", "masked",   "redacted",    "unset",   "string",
                                             "base64", "generate", "placeholder", "none",    "empty"};
  if (!IsName(text, Of::kWords)) {
    return false;
  }
  bool scope = IsSecretKey(text) || IsSecretMetadata(text);
  for (size_t at = 0; at < text.size() && !scope;) {
    const auto is_of_word = [](char c) { return IsLetter(c) || IsDigit(c); };
    const auto end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_of_word);
    const std::string word = LowerCased({text.begin() + static_cast<std::ptrdiff_t>(at), end});
    scope = std::find(std::begin(kQuestions), std::end(kQuestions), word) != std::end(kQuestions);
    at = static_cast<size_t>(end - text.begin()) + 1;
  }
  return scope;
}

// An expression of Go's templates, Jinja or the like, whose names and literals are names.
bool IsExpression(std::string_view text) {
  // A name alone is a variable of Jinja or the like: `{{ db_password }}`, not `{{ hunter }}`.
  const size_t begin = std::min(text.find_first_not_of(" \t-"), text.size());
  const size_t last = text.find_last_not_of(" \t-");
  const std::string_view alone = text.substr(begin, begin == text.size() ? 0 : last + 1 - begin);
  if (std::all_of(alone.begin(), alone.end(), [](char c) { return IsLetter(c) || IsDigit(c) || c == '_'; })) {
    return IsVariable(alone);
  }
  bool has_name = false;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (IsIn(c, "\"'`")) {
      const size_t end = text.find(c, at + 1);
      if (end == std::string_view::npos || !IsLiteral(text.substr(at + 1, end - at - 1))) {
        return false;
      }
      at = end + 1;
    } else if (IsLetter(c) || IsDigit(c)) {
      const size_t end = std::min(text.find_first_of(" \t|()[],=$\"'`", at), text.size());
      if (!IsName(text.substr(at, end - at), Of::kVariable)) {
        return false;
      }
      has_name = has_name || IsLetter(c);
      at = end;
    } else if (IsIn(c, " \t.$|()[],:=-_")) {
      ++at;
    } else {
      return false;
    }
  }
  return has_name;
}

struct Marks {
  std::string_view begin;
  std::string_view end;
  bool (*holds)(std::string_view);
};

// `${NAME}`, `${env:NAME}`, `${vault:path/of#key}`; not one with a default: `${A:-x}`, `${A-x}`, `${a.b:x}`.
bool IsReference(std::string_view text) {
  constexpr size_t kLongestSource = 6;
  const size_t colon = text.find(':');
  const size_t dash = text.find('-');
  const bool has_source =
      colon == std::string_view::npos ||
      (colon + 1 < text.size() && text[colon + 1] != '-' &&
       (text.find('/', colon) != std::string_view::npos ||
        (colon <= kLongestSource &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), IsLower))));
  const bool is_default =
      dash != std::string_view::npos &&
      std::none_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(dash), IsLower);
  return has_source && !is_default && IsVariable(text);
}

// The longer before those that it begins with.
constexpr Marks kMarks[] = {
    {"${{", "}}", IsExpression}, {"{{", "}}", IsExpression}, {"${", "}", IsReference},
    {"$(", ")", IsVariable},     {"((", "))", IsPath},       {"(@", "@)", IsExpression},
    {"%(", ")s", IsAnyName},     {"%{", "}", IsVariable},    {"%", "%", IsVariable},
    {"<%", "%>", IsExpression},  {"<", ">", IsWords},        {"__", "__", IsVariable},
};

// Where the placeholder ends that begins at `at`; `at` itself when none does.
size_t EndOfOne(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  for (const Marks& marks : kMarks) {
    if (!rest.starts_with(marks.begin)) {
      continue;
    }
    const size_t end = rest.find(marks.end, marks.begin.size());
    if (end == std::string_view::npos) {
      continue;
    }
    const bool holds = marks.holds(rest.substr(marks.begin.size(), end - marks.begin.size()));
    return holds ? at + end + marks.end.size() : at;
  }
  if (rest.starts_with('$') && rest.size() > 1 && (IsLetter(rest[1]) || rest[1] == '_')) {
    const auto is_of_name = [](char c) { return IsLetter(c) || IsDigit(c) || c == '_'; };
    const auto end = std::find_if_not(rest.begin() + 1, rest.end(), is_of_name);
    const auto size = static_cast<size_t>(end - rest.begin());
    return IsVariable(rest.substr(1, size - 1)) ? at + size : at;
  }
  return at;
}

}  // namespace

bool IsPlaceholder(std::string_view text) {
  if (text.find_first_not_of('*') == std::string_view::npos || text == "%s") {
    return true;
  }
  bool has_any = false;
  for (size_t at = 0; at < text.size();) {
    const size_t end = EndOfOne(text, at);
    if (end > at) {
      has_any = true;
      at = end;
    } else if (has_any && IsIn(text[at], "-_.:/@ ")) {
      ++at;
    } else {
      return false;
    }
  }
  return has_any;
}

}  // namespace kval::redaction
