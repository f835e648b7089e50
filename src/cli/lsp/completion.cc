#include "src/cli/lsp/completion.h"

#include <algorithm>

#include "src/support/ascii.h"

namespace kval::cli {
namespace {

using lsp::CompletionContext;
using lsp::CompletionItem;
using lsp::CompletionItemKind;

// Title and text in Markdown.
std::string Described(const api::KeyInfo& key) {
  return key.title + (key.title.empty() || key.text.empty() ? "" : "\n\n") + key.text;
}

// The text that replaces a key's word: with the colon, and what follows it.
std::string KeyText(const CompletionContext& typed, const api::KeyInfo& key) {
  if (typed.quote != 0) {
    return key.key;
  }
  if (typed.has_colon) {
    return WrittenKey(key.key);
  }
  if (typed.is_flow) {
    return WrittenKey(key.key) + ": " + key.default_value;
  }
  return BlockEntry(key, typed.indentation);
}

// Keys that are not there yet, and the one that is being typed.
void AddKeys(const CompletionContext& typed, const api::SchemaInfo& info,
             std::vector<CompletionItem>& items) {
  const std::string now = info.path.empty() ? std::string() : info.path.back().key;
  for (const api::KeyInfo& key : info.sibling_keys) {
    if (!key.key.empty() && (!key.is_present || key.key == now)) {
      items.push_back({key.key, KeyText(typed, key), CompletionItemKind::kProperty, key.is_required, key.type,
                       Described(key)});
    }
  }
}

// The text that replaces a value's word. Within quotes only strings are possible, without their quotes.
std::optional<std::string> ValueText(const CompletionContext& typed, const std::string& value) {
  const bool is_quoted = value.size() > 1 && (value.front() == '"' || value.front() == '\'');
  if (typed.quote == 0) {
    return (typed.needs_blank ? " " : "") + value;
  }
  if (is_quoted && value.find_first_of("\\'\"", 1) != value.size() - 1) {
    return std::nullopt;  // it would have to be escaped in another way
  }
  return is_quoted ? value.substr(1, value.size() - 2) : value;
}

void AddValues(const CompletionContext& typed, const api::SchemaInfo& info,
               std::vector<CompletionItem>& items) {
  const std::vector<std::string>& allowed = info.allowed_values;
  for (const std::string& value : allowed) {
    AddValue(typed, value, CompletionItemKind::kEnumMember, value == info.default_value ? "default" : "",
             items);
  }
  const bool has_default = !info.default_value.empty() && info.default_value != R"("")";
  if (has_default && std::find(allowed.begin(), allowed.end(), info.default_value) == allowed.end()) {
    AddValue(typed, info.default_value, CompletionItemKind::kValue, "default", items);
  }
}

// Names, and strings that need quotes in YAML only because they are like another value, such as `off`, are
// shown without them.
std::string LabelOf(const std::string& value, CompletionItemKind kind) {
  const bool is_quoted = value.size() > 2 && value.front() == '"' && value.back() == '"';
  const bool is_name = kind == CompletionItemKind::kReference;
  return is_quoted && (is_name || std::all_of(value.begin() + 1, value.end() - 1, IsLetter))
             ? value.substr(1, value.size() - 2)
             : value;
}

constexpr std::string_view kDataValues = "data.values.";
constexpr std::string_view kItem = "[]";

bool IsInName(char c) {
  return IsAlnum(c) || c == '_';
}

// Replaces the variable of a loop above, `for name in data.values.list:`, at the beginning of a path by the
// items of its list. Loops in loops: up to four.
std::string InDataValues(std::string path, std::string_view above) {
  constexpr int kMostLoops = 4;
  for (int left = kMostLoops; left > 0 && !path.starts_with(kDataValues); --left) {
    const size_t end = std::min(path.find('.'), path.size());
    const std::string loop = "for " + path.substr(0, end) + " in ";
    const size_t at = above.rfind(loop);
    if (at == std::string_view::npos) {
      return path;
    }
    const size_t begin = at + loop.size();
    size_t last = begin;
    while (last < above.size() && (IsInName(above[last]) || above[last] == '.')) {
      ++last;
    }
    path = std::string(above.substr(begin, last - begin)) + "." + std::string(kItem) + path.substr(end);
    above = above.substr(0, at);
  }
  return path;
}

}  // namespace

std::string WrittenKey(const std::string& key) {
  const bool needs_quotes =
      std::string_view("*&!%@`'\"#|>[]{},?").find(key.front()) != std::string_view::npos;
  return needs_quotes && key.find('\'') == std::string::npos ? "'" + key + "'" : key;
}

std::string BlockEntry(const api::KeyInfo& key, size_t indentation) {
  std::string text = WrittenKey(key.key) + ":";
  for (const char c : key.skeleton) {
    text += c;
    text += c == '\n' ? std::string(indentation, ' ') : "";
  }
  return text;
}

void AddValue(const CompletionContext& typed, const std::string& value, CompletionItemKind kind,
              const std::string& detail, std::vector<CompletionItem>& items) {
  if (const std::optional<std::string> text = ValueText(typed, value)) {
    items.push_back({LabelOf(value, kind), *text, kind, false, detail, {}});
  }
}

void AddSchemaCompletions(const CompletionContext& typed, const api::SchemaInfo& info,
                          std::vector<CompletionItem>& items) {
  const bool is_key = typed.part == CompletionContext::Part::kKey;
  // Elsewhere the word is no entry, but a line of a text.
  if (is_key && info.key && info.key.begin == typed.at) {
    AddKeys(typed, info, items);
  } else if (!is_key && info.value.begin == typed.at) {
    AddValues(typed, info, items);
  }
}

std::optional<DataValuesWord> FindDataValuesWord(std::string_view text, size_t at) {
  constexpr std::string_view kMark = "#@";
  constexpr std::string_view kInline = "(@";
  const size_t before = text.substr(0, at).rfind('\n');
  const size_t line = before == std::string_view::npos ? 0 : before + 1;
  size_t first = at;
  while (first > line && (IsInName(text[first - 1]) || text[first - 1] == '.')) {
    --first;
  }
  const std::string_view before_path = text.substr(line, first - line);
  const bool is_code = before_path.find(kMark) != std::string_view::npos ||
                       before_path.rfind(kInline) != std::string_view::npos;
  const size_t dot = text.substr(first, at - first).rfind('.');
  if (!is_code || dot == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string path = InDataValues(std::string(text.substr(first, dot)), text.substr(0, line));
  if (!(path + ".").starts_with(kDataValues)) {
    return std::nullopt;
  }
  DataValuesWord word;
  word.begin = word.end = first + dot + 1;
  while (word.end < text.size() && IsInName(text[word.end])) {
    ++word.end;
  }
  std::string indentation;
  for (size_t name = kDataValues.size(); name < path.size();) {
    const size_t end = std::min(path.find('.', name), path.size());
    const std::string step = path.substr(name, end - name);
    word.document += step == kItem ? indentation + "-\n" : indentation + step + ":\n";
    indentation += "  ";
    name = end + 1;
  }
  word.at = word.document.size() + indentation.size();
  word.document += indentation + "_:\n";
  return word;
}

void AddDataValues(const api::SchemaInfo& info, std::vector<CompletionItem>& items) {
  for (const api::KeyInfo& key : info.sibling_keys) {
    const bool is_name = std::all_of(key.key.begin(), key.key.end(), IsInName);
    if (is_name && !key.is_present) {
      items.push_back({key.key, key.key, CompletionItemKind::kProperty, false, key.type, Described(key)});
    }
  }
}

}  // namespace kval::cli
