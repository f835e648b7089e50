#include "src/driver/kubernetes/definitions.h"

#include <algorithm>
#include <utility>

#include "src/diag/read_failure.h"
#include "src/diag/spans.h"
#include "src/kubernetes/composite_definitions.h"
#include "src/kubernetes/constraint_definitions.h"
#include "src/support/text_search.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kNoDefinition{diag::Kind::kBadCrd,
                                        "{} contains no CustomResourceDefinition of apiextensions.k8s.io/v1"};
constexpr diag::Def<Text, Text> kNoLocation{diag::Kind::kNoInput, "schemas cannot be looked for at {}: {}"};
constexpr diag::Def<Text> kNotFetched{diag::Kind::kNoSchema,
                                      "no copies of {} at the addresses of the schema locations are stored"};
constexpr diag::Def<> kSkipped{diag::Kind::kCelSkipped,
                               "the rule compares with the old object and is not checked"};
constexpr diag::Def<ptrdiff_t> kSkippedSome{
    diag::Kind::kCelSkipped,
    "this rule and {} more of the file compare with the old object and are not checked"};

// A name component from a resource that is safe in a file name: it names no other directory.
bool IsPlainName(Text text) {
  return text.find('/') == Text::npos && text.find('\0') == Text::npos && text != "." && text != "..";
}

// The same of an API version: a group and a version, or a version.
bool IsPlainVersion(Text api_version) {
  const size_t slash = api_version.find('/');
  return IsPlainName(api_version.substr(0, slash)) &&
         (slash == Text::npos || IsPlainName(api_version.substr(slash + 1)));
}

}  // namespace

bool MayDefine(Text text) {
  return (ContainsWord(text, "CustomResourceDefinition") && ContainsWord(text, "apiextensions.k8s.io/v1")) ||
         kubernetes::MayDefineComposites(text) || kubernetes::MayDefineConstraints(text);
}

bool Definitions::Load(const std::vector<InputFile>& files) {
  bool ok = true;
  for (const InputFile& file : files) {
    Result<std::string> text =
        file.directory.empty() ? reader_.Read(file.path) : reader_.ReadBelow(file.directory, file.path);
    if (!text) {
      diag::ReportReadFailure({}, text.failure(), emit_);
      ok = false;
      continue;
    }
    size_t count = 0;
    const std::string name = file.path.starts_with("./") ? file.path.substr(2) : file.path;
    if (MayDefine(*text)) {
      count =
          Take(sources_.AddText(name, *std::move(text)), *arenas_.emplace_back(std::make_unique<Arena>()));
    }
    if (count == 0 && file.directory.empty()) {
      emit_.Report({}, kNoDefinition, name).As(diag::Severity::kWarning).Emit();
    }
  }
  return ok;
}

void Definitions::Define(ManifestFiles& manifests) {
  for (size_t i = 0; i < manifests.size(); ++i) {
    if (manifests[i].may_define) {
      const yaml::File& file = manifests.KeepDocumentsOf(i);
      validated_strings_.push_back(file.source->span());
      Add(file, file.source->name());
    }
  }
}

size_t Definitions::Take(const source::SourceFile& file, Arena& arena) {
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  return Add(yaml::ReadFile(file, ManifestReading(limits_), arena, silence), {});
}

bool Definitions::ForEachObjectOf(const std::vector<InputFile>& files,
                                  const std::function<void(const value::Value&)>& visit) {
  const size_t errors = emit_.error_count();
  for (const InputFile& file : files) {
    const Result<const source::SourceFile*> source = ReadInputFile(file, reader_, sources_);
    if (!source) {
      diag::ReportReadFailure({}, source.failure(), emit_);
      continue;
    }
    Arena& arena = *arenas_.emplace_back(std::make_unique<Arena>());
    ForEachResource(yaml::ReadFile(**source, ManifestReading(limits_), arena, emit_), visit);
  }
  return emit_.error_count() == errors;
}

