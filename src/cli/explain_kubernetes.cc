#include "src/cli/explain_kubernetes.h"

#include <algorithm>
#include <vector>

#include "schemas/kubernetes/embedded.h"
#include "schemas/kubernetes/type_description.h"
#include "src/cli/usage.h"
#include "src/report/style.h"
#include "src/support/edit_distance.h"

namespace kval::cli {
namespace {

using schemas::kubernetes::ApiTable;
using schemas::kubernetes::FieldDescription;

// The first sentence, for lists.
std::string_view FirstSentence(std::string_view text) {
  const size_t end = std::min(text.find(". "), text.find('\n'));
  return end == std::string_view::npos ? text : text.substr(0, end + (text[end] == '.' ? 1 : 0));
}

std::string Head(const FieldDescription& field, const explain::TerminalStyle& style) {
  return report::Paint(style.color, report::TextStyle::kStrong, field.name) + " <" + field.type + ">" +
         (field.is_required ? " required" : "") + "\n";
}

void WriteText(std::string_view text, uint32_t indent, const explain::TerminalStyle& style,
               std::string& out) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) {
      out += std::string(indent, ' ') + explain::WrapText(text.substr(0, end), style.width, indent, indent);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void WriteRules(const FieldDescription& field, uint32_t indent, const explain::TerminalStyle& style,
                std::string& out) {
  for (const std::string& rule : field.rules) {
    out += std::string(indent, ' ') + explain::WrapText("- " + rule, style.width, indent + 2, indent);
  }
}

void Write(const schemas::kubernetes::TypeDescription& found, const explain::TerminalStyle& style,
           std::string& out) {
  out += found.kind + ", " + found.api_version + "\n\n";
  if (!found.field.name.empty()) {
    out += Head(found.field, style);
    WriteText(found.field.text, 2, style, out);
    WriteRules(found.field, 2, style, out);
    out += "\n";
  }
  if (!found.type_text.empty() && found.type_text != found.field.text) {
    WriteText(found.type_text, 2, style, out);
    out += "\n";
  }
  for (const FieldDescription& field : found.fields) {
    out += "  " + Head(field, style);
    WriteText(FirstSentence(field.text), 4, style, out);
    WriteRules(field, 4, style, out);
  }
}

}  // namespace

std::optional<int> ExplainKubernetes(const std::string& topic, const std::string& k8s_version,
                                     const explain::TerminalStyle& style, CommandOutput& output) {
  const ApiTable table = ApiTable::Builtin();
  const std::optional<size_t> version =
      k8s_version.empty() ? std::optional(table.newest()) : table.VersionNamed(k8s_version);
  if (!version) {
    return ReportUsageError(output, "--k8s-version " + k8s_version +
                                        " is not known: " + std::string(table.versions().front()) + " to " +
                                        std::string(table.versions().back()) + " are");
  }
  const auto api = schemas::kubernetes::KindOfTopic(table, topic, *version);
  if (!api) {
    return std::nullopt;
  }
  const size_t dot = topic.find('.');
  const std::string path = dot == std::string::npos ? std::string() : topic.substr(dot + 1);
  schemas::kubernetes::UnknownField no_field;
  const std::string strings = schemas::kubernetes::Decompress(schemas::kubernetes::Descriptions());
  const auto found = schemas::kubernetes::Describe(table, *api, path, *version, strings, no_field);
  if (!found) {
    return ReportUsageError(
        output, std::string(api->kind) + " has no field " + no_field.part + " there",
        no_field.nearest.empty() ? std::string() : "did you mean " + no_field.nearest + "?");
  }
  Write(*found, style, output.out);
  return kOk;
}

std::string NearestKind(std::string_view topic) {
  if (topic.empty() || topic.front() < 'A' || topic.front() > 'Z') {
    return {};
  }
  const ApiTable table = ApiTable::Builtin();
  const std::vector<schemas::kubernetes::Api> apis = table.Apis();
  std::vector<std::string_view> kinds;
  for (const schemas::kubernetes::Api& api : apis) {
    kinds.push_back(api.kind);
  }
  const size_t dot = std::min(topic.find('.'), topic.size());
  const std::string nearest(Nearest(topic.substr(0, dot), kinds));
  return nearest.empty() ? std::string() : nearest + std::string(topic.substr(dot));
}

}  // namespace kval::cli
