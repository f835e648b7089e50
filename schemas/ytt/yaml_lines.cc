#include "schemas/ytt/yaml_lines.h"

#include <algorithm>

namespace kval::schemas::ytt {
namespace {

constexpr int kYamlLinesDepthLimit = 200;

}  // namespace

yaml::YamlStyle StyleFor(const value::Value& value, int depth) {
  yaml::YamlStyle style;
  bool has_float = value.kind == value::Kind::kFloat || depth > kYamlLinesDepthLimit;
  const auto visit = [&](const value::Value& child) {
    has_float = has_float || StyleFor(child, depth + 1).encoder == yaml::EncoderStyle::kKcl;
  };
  if (value.kind == value::Kind::kSequence) {
    for (const value::Value* item : value.items()) {
      visit(*item);
    }
  } else if (value.kind == value::Kind::kMapping) {
    for (const value::Entry& entry : value.entries()) {
      visit(*entry.key);
      visit(*entry.value);
    }
  }
  style.encoder = has_float ? yaml::EncoderStyle::kKcl : yaml::EncoderStyle::kYtt;
  return style;
}

std::vector<std::string> YamlLines(const value::Value& value) {
  std::string text;
  yaml::WriteYaml(value, StyleFor(value, 0), text);
  if (text.empty()) {
    text = "null\n";  // a lone null
  }
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace kval::schemas::ytt