size_t Definitions::Add(const yaml::File& read, std::string_view manifest) {
  size_t count = 0;
  ForEachResource(read, [&](const value::Value& resource) {
    if (schemas::crd::IsDefinition(resource)) {
      kinds_.Add(resource, manifest);
      ++count;
    }
    for (const value::Value* generated : kubernetes::DefinitionsOfComposites(resource, generated_)) {
      kinds_.Add(*generated, manifest);
      ++count;
    }
    if (const value::Value* generated = kubernetes::DefinitionOfConstraints(resource, generated_)) {
      kinds_.Add(*generated, manifest);
      ++count;
    }
  });
  return count;
}

bool Definitions::Locate(const std::vector<std::string>& locations) {
  bool ok = true;
  for (const std::string& text : locations) {
    const SchemaLocation location(text);
    std::string failure = location.error();
    if (failure.empty() && !location.is_builtin() && !location.is_address() &&
        reader_.KindOf(location.Root()) == source::PathKind::kMissing) {
      failure = location.Root() + " does not exist";
    }
    if (!failure.empty()) {
      diag::DiagnosticBuilder said = emit_.Report({}, kNoLocation, text, failure);
      if (text.find("://") != Text::npos) {
        said.Hint("save a copy of the schemas, and specify its directory");
      }
      said.Emit();
      ok = false;
    } else if (!location.is_builtin()) {
      locations_.push_back(location);
    }
  }
  return ok;
}

void Definitions::Find(const yaml::File& file, size_t version) {
  ForEachResource(file, [&](const value::Value& resource) { FindFor(resource, version); });
}

void Definitions::FindFor(const value::Value& resource, size_t version) {
  if (resource.kind != value::Kind::kMapping) {
    return;
  }
  const value::Value* api_version = value::Find(resource, "apiVersion");
  const value::Value* kind = value::Find(resource, "kind");
  const bool is_resource = api_version != nullptr && kind != nullptr &&
                           api_version->kind == value::Kind::kString && kind->kind == value::Kind::kString;
  if (!is_resource || !IsPlainName(kind->raw) || !IsPlainVersion(api_version->raw) ||
      table_.VersionsOf(api_version->raw, kind->raw) != 0 ||
      kinds_.Find(api_version->raw, kind->raw) != nullptr) {
    return;
  }
  const SchemaName name{api_version->raw, kind->raw, table_.versions()[version]};
  std::string requested =
      std::to_string(version) + " " + std::string(api_version->raw) + " " + std::string(kind->raw);
  if (missed_.count(requested) != 0) {
    return;
  }
  for (const SchemaLocation& location : locations_) {
    for (const std::string& path : location.Paths(name)) {
      if (reader_.KindOf(path) == source::PathKind::kFile && TakeSchema(location, path, name)) {
        return;
      }
    }
  }
  for (const SchemaLocation& location : locations_) {
    if (location.is_address()) {
      not_fetched_.insert(location.Paths(name).front());
    }
  }
  missed_.insert(std::move(requested));
}

void Definitions::ReportNotFetched() {
  constexpr size_t kMostShown = 3;
  if (not_fetched_.empty()) {
    return;
  }
  std::string command = "`kval vendor";
  size_t shown = 0;
  for (const std::string& address : not_fetched_) {
    command += shown++ < kMostShown ? " --schema " + address : std::string();
  }
  const size_t count = not_fetched_.size();
  emit_.Report({}, kNotFetched, count == 1 ? "1 schema" : std::to_string(count) + " schemas")
      .As(diag::Severity::kNote)
      .Note("checks download nothing")
      .Hint(command + "` stores " + (count == 1 ? "a copy" : "copies") + " in the repository" +
            (count > kMostShown ? ", and so for the others" : ""))
      .Emit();
}

// A definition, or a JSON Schema made of one.
bool Definitions::TakeSchema(const SchemaLocation& location, const std::string& path,
                             const SchemaName& name) {
  if (taken_.count(path) != 0) {
    return false;
  }
  // The path depends on the resource, so it is untrusted.
  const Result<std::string> text = location.is_one_file() || location.is_address()
                                       ? reader_.Read(path)
                                       : reader_.ReadBelow(location.Root(), path);
  if (!text) {
    diag::ReportReadFailure({}, text.failure(), emit_);
    return true;
  }
  const source::SourceFile& file = sources_.AddText(path, *text);
  Arena& arena = *arenas_.emplace_back(std::make_unique<Arena>());
  if (MayDefine(*text)) {
    taken_.insert(path);
    Take(file, arena);
    return kinds_.Find(name.api_version, name.kind) != nullptr;
  }
  const yaml::File read = yaml::ReadFile(file, ManifestReading(limits_), arena, emit_);
  const value::Value* root = read.documents.front().root;
  if (root->kind != value::Kind::kMapping) {
    return false;
  }
  kinds_.AddSchema(name.api_version, name.kind, *root);
  return true;
}

