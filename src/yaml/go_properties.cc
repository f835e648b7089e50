#include "src/yaml/go_properties.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "src/yaml/go_faults.h"

namespace kval::yaml {
namespace {

bool IsOfAnchor(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace

bool ReportAnchorName(const source::SourceFile& source, source::Span anchor, diag::Emitter& emit) {
  if (!anchor.has_value()) {
    return false;
  }
  const std::string_view name = source.Text(anchor).substr(1);
  const auto odd = std::find_if_not(name.begin(), name.end(), IsOfAnchor);
  if (odd == name.end()) {
    return false;
  }
  const uint32_t at = anchor.begin + 1 + static_cast<uint32_t>(odd - name.begin());
  if (*odd == ':') {
    emit.ReportText({at, at + 1}, diag::Kind::kYamlSyntax, "go-yaml ends the name of an anchor at this `:`")
        .Label("in YAML 1.2 it is a part of the name")
        .Hint("give the anchor another name")
        .Emit();
    return true;
  }
  emit.ReportText(anchor, diag::Kind::kYamlSyntax,
                  "go-yaml takes letters, digits, `-` and `_` alone in the name of an anchor")
      .Label(std::string(kByGo))
      .Hint("give the anchor another name")
      .Emit();
  return true;
}

bool ReportEndOfTag(const source::SourceFile& source, source::Span tag, diag::Emitter& emit) {
  const std::string_view rest = source.Text({tag.end, source.span().end});
  if (rest.empty() || std::string_view(",]}[{").find(rest[0]) == std::string_view::npos) {
    return false;
  }
  emit.ReportText({tag.end, tag.end + 1}, diag::Kind::kYamlSyntax,
                  "go-yaml takes this `" + std::string(1, rest[0]) + "` for a part of the tag in front of it")
      .Label(std::string(kByGo))
      .Hint("put a blank in front of it")
      .Emit();
  return true;
}

}  // namespace kval::yaml
