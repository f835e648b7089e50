#include "src/driver/helm/rendered_manifests.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "src/diag/resource_rule.h"
#include "src/driver/helm/misindented_output.h"
#include "src/driver/helm/rendered_texts.h"
#include "src/driver/inputs/parsed_files.h"
#include "src/driver/kubernetes/definitions.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/driver/kubernetes/manifest_run.h"
#include "src/helm/render/line_of_text.h"
#include "src/helm/render/value_to_blame.h"
#include "src/policy/attach_superseded.h"
#include "src/support/lexical_path.h"
#include "src/support/substitute.h"
#include "src/yaml/message_text.h"

namespace kval::driver {
namespace {

using helm::render::CrdFile;
using helm::render::Manifest;
using helm::render::RenderedChart;

constexpr diag::Def<std::string_view, std::string_view, std::string_view> kUnknown{
    diag::Kind::kNotChecked, "{} of kinds without a known schema {} not checked, such as {}"};

constexpr diag::Def<std::string_view> kNoObject{
    diag::Kind::kMissingRequired,
    "{} renders a document without `apiVersion` and `kind`, which `helm install` rejects"};

constexpr size_t kMaxLine = 200;  // bytes of a rendered line that a note shows

// Files of the chart in memory, the others of another reader.
class ChartReader final : public source::FileReader {
 public:
  ChartReader(source::MemoryFileReader& chart, source::FileReader& others) : chart_(chart), others_(others) {}
  source::PathKind KindOf(const std::string& path) override { return Of(path).KindOf(path); }
  Result<std::string> Read(const std::string& path) override { return Of(path).Read(path); }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    return Of(path).ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return Of(directory).List(directory);
  }
  source::Tree Walk(const std::string& directory) override { return Of(directory).Walk(directory); }
  Result<std::string> RealPath(const std::string& path) override { return Of(path).RealPath(path); }

 private:
  source::FileReader& Of(const std::string& path) {
    return chart_.KindOf(path) == source::PathKind::kMissing ? others_
                                                             : static_cast<source::FileReader&>(chart_);
  }

  source::MemoryFileReader& chart_;
  source::FileReader& others_;
};

// Moves findings about rendered text to the values and templates.
class FindingTranslator {
 public:
  FindingTranslator(RenderedChart& chart, bool has_user_values, const std::vector<std::string>& policy_files,
                    const std::map<std::string, RenderedText, std::less<>>& texts,
                    const schemas::kubernetes::ApiTable& table, const source::SourceMap& rendered,
                    Session& session)
      : chart_(chart),
        has_user_values_(has_user_values),
        policy_files_(policy_files),
        texts_(texts),
        table_(table),
        rendered_(rendered),
        session_(session) {}

