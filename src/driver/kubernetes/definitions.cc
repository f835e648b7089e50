#include "src/driver/kubernetes/definitions.h"

#include <algorithm>
#include <set>
#include <utility>

#include "src/diag/read_failure.h"
#include "src/diag/spans.h"
#include "src/driver/parallel_for.h"
#include "src/yaml/json_stream.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kNoDefinition{diag::Kind::kBadCrd,
                                        "{} contains no CustomResourceDefinition of apiextensions.k8s.io/v1"};
constexpr diag::Def<Text, Text> kNoLocation{diag::Kind::kNoInput, "schemas cannot be looked for at {}: {}"};
constexpr diag::Def<> kSkipped{diag::Kind::kCelSkipped,
                               "the rule compares with the old object and is not checked"};
constexpr diag::Def<ptrdiff_t> kSkippedSome{
    diag::Kind::kCelSkipped,
    "this rule and {} more of the file compare with the old object and are not checked"};

// Each document, and each item of those that are lists.
template <typename Fn>
void ForEachResource(const yaml::File& read, Fn fn) {
  for (const yaml::Document& document : read.documents) {
    fn(*document.root);
    const value::Value* items =
        document.root->kind == value::Kind::kMapping ? value::Find(*document.root, "items") : nullptr;
    if (items != nullptr && items->kind == value::Kind::kSequence) {
      std::for_each(items->items().begin(), items->items().end(),
                    [&](const value::Value* item) { fn(*item); });
    }
  }
}

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

yaml::ReadOptions ManifestReading(const Limits& limits) {
  yaml::ReadOptions reading;
  reading.dialect = value::Dialect::kK8s;
  reading.reader = &yaml::JsonStreamReader();
  reading.limits = limits;
  return reading;
}

bool MayDefine(Text text) {
  return text.find("CustomResourceDefinition") != Text::npos &&
         text.find("apiextensions.k8s.io/v1") != Text::npos;
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
    const size_t before = kinds_.size();
    const std::string name = file.path.starts_with("./") ? file.path.substr(2) : file.path;
    if (MayDefine(*text)) {
      Take(sources_.AddText(name, *std::move(text)), *arenas_.emplace_back(std::make_unique<Arena>()));
    }
    if (kinds_.size() == before && file.directory.empty()) {
      emit_.Report({}, kNoDefinition, name).As(diag::Severity::kWarning).Emit();
    }
  }
  return ok;
}

void Definitions::Define(const std::vector<Manifest>& manifests, size_t jobs) {
  std::vector<const source::SourceFile*> files;
  std::vector<yaml::File> read(manifests.size());
  const size_t first_arena = arenas_.size();
  for (const Manifest& manifest : manifests) {
    files.push_back(&sources_.AddText(manifest.name, std::string(manifest.text)));
    validated_strings_.push_back(files.back()->span());
    arenas_.push_back(std::make_unique<Arena>());
  }
  ParallelFor(manifests.size(), jobs, [&](size_t i, size_t /*thread*/) {
    diag::Collector unheard;
    diag::Emitter silence(&unheard);
    read[i] = yaml::ReadFile(*files[i], ManifestReading(limits_), *arenas_[first_arena + i], silence);
  });
  for (const yaml::File& file : read) {
    Add(file, file.source->name());
  }
}

void Definitions::Take(const source::SourceFile& file, Arena& arena) {
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  Add(yaml::ReadFile(file, ManifestReading(limits_), arena, silence), {});
}

void Definitions::ForEachObject(const Manifest& manifest,
                                const std::function<void(const value::Value&)>& visit) {
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  Arena& arena = *arenas_.emplace_back(std::make_unique<Arena>());
  ForEachResource(yaml::ReadFile(sources_.AddText(manifest.name, std::string(manifest.text)),
                                 ManifestReading(limits_), arena, silence),
                  visit);
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

void Definitions::Add(const yaml::File& read, std::string_view manifest) {
  ForEachResource(read, [&](const value::Value& resource) {
    if (schemas::crd::IsDefinition(resource)) {
      kinds_.Add(resource, manifest);
    }
  });
}

bool Definitions::Locate(const std::vector<std::string>& locations) {
  bool ok = true;
  for (const std::string& text : locations) {
    const SchemaLocation location(text);
    std::string failure = location.error();
    if (failure.empty() && !location.is_builtin() &&
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

void Definitions::Find(const std::string& name, Text text, size_t version) {
  if (locations_.empty()) {
    return;
  }
  source::SourceMap sources;
  Arena arena;
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  const source::SourceFile& file = sources.AddText(name, std::string(text));
  ForEachResource(yaml::ReadFile(file, ManifestReading(limits_), arena, silence),
                  [&](const value::Value& resource) { FindFor(resource, version); });
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
  missed_.insert(std::move(requested));
}

// A definition, or a JSON Schema made of one.
bool Definitions::TakeSchema(const SchemaLocation& location, const std::string& path,
                             const SchemaName& name) {
  if (taken_.count(path) != 0) {
    return false;
  }
  // The path depends on the resource, so it is untrusted.
  const Result<std::string> text =
      location.is_one_file() ? reader_.Read(path) : reader_.ReadBelow(location.Root(), path);
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

std::vector<TextRelocation> Definitions::MergeInto(const std::vector<FileResult>& verdicts,
                                                   std::vector<source::Span> skipped) {
  ReportSkipped(std::move(skipped));
  std::vector<TextRelocation> moves = GiveStrings(verdicts);
  session_.findings.CountDropped(findings_);
  for (diag::Diagnostic& finding : findings_.Release()) {
    RelocateSpans(moves, finding);
    session_.emit.Emit(std::move(finding));
  }
  return moves;
}

std::vector<TextRelocation> Definitions::GiveStrings(const std::vector<FileResult>& verdicts) {
  std::vector<std::unique_ptr<source::SourceFile>> strings = sources_.Release();
  std::set<size_t> used;
  const auto note = [&](source::Span span) {
    const auto after =
        std::upper_bound(strings.begin(), strings.end(), span.begin,
                         [](uint32_t offset, const auto& text) { return offset < text->base(); });
    if (span.has_value() && after != strings.begin() && (*(after - 1))->Contains(span.begin)) {
      used.insert(static_cast<size_t>(after - strings.begin()) - 1);
    }
  };
  const auto note_all = [&](const diag::Diagnostic& finding) { diag::ForEachSpan(finding, note); };
  for (const FileResult& verdict : verdicts) {
    const std::vector<diag::Diagnostic>& found = verdict.findings.diagnostics();
    std::for_each(found.begin(), found.end(), note_all);
  }
  std::for_each(findings_.diagnostics().begin(), findings_.diagnostics().end(), note_all);
  std::vector<TextRelocation> moves;
  for (const size_t i : used) {
    const source::Span from = strings[i]->span();
    if (const source::SourceFile* place = session_.sources.Adopt(std::move(strings[i])); place != nullptr) {
      moves.push_back({from, place->base() - from.begin});
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
  for (auto first = rules.begin(); first != rules.end();) {
    const uint32_t end = sources_.FileOf(*first).span().end;
    const auto next = std::find_if(first, rules.end(), [&](source::Span rule) { return rule.begin >= end; });
    const auto more = next - first - 1;
    if (more == 0) {
      emit_.Report(*first, kSkipped).Emit();
    } else {
      emit_.Report(*first, kSkippedSome, more).Emit();
    }
    first = next;
  }
}

}  // namespace kval::driver
