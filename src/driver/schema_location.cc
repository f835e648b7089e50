#include "src/driver/schema_location.h"

#include <algorithm>
#include <optional>

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr Text kLayout =
    "/{{ .NormalizedKubernetesVersion }}-standalone{{ .StrictSuffix }}/{{ .ResourceKind }}{{ .KindSuffix "
    "}}.json";

std::string Lower(Text text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

std::optional<std::string> Variable(Text name, const SchemaName& of) {
  const size_t slash = of.api_version.find('/');
  const Text group = slash == Text::npos ? Text() : of.api_version.substr(0, slash);
  const std::string version(slash == Text::npos ? of.api_version : of.api_version.substr(slash + 1));
  if (name == "ResourceKind") {
    return Lower(of.kind);
  }
  if (name == "ResourceAPIVersion") {
    return version;
  }
  if (name == "Group") {
    return std::string(group);
  }
  if (name == "KindSuffix") {
    // The first label of the group only.
    return Lower((group.empty() ? "-" : "-" + std::string(group.substr(0, group.find('.'))) + "-") + version);
  }
  if (name == "NormalizedKubernetesVersion") {
    return "v" + std::string(of.k8s_version) + ".0";
  }
  return name == "StrictSuffix" ? std::optional<std::string>("-strict") : std::nullopt;
}

}  // namespace

std::string SchemaPath(Text location, const SchemaName& name) {
  const std::string layout =
      location.find("{{") == Text::npos
          ? std::string(location.substr(0, location.find_last_not_of('/') + 1)) + std::string(kLayout)
          : std::string(location);
  std::string path;
  for (Text rest = layout; !rest.empty();) {
    const size_t begin = std::min(rest.find("{{"), rest.size());
    path += rest.substr(0, begin);
    rest.remove_prefix(begin);
    const size_t end = rest.find("}}");
    if (rest.empty() || end == Text::npos) {
      path += rest;
      break;
    }
    Text word = rest.substr(2, end - 2);
    word.remove_prefix(std::min(word.find_first_not_of(" ."), word.size()));
    word = word.substr(0, word.find(' '));
    const std::optional<std::string> text = Variable(word, name);
    if (!text) {
      return {};
    }
    path += *text;
    rest.remove_prefix(end + 2);
  }
  return path;
}

}  // namespace kval::driver