  void Take(diag::Diagnostic finding) {
    const std::optional<Rendered> at =
        finding.labels.empty() ? std::nullopt : RenderedAt(finding.labels.front().span);
    if (finding.kind == diag::Kind::kNoInput && finding.severity != diag::Severity::kError) {
      return;  // a chart need not have resources
    }
    if (at && finding.kind == diag::Kind::kUnknownResource && IsCustom(*at->place.manifest)) {
      first_unknown_ = unknown_count_++ == 0 ? at->place.manifest : first_unknown_;
      return;
    }
    if (!at && IsOfPolicies(finding)) {
      return;  // a part of the policy that is not evaluated: reported by the run that validates the file
    }
    const bool has_no_head =
        at && at->place.manifest->api_version.empty() && at->place.manifest->kind.empty();
    if (has_no_head && finding.kind == diag::Kind::kNotManifest) {
      finding.kind = kNoObject.kind;
      finding.severity = diag::Severity::kWarning;  // no manifest: another program may remove it
      finding.message = Substitute(kNoObject.format, at->place.manifest->file->name);
      finding.hint = "`helm template` prints it; make the output empty, or add both keys";
    }
    // Helm uses the last one, and Kubernetes never sees the first.
    const bool is_duplicate = finding.kind == diag::Kind::kDuplicateKey;
    finding.severity = is_duplicate ? diag::Severity::kWarning : finding.severity;
    if (!has_user_values_ && HasNoValue(finding, at)) {
      finding.severity = diag::Severity::kNote;
      finding.hint = "pass a value with `-f`: the chart has no default for it";
    }
    const helm::TableValue* const other = OtherKind(finding, at);
    const std::optional<MisindentedOutput> misindented =
        other == nullptr ? MisindentedPart(finding, at) : std::nullopt;
    if (misindented && !misindented_.insert({misindented->action.begin, misindented->empty_key}).second) {
      return;  // of a key that the same action prints
    }
    Translate(finding, at);
    if (misindented) {
      ShowAction(finding, *misindented);
    } else if (other != nullptr) {
      ShowOtherKind(finding, *other);
    }
    const source::Span primary = finding.labels.empty() ? source::Span{} : finding.labels.front().span;
    if (primary.has_value() && blames_value_ && (IsAboutValue(finding.kind) || other != nullptr)) {
      const auto [first, is_new] =
          wrong_values_.try_emplace({primary.begin, primary.end},
                                    diag::DiagnosticRef{finding.kind, primary, diag::Display(finding.path)});
      if (!is_new) {
        finding.superseded_by.push_back(first->second);  // the same value at another place
      }
    }
    if (!primary.has_value() || reported_.insert({primary.begin, primary.end, finding.message}).second) {
      session_.emit.Emit(std::move(finding));
    }
  }

  void ReportUnknown() {
    if (unknown_count_ == 0) {
      return;
    }
    const bool is_one = unknown_count_ == 1;
    session_.emit
        .Report(
            {}, kUnknown, is_one ? "1 resource" : std::to_string(unknown_count_) + " resources",
            is_one ? "is" : "are",
            first_unknown_->kind + " of " + first_unknown_->api_version + " in " + first_unknown_->file->name)
        .As(diag::Severity::kNote)
        .Hint("pass their CustomResourceDefinitions with `--crds`")
        .Emit();
  }

 private:
  struct Rendered {
    RenderedText::Place place;
    uint32_t size;

    // See RenderedFile.
    source::Span Include() const { return place.manifest->file->IncludeAt(place.offset); }
  };

  // Whether a key has no value in the rendered text, because the values lack it.
  static bool HasNoValue(const diag::Diagnostic& finding, const std::optional<Rendered>& at) {
    if (finding.kind != diag::Kind::kMissingRequired || !at || finding.path.empty()) {
      return finding.kind == diag::Kind::kNullNotAllowed;
    }
    const std::string_view text = at->place.manifest->file->text;
    return text.substr(at->place.offset).starts_with(finding.path.back().key + ":");
  }

  // Whether no use of the value at such a place is right.
  static bool IsAboutValue(diag::Kind kind) {
    using diag::Kind;
    constexpr std::array kKinds = {Kind::kTypeMismatch, Kind::kNoUnionMember, Kind::kFormat, Kind::kBadName,
                                   Kind::kOneOf,        Kind::kPattern,       Kind::kMin,    Kind::kMax,
                                   Kind::kMinLen,       Kind::kMaxLen};
    return std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end();
  }

  // Whether a finding at a key is about its value: a wrong type, a missing key, or fields that do not fit.
  static bool ConcernsValueOfKey(diag::Kind kind) {
    return kind == diag::Kind::kTypeMismatch || kind == diag::Kind::kNoUnionMember ||
           kind == diag::Kind::kMissingRequired || diag::GroupOf(kind) == diag::Kind::kResource;
  }

  // The path of a finding's value. A missing key is reported at the key of its map, which the part is.
  static diag::Path PathOf(const diag::Diagnostic& finding, const helm::render::RenderedPart& part) {
    diag::Path path = finding.path;
    const std::string_view text =
        std::string_view(part.file->text).substr(part.begin, part.end - std::min(part.begin, part.end));
    if (path.size() > 1 && path.back().index < 0 && path.back().key != text &&
        path[path.size() - 2].key == text) {
      path.pop_back();
    }
    return path;
  }

