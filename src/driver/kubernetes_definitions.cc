#include "src/driver/kubernetes_definitions.h"

#include <algorithm>
#include <utility>

#include "src/diag/read_fault.h"
#include "src/driver/schema_location.h"
#include "src/yaml/json_stream.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kNoDefinition{diag::Kind::kBadCrd,
                                        "{} holds no CustomResourceDefinition of apiextensions.k8s.io/v1"};
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

bool Definitions::Load(const std::vector<GivenFile>& files) {
  bool ok = true;
  for (const GivenFile& file : files) {
    Result<std::string> text =
        file.directory.empty() ? reader_.Read(file.path) : reader_.ReadBelow(file.directory, file.path);
    if (!text) {
      diag::ReportReadFault({}, text.failure(), session_.emit);
      ok = false;
      continue;
    }
    const size_t before = kinds_.size();
    const std::string name = file.path.starts_with("./") ? file.path.substr(2) : file.path;
    if (MayDefine(*text)) {
      Take(name, *text);
    }
    if (kinds_.size() == before && file.directory.empty()) {
      session_.emit.Report({}, kNoDefinition, name).As(diag::Severity::kWarning).Emit();
    }
  }
  return ok;
}

void Definitions::Define(const std::string& name, Text text) {
  Take(name, text);
  judged_.push_back(session_.sources.file(session_.sources.file_count() - 1).span());
}

void Definitions::Take(const std::string& name, Text text) {
  const source::SourceFile& file = session_.sources.AddText(name, std::string(text));
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  ForEachResource(yaml::ReadFile(file, ManifestReading(limits_), session_.arena, silence),
                  [&](const value::Value& resource) {
                    if (schemas::crd::IsDefinition(resource)) {
                      kinds_.Add(resource);
                    }
                  });
}

void Definitions::Find(const std::string& name, Text text, const std::vector<std::string>& locations,
                       size_t version) {
  source::SourceMap sources;
  Arena arena;
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  const source::SourceFile& file = sources.AddText(name, std::string(text));
  ForEachResource(yaml::ReadFile(file, ManifestReading(limits_), arena, silence),
                  [&](const value::Value& resource) { FindFor(resource, locations, version); });
}

void Definitions::FindFor(const value::Value& resource, const std::vector<std::string>& locations,
                          size_t version) {
  if (resource.kind != value::Kind::kMapping) {
    return;
  }
  const value::Value* api_version = value::Find(resource, "apiVersion");
  const value::Value* kind = value::Find(resource, "kind");
  const bool is_resource = api_version != nullptr && kind != nullptr &&
                           api_version->kind == value::Kind::kString && kind->kind == value::Kind::kString;
  if (!is_resource || table_.VersionsOf(api_version->raw, kind->raw) != 0 ||
      kinds_.Find(api_version->raw, kind->raw) != nullptr) {
    return;
  }
  for (const std::string& location : locations) {
    const std::string path = SchemaPath(location, {api_version->raw, kind->raw, table_.versions()[version]});
    if (!path.empty() && reader_.KindOf(path) == source::PathKind::kFile &&
        TakeSchema(path, api_version->raw, kind->raw)) {
      return;
    }
  }
}

// A definition, or a JSON Schema made of one.
bool Definitions::TakeSchema(const std::string& path, Text api_version, Text kind) {
  const Result<std::string> text = reader_.Read(path);
  if (!text) {
    diag::ReportReadFault({}, text.failure(), session_.emit);
    return true;
  }
  if (MayDefine(*text)) {
    Take(path, *text);
    return kinds_.Find(api_version, kind) != nullptr;
  }
  const source::SourceFile& file = session_.sources.AddText(path, *text);
  const yaml::File read = yaml::ReadFile(file, ManifestReading(limits_), session_.arena, session_.emit);
  const value::Value* root = read.documents.front().root;
  if (root->kind != value::Kind::kMapping) {
    return false;
  }
  kinds_.AddSchema(api_version, kind, *root);
  return true;
}

void Definitions::ReportSkipped(std::vector<source::Span> rules) const {
  const auto is_before = [](source::Span a, source::Span b) { return a.begin < b.begin; };
  const auto is_judged = [&](source::Span rule) {
    return std::any_of(judged_.begin(), judged_.end(),
                       [&](source::Span text) { return rule.begin >= text.begin && rule.begin < text.end; });
  };
  rules.erase(std::remove_if(rules.begin(), rules.end(), is_judged), rules.end());
  std::sort(rules.begin(), rules.end(), is_before);
  rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
  for (auto first = rules.begin(); first != rules.end();) {
    const uint32_t end = session_.sources.FileOf(*first).span().end;
    const auto next = std::find_if(first, rules.end(), [&](source::Span rule) { return rule.begin >= end; });
    const auto more = next - first - 1;
    if (more == 0) {
      session_.emit.Report(*first, kSkipped).Emit();
    } else {
      session_.emit.Report(*first, kSkippedSome, more).Emit();
    }
    first = next;
  }
}

}  // namespace kval::driver
