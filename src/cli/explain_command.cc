#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "annotations/annotation.h"
#include "annotations/bind.h"
#include "annotations/schema/rule_keywords.h"
#include "annotations/schema/specs.h"
#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/exit_codes.h"
#include "src/cli/explain_kubernetes.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/diag/best_practice.h"
#include "src/diag/kind.h"
#include "src/diag/resource_rule.h"
#include "src/explain/format_table.h"
#include "src/explain/page.h"
#include "src/explain/terminal.h"
#include "src/formats/format.h"
#include "src/report/style.h"
#include "src/report/text.h"
#include "src/support/ascii.h"
#include "src/support/edit_distance.h"

namespace kval::cli {
namespace {

constexpr uint32_t kWidest = 100;
constexpr uint32_t kNarrowest = 40;

struct ExplainOptions {
  std::string topic;
  std::string k8s_version;
  std::string color = "auto";
};

explain::TerminalStyle StyleOf(const ExplainOptions& options, const ProcessEnvironment& environment) {
  explain::TerminalStyle style;
  style.color = WantsColor(options.color, environment, environment.stdout_is_terminal);
  style.width =
      environment.terminal_width == 0 ? kWidest : std::clamp(environment.terminal_width, kNarrowest, kWidest);
  return style;
}

// The set, the expression and the source of a best practice.
void ExplainPractice(const diag::BestPractice& practice, const explain::TerminalStyle& style,
                     CommandOutput& output) {
  const bool is_recommended = practice.set == diag::PracticeSet::kRecommended;
  output.out +=
      "\n" + explain::WrapText("How to fix it: " + std::string(practice.hint) + ".", style.width, 0, 0);
  output.out += "\nExpression in CEL, false for a finding:\n  " + std::string(practice.expression) + "\n";
  output.out += "\nSource: " + std::string(practice.source) + "\n\n";
  output.out += explain::WrapText(
      std::string("`kval k8s --rules ") + (is_recommended ? "recommended" : "all") + "` reports it.",
      style.width, 0, 0);
}

// A single rule of a group: the requirement, and how to select it.
void ExplainResourceRule(diag::Kind kind, const explain::TerminalStyle& style, CommandOutput& output) {
  const auto rules = diag::ResourceRules();
  const auto rule = std::find_if(rules.begin(), rules.end(), [kind](const diag::ResourceRuleEntry& entry) {
    return entry.kind.kind == kind;
  });
  const std::string code = diag::CodeOf(kind);
  const std::string group = diag::CodeOf(diag::GroupOf(kind));
  const bool is_of_server = diag::GroupOf(kind) == diag::Kind::kResource;
  output.out += explain::WrapText((is_of_server ? "Rule of the Kubernetes API server: " : "Optional rule: ") +
                                      std::string(rule->kind.summary) + ".",
                                  style.width, 0, 0);
  if (!rule->versions.empty()) {
    output.out += "\nVersions of Kubernetes: " + std::string(rule->versions) + "\n";
  }
  if (const diag::BestPractice* practice = diag::FindBestPractice(kind)) {
    ExplainPractice(*practice, style, output);
  }
  output.out +=
      "\n" + explain::WrapText("This rule is one of " + group + ": `kval explain " + group +
                                   "` shows an example. `--ignore " + code + "` and `# kval: ignore " + code +
                                   "` disable this rule only, `--ignore " + group + "` all of them.",
                               style.width, 0, 0);
}

void ExplainKind(const diag::KindEntry& entry, const explain::TerminalStyle& style, CommandOutput& output) {
  const std::string title = diag::CodeOf(entry.kind) + " " + std::string(entry.name);
  output.out += report::Paint(style.color, report::GetTextStyle(entry.severity), title) + " (" +
                std::string(diag::SeverityName(entry.severity)) + ")\n\n";
  if (diag::IsResourceRule(entry.kind)) {
    ExplainResourceRule(entry.kind, style, output);
    return;
  }
  output.out += explain::RenderPage(explain::PageOf(entry.kind), style);
}

// `name` in its column, with `doc` wrapped next to it.
std::string Row(std::string_view name, std::string_view doc, uint32_t width) {
  constexpr uint32_t kColumn = 16;
  std::string row = "  " + std::string(name);
  row.append(row.size() < kColumn ? kColumn - row.size() : 1, ' ');
  const auto column = static_cast<uint32_t>(row.size());
  return row + explain::WrapText(doc, width, kColumn, column);
}

void ExplainAnnotation(const annotations::Spec& spec, const explain::TerminalStyle& style,
                       CommandOutput& output) {
  std::string& out = output.out;
  out += report::Paint(style.color, report::TextStyle::kStrong, "@" + std::string(spec.name)) + "\n\n";
  for (std::string_view text : {spec.summary, spec.details}) {
    out += text.empty() ? "" : "  " + explain::WrapText(text, style.width, 2, 2);
  }
  out += "\n  applies to:";
  out += (spec.targets & annotations::kDocument) != 0 ? " documents" : "";
  out += (spec.targets & annotations::kMapItem) != 0 ? " map-items" : "";
  out += (spec.targets & annotations::kArrayItem) != 0 ? " array-items" : "";
  out += "\n";
  for (const annotations::ParamSpec& param : spec.params) {
    out += Row(param.name.empty() ? param.label : param.name, param.doc, style.width);
  }
  out += "\n  example:\n";
  std::string_view example = spec.example;
  while (!example.empty()) {
    const size_t end = example.find('\n');
    out += "    " + std::string(example.substr(0, end)) + "\n";
    example = end == std::string_view::npos ? std::string_view() : example.substr(end + 1);
  }
  out += "\n  source: " + std::string(spec.source) + "\n";
}

// A selection of the format's table, at most two strings per paragraph.
void AddStrings(const std::vector<explain::FormatExample>& table, bool is_valid, std::string& out) {
  constexpr size_t kShown = 12;
  constexpr size_t kOfParagraph = 2;
  constexpr uint32_t kWidestText = 40;
  std::vector<explain::FormatExample> shown;
  for (size_t i = 0, of_paragraph = 0; i < table.size() && shown.size() < kShown; ++i) {
    of_paragraph = i > 0 && table[i].paragraph == table[i - 1].paragraph ? of_paragraph : 0;
    const bool is_short = report::ColumnsOf(table[i].text) <= kWidestText && !table[i].text.empty();
    if (table[i].is_valid == is_valid && is_short && of_paragraph < kOfParagraph) {
      shown.push_back(table[i]);
      ++of_paragraph;
    }
  }
  out += shown.empty() ? "" : is_valid ? "\n  valid:\n" : "\n  not valid:\n";
  for (const explain::FormatExample& each : shown) {
    const std::string text = report::Escape(each.text);
    out += "    " + text +
           std::string(kWidestText + 2 - std::min(kWidestText, report::ColumnsOf(text)), ' ') +
           std::string(each.paragraph) + "\n";
  }
}

void ExplainFormat(const formats::FormatEntry& entry, const explain::TerminalStyle& style,
                   CommandOutput& output) {
  output.out += report::Paint(style.color, report::TextStyle::kStrong, entry.name) + "\n\n  " +
                explain::WrapText(entry.doc, style.width, 2, 2) + "  source: " + std::string(entry.source) +
                "\n";
  const std::vector<explain::FormatExample> table = explain::FormatExamples(entry.name);
  AddStrings(table, true, output.out);
  AddStrings(table, false, output.out);
}

void ListFormats(CommandOutput& output) {
  for (const formats::FormatEntry& entry : formats::Builtin()) {
    const std::string name(entry.name);
    output.out +=
        name + std::string(name.size() < 22 ? 22 - name.size() : 1, ' ') + std::string(entry.doc) + "\n";
  }
}

void ListLimits(CommandOutput& output) {
  for (const LimitEntry& entry : AllLimits()) {
    const std::string name(entry.name);
    const std::string standard = LimitText(entry.standard, entry.unit);
    const std::string code = std::to_string(entry.rule);
    output.out += name + std::string(name.size() < 18 ? 18 - name.size() : 1, ' ') + standard +
                  std::string(standard.size() < 14 ? 14 - standard.size() : 1, ' ') + "KV" +
                  std::string(3 - code.size(), '0') + code + "  " + std::string(entry.bounds) + "\n";
  }
}

void ListExitCodes(const explain::TerminalStyle& style, CommandOutput& output) {
  for (const ExitCode& code : kExitCodes) {
    output.out += std::to_string(code.code) + "  " + std::string(code.meaning) + "\n   " +
                  explain::WrapText(code.details, style.width, 3, 3);
  }
}

void ListAll(CommandOutput& output) {
  output.out += "Rules:\n";
  for (const diag::KindEntry& entry : diag::AllKinds()) {
    const std::string name(entry.name);
    output.out += "  " + diag::CodeOf(entry.kind) + "  " + name +
                  std::string(name.size() < 26 ? 26 - name.size() : 1, ' ') + std::string(entry.summary) +
                  "\n";
  }
  output.out += "\nAnnotations:\n";
  for (const annotations::Spec* spec : annotations::All()) {
    const std::string name = "@" + std::string(spec->name);
    output.out += "  " + name + std::string(name.size() < 33 ? 33 - name.size() : 1, ' ') +
                  std::string(spec->summary) + "\n";
  }
  output.out +=
      "\nFormats: kval explain formats\nLimits: kval explain limits\nExit codes: kval explain exit-codes\n";
}

// Normalizes `KV3O1`, `301` and `[KV301]` to `KV301`. Empty if the topic is not a code.
std::string SuggestedCode(std::string_view topic) {
  std::string digits;
  for (char c : topic) {
    if (c == 'O' || c == 'o') {
      digits += '0';
    } else if (c == 'I' || c == 'l') {
      digits += '1';
    } else if (c >= '0' && c <= '9') {
      digits += c;
    } else if (std::string_view("KVkv[]:# ").find(c) == std::string_view::npos) {
      return {};
    }
  }
  return digits.empty() || digits.size() > 4
             ? std::string()
             : "KV" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

// The annotation that is called `topic` without its namespace (`nullable`), or that has an argument of this
// name (`min_len`), or the like; empty for none.
std::string AnnotationOf(std::string_view topic) {
  std::vector<std::string_view> names;
  for (const annotations::Spec* spec : annotations::All()) {
    names.push_back(spec->name.substr(spec->name.find('/') + 1));
  }
  for (const annotations::RuleKeyword& keyword : annotations::RuleKeywords()) {
    if (keyword.name == topic) {
      return "@" + std::string(annotations::kSchemaValidation.name);
    }
  }
  const std::string_view nearest = Nearest(topic, names);
  for (const annotations::Spec* spec : annotations::All()) {
    if (!nearest.empty() && EditDistance(topic, nearest, 2) < 2 &&
        spec->name.ends_with("/" + std::string(nearest))) {
      return "@" + std::string(spec->name);
    }
  }
  return {};
}

// Returns a suggested topic, or empty.
std::string NearestTopic(std::string_view topic) {
  const std::string code = SuggestedCode(topic);
  if (!code.empty()) {
    return diag::FindKind(code) != nullptr ? code : std::string();
  }
  std::vector<std::string_view> names;
  for (const diag::KindEntry& entry : diag::AllKinds()) {
    names.push_back(entry.name);
  }
  for (const formats::FormatEntry& entry : formats::Builtin()) {
    names.push_back(entry.name);
  }
  for (const annotations::Spec* spec : annotations::All()) {
    names.push_back(spec->name);
  }
  if (const std::string known = AnnotationOf(topic); !known.empty()) {
    return known;
  }
  if (const std::string kind = NearestKind(topic); !kind.empty()) {
    return kind;
  }
  const std::string nearest(Nearest(topic, names));
  if (nearest.empty() && !topic.empty() && IsLower(topic.front())) {
    std::string kind(topic);
    kind.front() = static_cast<char>(kind.front() - 'a' + 'A');
    return NearestKind(kind);
  }
  return annotations::Find(nearest) != nullptr ? "@" + nearest : nearest;
}

// `#@schema/type`, `@schema/type` as `schema/type`.
std::string_view WithoutMark(std::string_view topic) {
  topic.remove_prefix(std::min(topic.find_first_not_of("#@"), topic.size()));
  return topic;
}

int ReportUnknown(const std::string& topic, CommandOutput& output) {
  const std::string nearest = NearestTopic(WithoutMark(topic));
  return ReportUsageError(
      output, "unknown rule, annotation or format " + topic,
      nearest.empty() ? "`kval explain` lists all of them" : "did you mean " + nearest + "?");
}

int RunExplain(const ExplainOptions& options, const ProcessEnvironment& environment, CommandOutput& output) {
  const std::string& topic = options.topic;
  if (topic.empty()) {
    ListAll(output);
    return kOk;
  }
  if (topic == "formats") {
    ListFormats(output);
    return kOk;
  }
  if (topic == "exit-codes" || topic == "exit-code" || topic == "exit-status") {
    ListExitCodes(StyleOf(options, environment), output);
    return kOk;
  }
  if (topic == "limits") {
    ListLimits(output);
    return kOk;
  }
  if (const diag::KindEntry* entry = diag::FindKind(topic)) {
    ExplainKind(*entry, StyleOf(options, environment), output);
    return kOk;
  }
  if (const annotations::Spec* spec = annotations::Find(WithoutMark(topic))) {
    ExplainAnnotation(*spec, StyleOf(options, environment), output);
    return kOk;
  }
  if (const formats::FormatEntry* entry = formats::Find(topic)) {
    ExplainFormat(*entry, StyleOf(options, environment), output);
    return kOk;
  }
  const std::optional<int> status =
      ExplainKubernetes(topic, options.k8s_version, StyleOf(options, environment), output);
  return status ? *status : ReportUnknown(topic, output);
}

}  // namespace

RunCommand DeclareExplain(CommandApp& app) {
  auto options = std::make_shared<ExplainOptions>();
  app.add_option("TOPIC", options->topic,
                 "a rule (KV301, type-mismatch), an annotation (" + At(annotations::kSchemaNullable) +
                     "), a format, `formats`, `limits` or `exit-codes`, or a field of a Kubernetes kind "
                     "(Deployment.spec.template)");
  app.add_option("--k8s-version", options->k8s_version, "VERSION: Kubernetes version (default: the newest)");
  app.add_option("--color", options->color, "auto, always or never")
      ->one_of({"auto", "always", "never"})
      ->capture_default_str();
  return [options](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunExplain(*options, environment, output);
  };
}

}  // namespace kval::cli