  // Rendered text as a source file of the session, in which secrets are recognized, so that messages do not
  // show them.
  uint32_t BaseOf(const helm::render::RenderedFile& file) {
    const auto [known, is_new] = bases_.try_emplace(&file, 0);
    if (is_new) {
      known->second = session_.sources.AddText(file.name + " (rendered)", file.text).base();
    }
    return known->second;
  }

  std::optional<MisindentedOutput> MisindentedPart(const diag::Diagnostic& finding,
                                                   const std::optional<Rendered>& at) const {
    if (!at || finding.kind != diag::Kind::kUnknownKey) {
      return std::nullopt;
    }
    return FindMisindentedOutput(*at->place.manifest->file, at->place.offset, session_.sources);
  }

  // The value of another kind than its default that printed an undeclared key.
  const helm::TableValue* OtherKind(const diag::Diagnostic& finding,
                                    const std::optional<Rendered>& at) const {
    return at && finding.kind == diag::Kind::kUnknownKey
               ? helm::render::FindValueOfOtherKind(chart_, *at->place.manifest->file, at->place.offset)
               : nullptr;
  }

  // One finding about such a value.
  static void ShowOtherKind(diag::Diagnostic& finding, const helm::TableValue& value) {
    const std::string expected = yaml::WithArticle(value::KindName(value.below->kind()));
    finding.labels.front() = {value.written->span,
                              "this is " + yaml::WithArticle(value::KindName(value.kind())) +
                                  ", but the default of the chart is " + expected,
                              diag::LabelRole::kPrimary};
    finding.expected.clear();
    finding.hint = "use " + expected + ", like the default";
  }

  // One finding about the action instead of one about each key that it prints.
  static void ShowAction(diag::Diagnostic& finding, const MisindentedOutput& output) {
    finding.labels.front() = {output.action, "its keys are next to `" + output.empty_key + "`, not in it",
                              diag::LabelRole::kPrimary};
    std::erase_if(finding.labels,
                  [](const diag::Label& label) { return label.role == diag::LabelRole::kRelated; });
    finding.expected.clear();
    finding.hint = "indent the output more: `" + output.empty_key + "` above it is empty";
  }

  bool IsOfPolicies(const diag::Diagnostic& finding) const {
    const source::Span place = finding.labels.empty() ? source::Span() : finding.labels.front().span;
    if (!place.has_value() || !rendered_.Contains(place)) {
      return false;
    }
    const std::string_view name = rendered_.FileOf(place).name();
    return std::any_of(policy_files_.begin(), policy_files_.end(),
                       [&](const std::string& path) { return LexicallyNormal(path) == name; });
  }

  bool IsCustom(const Manifest& manifest) const {
    const size_t slash = manifest.api_version.find('/');
    return slash != std::string::npos && !table_.KnowsGroup(manifest.api_version.substr(0, slash));
  }

  std::optional<Rendered> RenderedAt(source::Span span) const {
    if (!span.has_value() || !rendered_.Contains(span)) {
      return std::nullopt;
    }
    const source::SourceFile& file = rendered_.FileOf(span);
    const auto text = texts_.find(file.name());
    const auto place = text == texts_.end() ? std::nullopt : text->second.Find(span.begin - file.base());
    return place ? std::optional(Rendered{*place, span.size()}) : std::nullopt;
  }

  // The place in the template, or in a file that the command line names; none for other strings.
  source::Span PlaceOf(source::Span span) {
    if (const std::optional<Rendered> at = RenderedAt(span)) {
      return at->place.manifest->file->PlaceOf(at->place.offset, at->place.offset + at->size,
                                               session_.sources);
    }
    if (!span.has_value() || !rendered_.Contains(span)) {
      return {};
    }
    const source::SourceFile& file = rendered_.FileOf(span);
    const auto crd = std::find_if(chart_.crds().begin(), chart_.crds().end(),
                                  [&](const CrdFile& one) { return one.name == file.name(); });
    const uint32_t base = crd == chart_.crds().end() ? BaseOf(file) : crd->span.begin;
    return {base + (span.begin - file.base()), base + (span.end - file.base())};
  }

