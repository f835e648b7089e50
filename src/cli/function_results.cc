#include "src/cli/function_results.h"

#include <algorithm>
#include <charconv>

#include "src/value/builder.h"
#include "src/yaml/writer.h"

namespace kval::cli {
namespace {

using value::Kind;

// Where kustomize and kpt note which file a resource is from: today's names, and older ones.
constexpr std::string_view kPaths[] = {"internal.config.kubernetes.io/path", "config.kubernetes.io/path"};
constexpr std::string_view kIndexes[] = {"internal.config.kubernetes.io/index", "config.kubernetes.io/index"};

const value::Value* At(const value::Value* map, std::string_view key) {
  return map != nullptr && map->kind == Kind::kMapping ? value::Find(*map, key) : nullptr;
}

std::string_view TextAt(const value::Value* map, std::string_view key) {
  const value::Value* found = At(map, key);
  return found != nullptr && found->kind == Kind::kString ? found->raw : std::string_view();
}

std::string_view ResultSeverity(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::kError:
      return "error";
    case diag::Severity::kWarning:
      return "warning";
    case diag::Severity::kNote:
      return "info";
  }
  return "info";
}

class Writer {
 public:
  Writer(const value::Value& list, Arena& arena) : list_(list), build_(&arena) {}

  const value::Value* Result(const diag::Diagnostic& finding) {
    std::vector<value::Entry> entries;
    const std::string hint = finding.hint.empty() ? "" : " (" + finding.hint + ")";
    Add(entries, "message", finding.message + hint);
    Add(entries, "severity", ResultSeverity(finding.severity));
    const value::Value* item = ItemOf(finding.path);
    const value::Value* reference = item != nullptr ? Reference(*item) : nullptr;
    if (reference != nullptr && !reference->entries().empty()) {
      entries.push_back({build_.String("resourceRef"), reference});
    }
    const diag::Path within(finding.path.begin() + (item != nullptr ? 2 : 0), finding.path.end());
    if (!within.empty()) {
      std::vector<value::Entry> field;
      Add(field, "path", diag::Display(within));
      entries.push_back({build_.String("field"), build_.Mapping(field)});
    }
    if (const value::Value* file = item != nullptr ? File(*item) : nullptr) {
      entries.push_back({build_.String("file"), file});
    }
    std::vector<value::Entry> tags;
    Add(tags, "rule", diag::CodeOf(finding.kind));
    entries.push_back({build_.String("tags"), build_.Mapping(tags)});
    return build_.Mapping(entries);
  }

 private:
  void Add(std::vector<value::Entry>& entries, std::string_view key, std::string_view text) {
    if (!text.empty()) {
      entries.push_back({build_.String(key), build_.String(text)});
    }
  }

  // The resource of the list that a path leads into.
  const value::Value* ItemOf(const diag::Path& path) const {
    const value::Value* items = At(&list_, "items");
    const bool is_below = path.size() >= 2 && path[0].key == "items" && path[1].index >= 0;
    if (!is_below || items == nullptr || items->kind != Kind::kSequence ||
        static_cast<size_t>(path[1].index) >= items->items().size()) {
      return nullptr;
    }
    return items->items()[static_cast<size_t>(path[1].index)];
  }

  const value::Value* Reference(const value::Value& item) {
    std::vector<value::Entry> entries;
    Add(entries, "apiVersion", TextAt(&item, "apiVersion"));
    Add(entries, "kind", TextAt(&item, "kind"));
    const value::Value* metadata = At(&item, "metadata");
    Add(entries, "namespace", TextAt(metadata, "namespace"));
    Add(entries, "name", TextAt(metadata, "name"));
    return build_.Mapping(entries);
  }

  const value::Value* File(const value::Value& item) {
    const value::Value* annotations = At(At(&item, "metadata"), "annotations");
    std::string_view path, index;
    for (size_t i = 0; i < std::size(kPaths); ++i) {
      path = path.empty() ? TextAt(annotations, kPaths[i]) : path;
      index = index.empty() ? TextAt(annotations, kIndexes[i]) : index;
    }
    if (path.empty()) {
      return nullptr;
    }
    std::vector<value::Entry> entries;
    Add(entries, "path", path);
    int64_t number = 0;
    const auto [end, fault] = std::from_chars(index.data(), index.data() + index.size(), number);
    if (!index.empty() && fault == std::errc() && end == index.data() + index.size()) {
      entries.push_back({build_.String("index"), build_.Int(number)});
    }
    return build_.Mapping(entries);
  }

  const value::Value& list_;
  value::Builder build_;
};

}  // namespace

void WriteResourceList(std::string_view text, const value::Value& list,
                       const std::vector<diag::Diagnostic>& findings, Arena& arena, std::string& out) {
  value::Builder build(&arena);
  Writer writer(list, arena);
  std::vector<const value::Value*> results;
  const value::Value* known = At(&list, "results");
  if (known != nullptr && known->kind == Kind::kSequence) {
    results.assign(known->items().begin(), known->items().end());
  }
  for (const diag::Diagnostic& finding : findings) {
    results.push_back(writer.Result(finding));
  }
  const bool has_more = text.find("\n...") != std::string_view::npos;
  const bool is_block =
      !list.entries().empty() && !text.empty() && text.find_first_of("{[") != 0 && !has_more;
  const value::Entry added{build.String("results"), build.Sequence(results)};
  if (known == nullptr && results.empty()) {
    out += text;
    return;
  }
  if (known == nullptr && is_block && list.style != value::Style::kFlow) {
    out += text;
    out += text.ends_with('\n') ? "" : "\n";
    yaml::WriteYaml(*build.Mapping(std::span(&added, 1)), {yaml::Habit::kYtt, value::Dialect::kK8s}, out);
    return;
  }
  std::vector<value::Entry> entries;
  std::copy_if(list.entries().begin(), list.entries().end(), std::back_inserter(entries),
               [](const value::Entry& entry) { return entry.key->raw != "results"; });
  entries.push_back(added);
  yaml::WriteYaml(*build.Mapping(entries), {yaml::Habit::kYtt, value::Dialect::kK8s}, out);
}

}  // namespace kval::cli
