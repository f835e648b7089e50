#include "schemas/infer/descriptions.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "src/support/ascii.h"

namespace kval::schemas::infer {
namespace {

using Text = std::string_view;

constexpr int kDescriptionsDepthLimit = 200;
constexpr size_t kLongest = 1000;

Text Trimmed(Text text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == Text::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// `## text` without its marks. Nothing for code and annotations of templates.
std::optional<Text> ContentOf(Text comment) {
  if (comment.starts_with("#@")) {
    return std::nullopt;
  }
  comment.remove_prefix(std::min(comment.find_first_not_of('#'), comment.size()));
  if (comment.starts_with("!")) {
    comment.remove_prefix(1);
  }
  return Trimmed(comment);
}

bool IsNameCharacter(char c) {
  return IsAlnum(c) || c == '_' || c == '-' || c == '.' || c == '/' || c == '"' || c == '\'';
}

// `key: value`, `- item`, `{`, `]`.
bool LooksLikeYaml(Text line) {
  if (line.starts_with("- ") || line == "-" || line.find_first_of("{}[]") == 0) {
    return true;
  }
  size_t end = 0;
  while (end < line.size() && IsNameCharacter(line[end])) {
    ++end;
  }
  return end > 0 && end < line.size() && line[end] == ':' && (end + 1 == line.size() || line[end + 1] == ' ');
}

bool HasWords(Text line) {
  return std::any_of(line.begin(), line.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (static_cast<unsigned char>(c) & 0x80) != 0;
  });
}

// What `helm create` puts above the first key is about the file.
bool IsAboutTheFile(Text line) {
  return line.starts_with("Default values for ") || line.starts_with("This is a YAML-formatted file") ||
         line.starts_with("Declare variables to be passed into");
}

void Append(Text line, std::string& text) {
  if (!line.empty() && text.size() + line.size() < kLongest) {
    text += (text.empty() ? "" : " ") + std::string(line);
  }
}

// `(string) text`: the type is in the schema.
Text WithoutType(Text text) {
  if (text.starts_with("(")) {
    const size_t end = text.find(')');
    return end == Text::npos ? text : Trimmed(text.substr(end + 1));
  }
  return text;
}

std::string Describe(const std::vector<Text>& lines) {
  std::string said;
  bool is_marked = false;  // `-- ` begins what helm-docs takes
  for (Text line : lines) {
    if (line.starts_with("-- ")) {
      said.clear();
      is_marked = true;
      Append(WithoutType(Trimmed(line.substr(3))), said);
    } else if (line.starts_with("@") || !HasWords(line) || IsAboutTheFile(line) ||
               (!is_marked && LooksLikeYaml(line))) {
      continue;
    } else {
      Append(line, said);
    }
  }
  return said;
}

// The comments of a file by their lines.
class CommentLines {
 public:
  explicit CommentLines(const yaml::File& file) : file_(file) {
    for (const yaml::Comment& comment : file.comments) {
      lines_.emplace(file.source->LineOf(comment.span.begin), comment.span);
    }
  }

  // The comment of a line that contains nothing else.
  std::optional<Text> Alone(uint32_t line) const {
    const auto found = lines_.find(line);
    if (found == lines_.end() || !IsFirst(found->second)) {
      return std::nullopt;
    }
    return file_.source->Text(found->second);
  }

  // The comment behind something else.
  std::optional<Text> After(uint32_t line) const {
    const auto found = lines_.find(line);
    if (found == lines_.end() || IsFirst(found->second)) {
      return std::nullopt;
    }
    return file_.source->Text(found->second);
  }

 private:
  bool IsFirst(source::Span comment) const {
    const Text text = file_.source->text();
    size_t at = comment.begin - file_.source->base();
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) {
      --at;
    }
    return at == 0 || text[at - 1] == '\n';
  }

  const yaml::File& file_;
  std::unordered_map<uint32_t, source::Span> lines_;
};

std::string TextFor(const value::Value& key, const CommentLines& comments, const source::SourceFile& source) {
  const uint32_t line = source.LineOf(key.span.begin);
  std::vector<Text> above;
  for (uint32_t at = line - 1; at > 0; --at) {
    const std::optional<Text> comment = comments.Alone(at);
    const std::optional<Text> content = comment ? ContentOf(*comment) : std::nullopt;
    if (!content) {
      break;
    }
    above.push_back(*content);
  }
  std::reverse(above.begin(), above.end());
  std::string said = Describe(above);
  if (said.empty()) {
    const std::optional<Text> following = comments.After(line);
    const std::optional<Text> content = following ? ContentOf(*following) : std::nullopt;
    said = content ? Describe({*content}) : std::string();
  }
  return said;
}

void ReadKeys(const value::Value& value, const CommentLines& comments, const source::SourceFile& source,
              int depth, std::unordered_map<const value::Value*, std::string>& strings) {
  if (depth > kDescriptionsDepthLimit) {
    return;
  }
  if (value.kind == value::Kind::kSequence) {
    for (const value::Value* item : value.items()) {
      ReadKeys(*item, comments, source, depth + 1, strings);
    }
  } else if (value.kind == value::Kind::kMapping) {
    for (const value::Entry& entry : value.entries()) {
      if (entry.key->span.has_value()) {
        if (std::string said = TextFor(*entry.key, comments, source); !said.empty()) {
          strings.emplace(entry.key, std::move(said));
        }
      }
      ReadKeys(*entry.value, comments, source, depth + 1, strings);
    }
  }
}

}  // namespace

// `@param path [modifiers] text`.
void Descriptions::ReadParam(Text text) {
  const size_t path_end = std::min(text.find(' '), text.size());
  const std::string path(text.substr(0, path_end));
  Text said = Trimmed(text.substr(path_end));
  if (said.starts_with("[")) {
    const size_t end = said.find(']');
    said = end == Text::npos ? Text() : Trimmed(said.substr(end + 1));
  }
  if (!said.empty()) {
    by_path_.emplace(path, said.substr(0, kLongest));
  }
}

void Descriptions::Read(const yaml::File& file) {
  for (const yaml::Comment& comment : file.comments) {
    const std::optional<Text> content = ContentOf(file.source->Text(comment.span));
    for (Text tag : {"@param ", "@extra "}) {
      if (content && content->starts_with(tag)) {
        ReadParam(Trimmed(content->substr(tag.size())));
      }
    }
  }
  const CommentLines comments(file);
  for (const yaml::Document& document : file.documents) {
    ReadKeys(*document.root, comments, *file.source, 0, by_key_);
  }
}

std::string Descriptions::Of(const value::Value& key, const std::string& path) const {
  const auto param = by_path_.find(path);
  if (param != by_path_.end()) {
    return param->second;
  }
  const auto found = by_key_.find(&key);
  return found == by_key_.end() ? std::string() : found->second;
}

}  // namespace kval::schemas::infer