  // A file of the command line in the session.
  uint32_t BaseOf(const source::SourceFile& file) {
    const auto [known, is_new] = other_bases_.try_emplace(&file, 0);
    if (is_new) {
      known->second = session_.sources.AddText(file.name(), std::string(file.text())).base();
    }
    return known->second;
  }

  // A number that the template prints as a quoted string is the template's mistake.
  std::optional<source::Span> ValueToBlame(const helm::render::RenderedPart& part,
                                           diag::Diagnostic& finding) {
    std::optional<helm::render::BlamedValue> value =
        helm::render::FindValueToBlame(chart_, part, PathOf(finding, part));
    if (!value && ConcernsValueOfKey(finding.kind)) {
      value = helm::render::FindCollectionToBlame(chart_, part);
    }
    if (!value) {
      return std::nullopt;
    }
    const char first = part.begin < part.file->text.size() ? part.file->text[part.begin] : ' ';
    const bool is_quoted = first == '"' || first == '\'';
    if (finding.kind == diag::Kind::kTypeMismatch && is_quoted && !value->is_string) {
      finding.hint = "the template prints the value as a string: remove `quote` or the quotes";
      return std::nullopt;
    }
    if (value->is_counted) {
      finding.labels.front().text.clear();  // about the number
      finding.hint.clear();
    }
    return helm::render::FindLineOfText(value->span, *part.file, part.begin, part.end, session_.sources);
  }

  void Translate(diag::Diagnostic& finding, const std::optional<Rendered>& at) {
    std::optional<source::Span> value;
    std::vector<diag::Label> labels;
    source::Span rendered;
    blames_value_ = false;
    if (at) {
      const helm::render::RenderedFile& file = *at->place.manifest->file;
      const uint32_t end = std::min<uint32_t>(
          at->place.offset + at->size,
          at->place.manifest->offset() + static_cast<uint32_t>(at->place.manifest->content.size()));
      value = ValueToBlame({&file, at->place.offset, end}, finding);
      blames_value_ = value.has_value();
      finding.notes.push_back(RenderedLine(*at));
      const uint32_t base = BaseOf(file);
      rendered = {base + at->place.offset, base + std::max(end, at->place.offset)};
    }
    for (diag::Label& label : finding.labels) {
      const bool is_primary = labels.empty();
      const source::Span place = PlaceOf(label.span);
      if (is_primary && value) {
        labels.push_back({*value, std::move(label.text), label.role});
        labels.push_back({place, "the template prints it here", diag::LabelRole::kRelated});
      } else if (is_primary || place.has_value()) {
        labels.push_back({place, std::move(label.text), label.role});
      }
      if (is_primary && !value && at && at->Include().has_value()) {
        labels.push_back({at->Include(), "included here", diag::LabelRole::kRelated});
      }
    }
    if (rendered.has_value()) {
      labels.push_back({rendered, "the rendered text", diag::LabelRole::kRendered});
    }
    finding.labels = std::move(labels);
    finding.value_span = {};
    finding.fix = {};
    finding.superseded_by.clear();
    finding.superseded.clear();
  }

  // Text of a Secret is not shown.
  static std::string RenderedLine(const Rendered& at) {
    const std::string_view text = at.place.manifest->file->text;
    const std::string_view before = text.substr(0, at.place.offset);
    const std::string_view rest = text.substr(before.rfind('\n') + 1);
    std::string note = "rendered line " + std::to_string(std::count(before.begin(), before.end(), '\n') + 1) +
                       " of " + at.place.manifest->file->name;
    if (at.place.manifest->kind != "Secret") {
      note += ": " + std::string(rest.substr(0, std::min(rest.find('\n'), kMaxLine)));
    }
    return note;
  }

