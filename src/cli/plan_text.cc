#include "src/cli/plan_text.h"

#include <algorithm>
#include <string_view>

#include "src/report/json_writer.h"
#include "src/report/text.h"

namespace kval::cli {
namespace {

using driver::CheckMethod;
using driver::ListedCheck;
using driver::ListedFile;

constexpr std::string_view kSchema = "schema";

// "`a.yml`, `b.yml` and 3 more".
std::string Names(const std::vector<std::string>& paths) {
  constexpr size_t kMost = 3;
  std::string text;
  for (size_t i = 0; i < paths.size() && i < kMost; ++i) {
    const bool is_last = i > 0 && i + 1 == paths.size();
    text += (i == 0 ? "`" : is_last ? " and `" : ", `") + report::Escape(paths[i]) + "`";
  }
  return paths.size() > kMost ? text + " and " + std::to_string(paths.size() - kMost) + " more" : text;
}

std::vector<std::string> PathsOf(const std::vector<ListedFile>& files, bool are_schemas) {
  std::vector<std::string> paths;
  for (const ListedFile& file : files) {
    const bool is_wanted = are_schemas ? file.role == kSchema : file.role == "values";
    if (is_wanted) {
      paths.push_back(file.path);
    }
  }
  return paths;
}

std::string Line(std::string_view role, const std::string& path, const std::string& remark) {
  std::string line = "  ";
  line.append(role).append(std::max<size_t>(role.size() + 1, 8) - role.size(), ' ');
  line.append(report::Escape(path));
  return line.append(remark.empty() ? "" : " (" + remark + ")").append("\n");
}

std::string AsText(const ListedCheck& check) {
  std::string out =
      report::EscapeLineStart(check.name.empty() ? std::string(MethodName(check.method)) : check.name) + "\n";
  if (!check.chart.empty()) {
    out += Line("chart", check.chart, {});
  }
  for (const ListedFile& input : check.inputs) {
    const std::string why(input.why);
    out += Line(input.role, input.path,
                input.language.empty() ? input.role == "values" ? std::string() : why
                : why.empty()          ? std::string(input.language)
                                       : std::string(input.language) + ": " + why);
  }
  for (const ListedFile& file : check.files) {
    out += Line("file", file.path, {});
  }
  out += check.dialect.empty() ? "" : Line("dialect", std::string(check.dialect), {});
  return out + "  reason  " + ReasonOf(check) + "\n";
}

void WriteFiles(const std::vector<ListedFile>& files, report::JsonWriter& json) {
  json.BeginArray();
  for (const ListedFile& file : files) {
    json.BeginObject().Field("path", file.path).Field("role", file.role);
    json.OptionalField("language", file.language).OptionalField("reason", file.why).EndObject();
  }
  json.EndArray();
}

std::string AsJson(const std::vector<ListedCheck>& checks, const std::vector<std::string>& uncovered) {
  report::JsonWriter json(report::JsonWriter::JsonLayout::kIndented);
  json.BeginObject().Key("checks").BeginArray();
  for (const ListedCheck& check : checks) {
    json.BeginObject().OptionalField("name", check.name).Field("method", MethodName(check.method));
    json.OptionalField("dialect", check.dialect).OptionalField("chart", check.chart);
    json.Key("inputs");
    WriteFiles(check.inputs, json);
    json.Key("files");
    WriteFiles(check.files, json);
    json.Field("reason", ReasonOf(check)).EndObject();
  }
  json.EndArray().Key("not_covered").BeginArray();
  for (const std::string& path : uncovered) {
    json.String(path);
  }
  return json.EndArray().EndObject().Take();
}

}  // namespace

bool WantsJson(const ReportOptions& options) {
  return std::any_of(options.formats.begin(), options.formats.end(),
                     [](const std::string& format) { return format == "json"; });
}

bool IsValidated(const ListedCheck& check) {
  const bool is_built_in = check.method == CheckMethod::kManifests || check.method == CheckMethod::kChart;
  return check.method != CheckMethod::kYamlOnly && (is_built_in || !PathsOf(check.inputs, true).empty());
}

std::string ReasonOf(const ListedCheck& check) {
  std::vector<std::string> subjects =
      check.files.empty() ? PathsOf(check.inputs, false) : std::vector<std::string>();
  for (const ListedFile& file : check.files) {
    subjects.push_back(file.path);
  }
  const std::vector<std::string> schemas = PathsOf(check.inputs, true);
  std::string by = Names(schemas);
  const std::string why = " because " + report::Escape(check.why);
  if (subjects.empty() && check.method != CheckMethod::kChart) {
    const std::string_view verb = schemas.size() > 1 ? " validate" : " validates";
    return (by.empty() ? "nothing is validated" : by.append(verb).append(" no file")) +
           " because no values are given";
  }
  if (check.method == CheckMethod::kManifests) {
    by = "the schema of its kind" + (by.empty() ? by : " and by " + by);
  } else if (check.method == CheckMethod::kChart) {
    by = "the schemas of the chart `" + report::Escape(check.chart) + "`";
  }
  const std::string subject = subjects.empty()         ? "its values.yaml"
                              : check.files.size() > 1 ? "each of " + Names(subjects)
                                                       : Names(subjects);
  const bool is_plural = check.files.empty() && subjects.size() > 1;
  const std::string verb = subject + (is_plural ? " are " : " is ");
  if (check.method == CheckMethod::kYamlOnly) {
    return verb + "read as YAML only" + why;
  }
  return by.empty() ? verb + "not validated" + why : verb + "validated by " + by + why;
}

std::string WritePlan(const std::vector<ListedCheck>& checks, const std::vector<std::string>& uncovered,
                      bool as_json) {
  if (as_json) {
    return AsJson(checks, uncovered);
  }
  std::string out;
  for (const ListedCheck& check : checks) {
    out += AsText(check);
  }
  out += uncovered.empty() ? "" : "not covered\n";
  for (const std::string& path : uncovered) {
    out += Line("file", path, {});
  }
  return out;
}

}  // namespace kval::cli