std::vector<TextRelocation> Definitions::MergeInto(const ManifestFiles& manifests,
                                                   std::vector<FileResult>& verdicts,
                                                   std::vector<source::Span> skipped) {
  ReportSkipped(std::move(skipped));
  std::vector<TextRelocation> moves = GiveStrings(manifests, verdicts);
  session_.findings.CountDropped(findings_);
  for (diag::Diagnostic& finding : findings_.Release()) {
    RelocateSpans(moves, finding);
    session_.emit.Emit(std::move(finding));
  }
  return moves;
}

std::vector<TextRelocation> Definitions::GiveStrings(const ManifestFiles& manifests,
                                                     std::vector<FileResult>& verdicts) {
  std::vector<std::unique_ptr<source::SourceFile>> strings = sources_.Release();
  constexpr size_t kNone = ~size_t{0};
  const auto index_of = [&](source::Span span) {
    const auto after =
        std::upper_bound(strings.begin(), strings.end(), span.begin,
                         [](uint32_t offset, const auto& text) { return offset < text->base(); });
    const bool is_here = span.has_value() && after != strings.begin() && (*(after - 1))->Contains(span.begin);
    return is_here ? static_cast<size_t>(after - strings.begin()) - 1 : kNone;
  };
  std::set<size_t> used;
  std::vector<size_t> own(verdicts.size(), kNone);
  for (size_t i = 0; i < verdicts.size(); ++i) {
    const source::SourceFile* source = manifests[i].source;
    own[i] = source == nullptr ? kNone : index_of(source->span());
    for (const diag::Diagnostic& finding : verdicts[i].findings.diagnostics()) {
      diag::ForEachSpan(finding, [&](source::Span span) {
        if (const size_t file = index_of(span); file != kNone && file != own[i]) {
          used.insert(file);
        }
      });
    }
  }
  for (const diag::Diagnostic& finding : findings_.diagnostics()) {
    diag::ForEachSpan(finding, [&](source::Span span) { used.insert(index_of(span)); });
  }
  used.erase(kNone);
  std::vector<TextRelocation> moves;
  for (const size_t i : used) {
    const source::Span from = strings[i]->span();
    if (const source::SourceFile* place = session_.sources.Adopt(std::move(strings[i])); place != nullptr) {
      moves.push_back({from, place->base() - from.begin});
    }
  }
  for (size_t i = 0; i < verdicts.size(); ++i) {
    if (own[i] != kNone && !used.contains(own[i]) && !verdicts[i].findings.diagnostics().empty()) {
      verdicts[i].strings.push_back(std::move(strings[own[i]]));
    }
  }
  return moves;
}

void Definitions::ReportSkipped(std::vector<source::Span> rules) {
  const auto is_before = [](source::Span a, source::Span b) { return a.begin < b.begin; };
  const auto is_validated = [&](source::Span rule) {
    return std::any_of(validated_strings_.begin(), validated_strings_.end(),
                       [&](source::Span text) { return rule.begin >= text.begin && rule.begin < text.end; });
  };
  rules.erase(std::remove_if(rules.begin(), rules.end(), is_validated), rules.end());
  std::sort(rules.begin(), rules.end(), is_before);
  rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
  has_skipped_rules_ = !rules.empty();
  for (auto first = rules.begin(); first != rules.end();) {
    const uint32_t end = sources_.FileOf(*first).span().end;
    const auto next = std::find_if(first, rules.end(), [&](source::Span rule) { return rule.begin >= end; });
    const auto more = next - first - 1;
    if (more == 0) {
      emit_.Report(*first, kSkipped).Subject("rules about updates").Emit();
    } else {
      emit_.Report(*first, kSkippedSome, more).Subject("rules about updates").Emit();
    }
    first = next;
  }
}

}  // namespace kval::driver