  RenderedChart& chart_;
  const bool has_user_values_;
  const std::vector<std::string>& policy_files_;
  const std::map<std::string, RenderedText, std::less<>>& texts_;
  const schemas::kubernetes::ApiTable& table_;
  const source::SourceMap& rendered_;
  Session& session_;
  std::set<std::tuple<uint32_t, uint32_t, std::string>> reported_;
  std::map<const helm::render::RenderedFile*, uint32_t> bases_;
  std::map<const source::SourceFile*, uint32_t> other_bases_;
  bool blames_value_ = false;  // the last finding that was translated
  // The first finding about each value that has a wrong type or spelling.
  std::map<std::pair<uint32_t, uint32_t>, diag::DiagnosticRef> wrong_values_;
  std::set<std::pair<uint32_t, std::string>> misindented_;  // actions with the empty key
  size_t unknown_count_ = 0;
  const Manifest* first_unknown_ = nullptr;
};

// The manifests with the changes, parsed into `files`.
std::shared_ptr<const ParsedFiles> ChangedFiles(const std::map<std::string, RenderedText, std::less<>>& texts,
                                                const ChangeManifests& change, Session& rendered,
                                                std::deque<yaml::File>& files) {
  auto parsed = std::make_shared<ParsedFiles>();
  parsed->are_changed = true;
  for (const auto& [name, text] : texts) {
    const source::SourceFile& file = rendered.sources.AddText(name, text.text());
    files.push_back(yaml::ReadFile(file, ManifestReading(rendered.limits), rendered.arena, rendered.emit));
    change(files.back(), rendered);
    parsed->by_path.emplace(name, &files.back());
  }
  return parsed;
}

}  // namespace

helm::render::Release ReleaseFor(const KubernetesOptions& options,
                                 const schemas::kubernetes::ApiTable& table) {
  const size_t version = options.versions.empty() ? table.newest() : options.versions.back();
  helm::render::Release release;
  std::string_view last;
  // They are sorted, so that those of an apiVersion follow each other.
  for (const schemas::kubernetes::Api& api : table.Apis()) {
    if ((api.versions >> version & 1U) == 0) {
      continue;
    }
    if (api.api_version != last) {
      release.api_versions.emplace_back(last = api.api_version);
    }
    release.api_versions.emplace_back(api.api_version).append("/").append(api.kind);
  }
  release.kube_version = std::string(table.versions()[version]) + ".0";
  release.has_all_api_versions = true;
  return release;
}

ManifestsResult CheckRenderedManifests(RenderedChart& chart, bool has_user_values,
                                       const KubernetesOptions& options,
                                       const schemas::kubernetes::ApiTable& table, source::FileReader& reader,
                                       Session& session, const ChangeManifests& change) {
  const std::map<std::string, RenderedText, std::less<>> texts = TextsOf(chart);
  source::MemoryFileReader files;
  KubernetesOptions all = options;
  all.are_named = false;
  all.uses_kustomizations_above = false;
  if (all.versions.empty()) {
    all.versions = {table.newest()};
  }
  for (const auto& [name, text] : texts) {
    files.AddView(name, text.text());
    all.paths.push_back(name);
  }
  // The files of `crds/` are installed too. Where other definitions exist, the chart's own precede them.
  all.crds.clear();
  for (const CrdFile& crd : chart.crds()) {
    files.AddView(crd.name, crd.text);
    all.paths.push_back(crd.name);
    if (!options.crds.empty() && MayDefine(crd.text)) {
      all.crds.push_back(crd.name);
    }
  }
  all.crds.insert(all.crds.end(), options.crds.begin(), options.crds.end());
  if (all.paths.empty()) {
    return {};
  }
  ChartReader all_files(files, reader);
  Session rendered(session.limits);
  std::deque<yaml::File> changed;
  if (change) {
    all.parsed = ChangedFiles(texts, change, rendered, changed);
    all.passed = nullptr;
  }
  const KubernetesResult result = RunManifests(all, session.limits, table, all_files, rendered, nullptr);
  FindingTranslator translator(chart, has_user_values, options.policy_files, texts, table, rendered.sources,
                               session);
  session.TakeSecretKeys(rendered.SecretKeys());
  session.findings.CountDropped(rendered.findings);
  for (diag::Diagnostic& finding : policy::AttachSuperseded(rendered.findings.Sorted())) {
    translator.Take(std::move(finding));
  }
  translator.ReportUnknown();
  return {result.could_read, result.resource_count};
}

}  // namespace kval::driver
