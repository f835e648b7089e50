#include "src/driver/template_manifests.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/inputs/parsed_files.h"
#include "src/driver/kubernetes/manifest_run.h"
#include "src/policy/attach_superseded.h"
#include "src/support/ascii.h"
#include "src/support/budget_exhausted.h"
#include "src/support/substitute.h"
#include "src/yaml/writer.h"

namespace kval::driver {
namespace {

using value::Value;

bool HasText(const Value& root, std::string_view key) {
  const Value* value = value::Find(root, key);
  return value != nullptr && value->kind == value::Kind::kString && !value->raw.empty();
}

constexpr diag::Def<std::string_view, std::string_view, std::string_view> kHalfManifest{
    diag::Kind::kNotChecked,
    "a document with `{}: {}` and without `{}` is not validated as a Kubernetes manifest"};

// Documents that lack one of the two are not necessarily resources (ReportHalfManifest).
bool IsManifest(const Value& root) {
  return root.kind == value::Kind::kMapping && HasText(root, "apiVersion") && HasText(root, "kind");
}

// Reports a document with metadata that has one of `apiVersion` and `kind`.
void ReportHalfManifest(const Value& root, diag::Emitter& emit) {
  const Value* metadata = root.kind == value::Kind::kMapping ? value::Find(root, "metadata") : nullptr;
  const bool has_kind = HasText(root, "kind");
  if (metadata != nullptr && metadata->kind == value::Kind::kMapping &&
      has_kind != HasText(root, "apiVersion")) {
    const std::string_view has = has_kind ? "kind" : "apiVersion";
    const std::string_view lacks = has_kind ? "apiVersion" : "kind";
    const Value& value = *value::Find(root, has);
    emit.Report(value.span, kHalfManifest, has, value.raw.view(), lacks)
        .As(diag::Severity::kNote)
        .Hint(Substitute("if it is a manifest, add `{}:`", lacks))
        .Emit();
  }
}

// Returns `replicas`, `app`, `name` of `data.values.app.name`; nothing for any other expression.
std::vector<std::string_view> KeysOfDataValue(std::string_view expression) {
  constexpr std::string_view kValues = "data.values.";
  if (!expression.starts_with(kValues)) {
    return {};
  }
  std::vector<std::string_view> keys;
  for (std::string_view rest = expression.substr(kValues.size()); !rest.empty();) {
    const size_t dot = std::min(rest.find('.'), rest.size());
    keys.push_back(rest.substr(0, dot));
    const bool is_name = !keys.back().empty() && std::all_of(keys.back().begin(), keys.back().end(),
                                                             [](char c) { return IsAlnum(c) || c == '_'; });
    if (!is_name || dot + 1 == rest.size()) {
      return {};
    }
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  return keys;
}

bool IsEmpty(const Value& value) {
  return value.kind == value::Kind::kNull || (value.kind == value::Kind::kString && value.raw.empty()) ||
         (value.is_collection() && value.items().empty() && value.entries().empty());
}

// The manifests of each template, as a file with the text that `ytt` prints.
class TemplateOutput {
 public:
  TemplateOutput(const RenderResult& rendered, Session& session) {
    std::map<const source::SourceFile*, std::vector<const Value*>> documents;
    for (const RenderedDocument& made : rendered.documents) {
      if (IsManifest(*made.document.root) && made.file->input.source != nullptr) {
        documents[made.file->input.source].push_back(made.document.root);
      } else {
        ReportHalfManifest(*made.document.root, session.emit);
      }
    }
    size_t left = session.limits.output_size;
    for (const auto& [file, roots] : documents) {
      yaml::YamlStyle style;
      style.most = left;
      std::string text;
      RequireWithinOutputLimit(yaml::WriteYamlStream(roots, style, text));
      left -= text.size();
      Add(*file, roots, std::move(text), session);
    }
  }

  bool empty() const { return files_.empty(); }
  std::vector<std::string> paths() const {
    std::vector<std::string> paths;
    for (const auto& [base, made] : files_) {
      paths.push_back(made.file.source->name());
    }
    return paths;
  }
  std::shared_ptr<const ParsedFiles> parsed() const {
    auto parsed = std::make_shared<ParsedFiles>();
    parsed->are_changed = true;
    for (const auto& [base, made] : files_) {
      parsed->by_path.emplace(made.file.source->name(), &made.file);
    }
    return parsed;
  }
  // The template whose text contains the span; null for other places.
  const source::SourceFile* TemplateOf(source::Span span) const {
    auto after = files_.upper_bound(span.begin);
    if (!span.has_value() || after == files_.begin()) {
      return nullptr;
    }
    const Made& made = std::prev(after)->second;
    return span.begin <= made.file.source->span().end ? made.from : nullptr;
  }

 private:
  struct Made {
    const source::SourceFile* from;
    yaml::File file;
  };

  void Add(const source::SourceFile& from, const std::vector<const Value*>& roots, std::string text,
           Session& session) {
    const source::SourceFile& printed = session.sources.AddText(from.name() + " (rendered)", std::move(text));
    Made& made = files_[printed.base()];
    made.from = &from;
    made.file.source = &printed;
    for (const Value* root : roots) {
      made.file.documents.push_back({root, root->span});
    }
  }

  std::map<uint32_t, Made> files_;  // by the base of the text
};

// Moves findings to the templates and data values.
class TemplateFindings {
 public:
  TemplateFindings(const TemplateOutput& output, const Value& values, bool has_user_values, Session& session)
      : output_(output), values_(values), has_user_values_(has_user_values), session_(session) {}

  void Take(diag::Diagnostic finding) {
    if (finding.kind == diag::Kind::kNoInput) {
      return;  // resources of ignored kinds only
    }
    std::vector<diag::Label> labels;
    for (diag::Label& label : finding.labels) {
      if (const source::SourceFile* from = output_.TemplateOf(label.span)) {
        label.span = {from->base(), from->base()};
      }
      const bool is_known = !label.span.has_value() || session_.sources.Contains(label.span);
      if (labels.empty() || is_known) {
        label.span = is_known ? label.span : source::Span();
        labels.push_back(std::move(label));
      }
    }
    finding.labels = std::move(labels);
    finding.value_span = {};
    finding.fix = {};
    finding.superseded_by.clear();
    finding.superseded.clear();
    MoveToDataValue(finding);
    const source::Span primary = finding.labels.empty() ? source::Span() : finding.labels.front().span;
    if (!primary.has_value() || reported_.insert({primary.begin, primary.end, finding.message}).second) {
      session_.emit.Emit(std::move(finding));
    }
  }

 private:
  const Value* DataValueAt(source::Span span) const {
    if (!span.has_value()) {
      return nullptr;
    }
    const std::vector<std::string_view> keys = KeysOfDataValue(session_.sources.Text(span));
    const Value* value = keys.empty() ? nullptr : &values_;
    for (const std::string_view key : keys) {
      value = value == nullptr ? nullptr : value::Find(*value, key);
    }
    return value;
  }

  void MoveToDataValue(diag::Diagnostic& finding) const {
    if (finding.labels.empty()) {
      return;
    }
    const source::Span at = finding.labels.front().span;
    const Value* value = DataValueAt(at);
    if (!has_user_values_ &&
        (value != nullptr ? IsEmpty(*value) : finding.kind == diag::Kind::kNullNotAllowed)) {
      finding.severity = diag::Severity::kNote;
      finding.hint = "pass a value with `--data-values-file`: the default is empty";
    }
    if (value != nullptr && value->span.has_value() && session_.sources.Contains(value->span)) {
      finding.labels.front().span = value->span;
      finding.labels.insert(finding.labels.begin() + 1,
                            {at, "the template uses it here", diag::LabelRole::kRelated});
    }
  }

  const TemplateOutput& output_;
  const Value& values_;
  const bool has_user_values_;
  Session& session_;
  std::set<std::tuple<uint32_t, uint32_t, std::string>> reported_;
};

// Returns the number of resources.
size_t Validate(const TemplateOutput& output, KubernetesOptions options, source::FileReader& reader,
                Session& session) {
  const auto table = schemas::kubernetes::ApiTable::Builtin();
  options.paths = output.paths();
  options.are_named = false;
  options.uses_kustomizations_above = false;
  options.ignored_kinds = {"*"};
  options.parsed = output.parsed();
  options.passed = nullptr;
  if (options.versions.empty()) {
    options.versions = {table.newest()};
  }
  return RunManifests(options, session.limits, table, reader, session, nullptr).resource_count;
}

}  // namespace

size_t CheckTemplateManifests(const RenderResult& rendered, bool has_user_values,
                              const KubernetesOptions& options, source::FileReader& reader,
                              Session& rendering) {
  rendering.Freeze();
  Session session(&rendering);
  session.steps = rendering.StepsTaken();
  const TemplateOutput output(rendered, session);
  const size_t resource_count = output.empty() ? 0 : Validate(output, options, reader, session);
  TemplateFindings findings(output, *rendered.values, has_user_values, rendering);
  rendering.TakeSecretKeys(session.SecretKeys());
  rendering.findings.CountDropped(session.findings);
  for (diag::Diagnostic& finding : policy::AttachSuperseded(session.findings.Sorted())) {
    findings.Take(std::move(finding));
  }
  return resource_count;
}

}  // namespace kval::driver
