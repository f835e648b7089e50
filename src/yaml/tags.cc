#include "src/yaml/tags.h"

#include <algorithm>
#include <array>
#include <vector>

#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::yaml {
namespace {

constexpr std::array<std::string_view, 37> kReplacing = {
    "!reference",   "!Ref",      "!Sub",     "!GetAtt",  "!If",        "!Join",         "!FindInMap",
    "!ImportValue", "!Select",   "!Split",   "!Base64",  "!Cidr",      "!GetAZs",       "!Transform",
    "!And",         "!Or",       "!Not",     "!Equals",  "!Condition", "!ToJsonString", "!Length",
    "!vault",       "!secret",   "!include", "!env_var", "!lambda",    "!input",        "!include_dir_list",
    "!ENV",         "!relative", "!KeyOf",   "!Find",    "!Context",   "!Env",          "!extend",
    "!remove",      "!reset"};

// Resolves the URI escapes (%41) of a tag's suffix.
std::string Unescape(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_escape =
        text[i] == '%' && i + 2 < text.size() && HexValue(text[i + 1]) >= 0 && HexValue(text[i + 2]) >= 0;
    if (is_escape) {
      out += static_cast<char>(HexValue(text[i + 1]) * 16 + HexValue(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

// ns-word-char (YAML 1.2.2, rule 38), and `_`, which go-yaml and libyaml let into the names of handles.
bool IsOfHandle(char c) {
  return IsAlnum(c) || c == '-' || c == '_';
}

}  // namespace

std::string_view TagHandle(std::string_view tag) {
  if (tag.starts_with("!<")) {
    return {};
  }
  size_t end = 1;
  while (end < tag.size() && IsOfHandle(tag[end])) {
    ++end;
  }
  return tag.substr(0, end < tag.size() && tag[end] == '!' ? end + 1 : 1);
}

TagPrefixes::TagPrefixes(const EventStream& stream, const source::SourceFile& file, size_t document) {
  const std::vector<TagDirective>& all = stream.tag_directives;
  auto directive =
      std::lower_bound(all.begin(), all.end(), document,
                       [](const TagDirective& one, size_t event) { return one.first_event < event; });
  for (; directive != all.end() && directive->first_event == document; ++directive) {
    prefixes_.emplace(file.Text(directive->handle), file.Text(directive->prefix));
  }
}

std::string_view TagPrefixes::Of(std::string_view handle) const {
  const auto found = prefixes_.find(handle);
  return found != prefixes_.end() ? found->second : std::string_view();
}

std::string FullTag(const EventStream& stream, const source::SourceFile& file, const Event& event,
                    const TagPrefixes& prefixes) {
  const std::string_view tag = file.Text(stream.PropertiesOf(event).tag);
  if (tag.starts_with("!<")) {
    return std::string(tag.substr(2, tag.size() - 3));
  }
  const std::string_view handle = TagHandle(tag);
  const std::string suffix = Unescape(tag.substr(handle.size()));
  const std::string_view prefix = tag.size() == 1 ? std::string_view() : prefixes.Of(handle);
  if (!prefix.empty()) {
    return std::string(prefix) + suffix;
  }
  return handle == "!!" ? std::string(kCorePrefix) + suffix : std::string(handle) + suffix;
}

bool IsReplacedTag(std::string_view tag) {
  return std::find(kReplacing.begin(), kReplacing.end(), tag) != kReplacing.end();
}

bool IsTransparentTag(std::string_view tag) {
  return tag == "!override" || tag == "!unsafe";
}

}  // namespace kval::yaml
