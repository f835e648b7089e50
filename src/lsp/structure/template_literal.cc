#include "src/lsp/structure/template_literal.h"

#include <algorithm>
#include <array>

#include "src/support/ascii.h"
#include "src/support/ascii_text.h"
#include "src/value/scalar_resolve.h"

namespace kval::lsp {
namespace {

constexpr size_t kNone = std::string_view::npos;
constexpr std::string_view kOpen = "{{";
constexpr std::string_view kClose = "}}";

// A line `  - key: value  # comment`, in offsets of the text.
struct Line {
  size_t begin = 0, end = 0;
  size_t content = 0;          // after spaces and dashes
  std::optional<size_t> dash;  // the column of the first one
  std::string_view key;        // without quotes; empty: there is none
  size_t value = 0;            // after the colon and spaces; the end of the line: no value

  size_t column() const { return content - begin; }
  bool is_empty() const { return content == end; }
};

Line ReadLine(std::string_view text, size_t at) {
  Line line;
  const size_t before = text.substr(0, at).rfind('\n');
  line.begin = before == kNone ? 0 : before + 1;
  line.end = std::min(text.find_first_of("\r\n", at), text.size());
  const std::string_view written = text.substr(line.begin, line.end - line.begin);
  size_t content = std::min(written.find_first_not_of(' '), written.size());
  while (written.substr(content).starts_with("- ")) {
    line.dash = line.dash.value_or(content);
    content = std::min(written.find_first_not_of(' ', content + 2), written.size());
  }
  line.content = line.value = line.begin + content;
  const bool is_other =
      content < written.size() && std::string_view("#{[&*!|>%@`").find(written[content]) != kNone;
  const bool is_quoted = content < written.size() && (written[content] == '"' || written[content] == '\'');
  const size_t quote = is_quoted ? written.find(written[content], content + 1) : content;
  if (is_other || quote == kNone) {
    return line;
  }
  for (size_t colon = written.find(':', quote); colon != kNone; colon = written.find(':', colon + 1)) {
    if (colon + 1 == written.size() || written[colon + 1] == ' ') {
      line.key = is_quoted ? written.substr(content + 1, quote - content - 1)
                           : written.substr(content, colon - content);
      line.value = line.begin + std::min(written.find_first_not_of(' ', colon + 1), written.size());
      break;
    }
  }
  return line;
}

// The lines above one, the nearest first.
std::vector<Line> LinesAbove(std::string_view text, const Line& from) {
  constexpr size_t kMost = 2000;
  std::vector<Line> lines;
  for (size_t begin = from.begin; begin > 0 && lines.size() < kMost; begin = lines.back().begin) {
    lines.push_back(ReadLine(text, begin - 1));
    if (text.substr(lines.back().begin).starts_with("---")) {
      lines.pop_back();
      break;
    }
  }
  return lines;
}

std::string_view WithoutQuotes(std::string_view text) {
  const bool is_quoted =
      text.size() > 1 && text.front() == text.back() && (text[0] == '"' || text[0] == '\'');
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

std::string_view Trimmed(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \r"), text.size());
  return text.substr(begin, text.find_last_not_of(" \r") + 1 - begin);
}

class LiteralFinder {
 public:
  LiteralFinder(std::string_view text, ByteRange selection)
      : text_(text), selection_(selection), line_(ReadLine(text, selection.begin)) {}

  std::optional<TemplateLiteral> Find() {
    const bool is_item = line_.key.empty() && line_.dash && !line_.is_empty();
    const bool has_value = !line_.key.empty() && line_.value < line_.end;
    if (selection_.end > line_.end || !(is_item || has_value) || IsInAction() || !FindScalar()) {
      return std::nullopt;
    }
    if (selection_.begin != selection_.end && !SelectPart()) {
      return std::nullopt;
    }
    found_.text = text_.substr(found_.range.begin, found_.range.end - found_.range.begin);
    const std::vector<Line> above = LinesAbove(text_, line_);
    AddComments(above);
    AddPath(above);
    return std::move(found_);
  }

 private:
  bool IsInAction() const {
    const std::string_view before = text_.substr(0, line_.content);
    const size_t open = before.rfind(kOpen), close = before.rfind(kClose);
    return open != kNone && (close == kNone || close < open);
  }

  // The scalar from `line_.value` on, and the comment behind it.
  bool FindScalar() {
    const std::string_view rest = text_.substr(line_.value, line_.end - line_.value);
    const bool is_quoted = rest.front() == '"' || rest.front() == '\'';
    size_t end = is_quoted ? rest.find(rest.front(), 1) : std::min(rest.find(" #"), rest.size());
    if (end == kNone || (!is_quoted && std::string_view("#{}[]&*!|>%@`,?").find(rest.front()) != kNone)) {
      return false;
    }
    const bool is_escaped = is_quoted && (rest.substr(0, end).find('\\') != kNone ||
                                          rest.substr(end + 1).starts_with(rest.front()));
    end = is_quoted ? end + 1 : rest.find_last_not_of(' ', end - 1) + 1;
    const std::string_view behind = Trimmed(rest.substr(end));
    found_.comment = behind;
    found_.range = {line_.value, line_.value + end};
    const std::string_view scalar = rest.substr(0, end);
    return !is_escaped && (behind.empty() || behind.front() == '#') && scalar.find(kOpen) == kNone &&
           scalar.find("#@") == kNone;
  }

  // A selection in the scalar, without spaces around it.
  bool SelectPart() {
    const std::string_view scalar = text_.substr(found_.range.begin, found_.range.end - found_.range.begin);
    const size_t quotes = WithoutQuotes(scalar).size() == scalar.size() ? 0 : 1;
    const ByteRange inside{found_.range.begin + quotes, found_.range.end - quotes};
    const bool is_around = selection_.begin <= inside.begin && selection_.end >= inside.end;
    if (is_around) {
      return true;
    }
    const bool is_inside = inside.begin <= selection_.begin && selection_.end <= inside.end;
    const std::string_view part = text_.substr(selection_.begin, selection_.end - selection_.begin);
    found_.is_part = true;
    found_.is_first_part = selection_.begin == inside.begin;
    found_.range = selection_;
    return is_inside && Trimmed(part) == part;
  }

  void AddComments(const std::vector<Line>& above) {
    for (const Line& line : above) {
      const std::string_view written = text_.substr(line.content, line.end - line.content);
      const bool is_comment = written.starts_with('#') && !written.starts_with("#@") && !line.dash;
      if (!is_comment || line.column() != (line_.dash ? *line_.dash : line_.column())) {
        break;
      }
      found_.comments.insert(found_.comments.begin(), std::string(written));
    }
  }

  void AddPath(const std::vector<Line>& above) {
    size_t column = line_.column();
    if (!line_.key.empty()) {
      found_.path.emplace_back(line_.key);
    }
    bool is_same_map = true;
    const auto enter_item = [&](size_t dash) {
      column = dash;
      is_same_map = false;
    };
    if (line_.dash) {
      enter_item(*line_.dash);
    }
    bool is_in_list = line_.dash.has_value();
    for (const Line& line : above) {
      if (line.key.empty()) {
        continue;
      }
      const bool has_value = line.value < line.end && text_[line.value] != '#';
      if (is_same_map && line.column() == column && line.key == "name" && has_value) {
        found_.name = WithoutQuotes(Trimmed(text_.substr(line.value, line.end - line.value)));
      }
      const bool is_parent = line.column() < column || (is_in_list && !has_value && line.column() == column);
      if (is_parent) {
        found_.path.insert(found_.path.begin(), std::string(line.key));
        column = line.column();
        is_same_map = is_in_list = false;
      }
      if (line.dash && *line.dash < column && line.column() == column) {
        enter_item(*line.dash);
        is_in_list = true;
      }
      if (line.column() == 0 && line.key == "kind" && has_value) {
        found_.kind = Trimmed(text_.substr(line.value, line.end - line.value));
      }
    }
  }

  std::string_view text_;
  ByteRange selection_;
  Line line_;
  TemplateLiteral found_;
};

// Words of a name: `LOG_LEVEL`, `logLevel` and `log-level` have two.
std::vector<std::string> WordsOf(std::string_view name) {
  std::vector<std::string> words;
  bool is_new = true;
  for (size_t i = 0; i < name.size(); ++i) {
    if (!IsAlnum(name[i])) {
      is_new = true;
      continue;
    }
    const bool is_second = i > 0 && IsUpper(name[i]) && (IsLower(name[i - 1]) || IsDigit(name[i - 1]));
    if (is_new || is_second) {
      words.emplace_back();
    }
    words.back() += ToLower(name[i]);
    is_new = false;
  }
  return words;
}

// Names that code cannot read as `.name`, or that YAML does not read as strings.
bool IsReserved(std::string_view name) {
  constexpr std::array<std::string_view, 21> kWords = {
      "and", "as",     "break", "continue", "def", "elif", "else",   "except", "finally", "for", "if",
      "in",  "lambda", "load",  "not",      "or",  "pass", "return", "try",    "while",   "with"};
  return std::find(kWords.begin(), kWords.end(), name) != kWords.end() ||
         value::Resolve(value::Dialect::kYtt, name).kind != value::Kind::kString;
}

std::string Joined(const std::vector<std::string>& words, NameStyle style) {
  constexpr char kToUpper = 'a' - 'A';
  std::string name;
  for (std::string word : words) {
    if (style == NameStyle::kSnakeCase) {
      name += (name.empty() ? "" : "_") + word;
      continue;
    }
    word[0] = static_cast<char>(word[0] - (!name.empty() && IsLower(word[0]) ? kToUpper : 0));
    name += word;
  }
  return name;
}

std::string NameFrom(std::string_view key, NameStyle style) {
  key.remove_prefix(key.rfind('/') == kNone ? 0 : key.rfind('/') + 1);
  std::vector<std::string> words = WordsOf(key);
  const std::string name = Joined(words, style);
  if (!name.empty() && !IsDigit(name.front()) && !IsReserved(name)) {
    return name;
  }
  words.insert(words.begin(), "value");
  return Joined(words, style);
}

bool IsStructural(std::string_view key) {
  constexpr std::array<std::string_view, 9> kKeys = {"spec",       "template",       "metadata",
                                                     "data",       "stringData",     "jobTemplate",
                                                     "containers", "initContainers", "volumeClaimTemplates"};
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

bool IsWorkload(std::string_view kind) {
  constexpr std::array<std::string_view, 9> kKinds = {
      "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Pod", "Job", "CronJob", "ConfigMap", "Secret"};
  return kind.empty() || std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end();
}

}  // namespace

std::optional<TemplateLiteral> FindTemplateLiteral(std::string_view text, ByteRange selection) {
  return LiteralFinder(text, selection).Find();
}

std::vector<std::vector<std::string>> ProposePaths(const TemplateLiteral& literal, NameStyle style) {
  std::vector<std::string> path;
  for (size_t i = 0; i < literal.path.size(); ++i) {
    const bool is_last = i + 1 == literal.path.size();
    const bool is_named = is_last && literal.path[i] == "value" && !literal.name.empty();
    if (is_last || !IsStructural(literal.path[i])) {
      path.push_back(NameFrom(is_named ? literal.name : literal.path[i], style));
    }
  }
  if (path.empty()) {
    path.push_back(NameFrom("value", style));
  }
  if (literal.is_part && path.back() == "image") {
    path.emplace_back(literal.is_first_part ? "repository" : "tag");
  }
  std::vector<std::vector<std::string>> proposed;
  if (!IsWorkload(literal.kind)) {
    path.insert(path.begin(), NameFrom(literal.kind, style));
  }
  proposed.push_back(path);
  if (IsWorkload(literal.kind) && !literal.kind.empty()) {
    proposed.push_back(path);
    proposed.back().insert(proposed.back().begin(), NameFrom(literal.kind, style));
  }
  std::string joined;
  for (const std::string& name : path) {
    joined += "-" + name;
  }
  proposed.push_back({NameFrom(joined, style)});
  for (char number = '2'; number <= '9'; ++number) {
    proposed.push_back({NameFrom(joined, style) + number});
  }
  return proposed;
}

}  // namespace kval::lsp
