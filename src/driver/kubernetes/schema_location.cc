#include "src/driver/kubernetes/schema_location.h"

#include <algorithm>
#include <array>

#include "src/support/ascii_text.h"
#include "src/support/path_text.h"
#include "src/vendor/schema_address.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr Text kLayout =
    "{{ .NormalizedKubernetesVersion }}-standalone{{ .StrictSuffix }}/{{ .ResourceKind }}{{ .KindSuffix "
    "}}.json";

constexpr Text kSpace = " \t\r\n";

constexpr std::array<Text, 6> kFields = {
    "Group",        "KindSuffix",  "NormalizedKubernetesVersion", "ResourceAPIVersion",
    "ResourceKind", "StrictSuffix"};

Text WithoutSpaceBefore(Text text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  return text;
}

Text WithoutSpaceAfter(Text text) {
  return text.substr(0, text.find_last_not_of(kSpace) + 1);
}

// A path with a file extension is a file; any other is a directory.
bool IsFileName(Text location) {
  return location.ends_with("json") || location.ends_with(".yaml") || location.ends_with(".yml");
}

// What of the fields depends on where it is looked.
struct PathVariant {
  std::string version;
  Text strict_suffix;
};

// For the kinds without group, kubeconform has their version as the group.
std::string FieldOf(Text field, const SchemaName& name, const PathVariant& attempt) {
  const size_t slash = name.api_version.find('/');
  const Text group = name.api_version.substr(0, slash);
  const Text version = slash == Text::npos ? group : name.api_version.substr(slash + 1);
  if (field == "ResourceKind") {
    return LowerCased(name.kind);
  }
  if (field == "ResourceAPIVersion") {
    return std::string(version);
  }
  if (field == "Group") {
    return std::string(group);
  }
  if (field == "KindSuffix") {
    // The first label of the group only.
    const std::string suffix = "-" + LowerCased(group.substr(0, group.find('.')));
    return slash == Text::npos ? suffix : suffix + "-" + LowerCased(version);
  }
  return field == "StrictSuffix" ? std::string(attempt.strict_suffix) : attempt.version;
}

}  // namespace

SchemaLocation::SchemaLocation(Text text)
    : is_builtin_(text == "default"), is_address_(vendor::IsAddress(text)) {
  if (is_builtin_) {
    return;
  }
  if (!is_address_ && text.find("://") != Text::npos) {
    error_ = "`kval vendor` fetches https addresses only";
    return;
  }
  if (IsFileName(text)) {
    Read(text);
    return;
  }
  Read(std::string(text.substr(0, text.find_last_not_of('/') + 1)) + "/");
  if (error_.empty()) {
    Read(kLayout);
  }
}

void SchemaLocation::Read(Text rest) {
  bool trims = false;  // the text after the last action
  while (!rest.empty() && error_.empty()) {
    const size_t begin = std::min(rest.find("{{"), rest.size());
    Text literal = trims ? WithoutSpaceBefore(rest.substr(0, begin)) : rest.substr(0, begin);
    rest.remove_prefix(begin);
    if (rest.starts_with("{{-")) {
      literal = WithoutSpaceAfter(literal);
    }
    pieces_.push_back({std::string(literal)});
    if (rest.empty()) {
      return;
    }
    const size_t end = rest.find("}}");
    if (end == Text::npos) {
      error_ = "`{{` is not closed";
      return;
    }
    Text inside = rest.substr(2, end - 2);
    trims = inside.ends_with(" -");
    inside.remove_suffix(trims ? 2 : 0);
    inside.remove_prefix(inside.starts_with("- ") ? 2 : 0);
    ReadField(WithoutSpaceAfter(WithoutSpaceBefore(inside)));
    rest.remove_prefix(end + 2);
  }
}

void SchemaLocation::ReadField(Text inside) {
  const Text name = inside.substr(std::min<size_t>(inside.size(), 1));
  if (inside.starts_with('.') && std::find(kFields.begin(), kFields.end(), name) != kFields.end()) {
    pieces_.push_back({std::string(name), true});
    return;
  }
  error_ = "`{{ " + std::string(inside) + " }}` is not known:";
  for (const Text field : kFields) {
    error_ += (field == kFields.front() ? " ." : ", .") + std::string(field);
  }
  error_ += " are";
}

std::string SchemaLocation::Root() const {
  const std::string& text = pieces_.front().text;
  if (pieces_.size() == 1) {
    return text;
  }
  return std::string(GetDirectory(text));
}

std::vector<std::string> SchemaLocation::Paths(const SchemaName& name) const {
  std::vector<std::string> paths;
  if (is_builtin_ || !error_.empty()) {
    return paths;
  }
  for (const std::string& version : {"v" + std::string(name.k8s_version) + ".0", std::string("master")}) {
    for (const Text strict_suffix : {Text("-strict"), Text()}) {
      std::string path;
      for (const PathPart& piece : pieces_) {
        path += piece.is_field ? FieldOf(piece.text, name, {version, strict_suffix}) : piece.text;
      }
      if (std::find(paths.begin(), paths.end(), path) == paths.end()) {
        paths.push_back(std::move(path));
      }
    }
  }
  return paths;
}

}  // namespace kval::driver
