#include "src/yaml/go_properties.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "src/support/ascii.h"
#include "src/yaml/go_yaml_errors.h"

namespace kval::yaml {
namespace {

bool IsOfAnchor(char c) {
  return IsAlnum(c) || c == '_' || c == '-';
}

}  // namespace

bool ReportAnchorName(const source::SourceFile& source, source::Span anchor, diag::Emitter& emit) {
  if (!anchor.has_value()) {
    return false;
  }
  const std::string_view name = source.Text(anchor).substr(1);
  const auto suspicious = std::find_if_not(name.begin(), name.end(), IsOfAnchor);
  if (suspicious == name.end()) {
    return false;
  }
  const uint32_t at = anchor.begin + 1 + static_cast<uint32_t>(suspicious - name.begin());
  if (*suspicious == ':') {
    emit.ReportText({at, at + 1}, diag::Kind::kYamlSyntax, "go-yaml ends the name of an anchor at this `:`")
        .Label("in YAML 1.2 it is part of the name")
        .Hint("rename the anchor")
        .Emit();
    return true;
  }
  emit.ReportText(anchor, diag::Kind::kYamlSyntax,
                  "go-yaml allows only letters, digits, `-` and `_` in the name of an anchor")
      .Label(std::string(kByGo))
      .Hint("rename the anchor")
      .Emit();
  return true;
}

bool ReportEndOfTag(const source::SourceFile& source, source::Span tag, diag::Emitter& emit) {
  const std::string_view rest = source.Text({tag.end, source.span().end});
  if (rest.empty() || std::string_view(",]}[{").find(rest[0]) == std::string_view::npos) {
    return false;
  }
  emit.ReportText({tag.end, tag.end + 1}, diag::Kind::kYamlSyntax,
                  "go-yaml reads this `" + std::string(1, rest[0]) + "` as part of the tag before it")
      .Label(std::string(kByGo))
      .Hint("put a space before it")
      .Emit();
  return true;
}

bool ReportKeyOnNextLine(const source::SourceFile& source, const NodeProperties& properties, source::Span key,
                         uint32_t flow, diag::Emitter& emit) {
  const auto [anchor, tag] = properties;
  const bool is_anchor_first = anchor.has_value() && (!tag.has_value() || anchor.begin < tag.begin);
  const source::Span first = is_anchor_first ? anchor : tag;
  const std::string_view before = source.Text({flow, first.begin});
  const size_t last = before.find_last_not_of(" \t\r\n");
  const bool is_marked = last != std::string_view::npos && before[last] == '?';
  if (is_marked || source.Text({first.begin, key.begin}).find('\n') == std::string_view::npos) {
    return false;
  }
  emit.ReportText(first, diag::Kind::kYamlSyntax,
                  "go-yaml requires a flow collection used as a key to be on the line of its anchor and tag")
      .Label(std::string(kByGo))
      .Related(key, "the key")
      .Emit();
  return true;
}

}  // namespace kval::yaml
