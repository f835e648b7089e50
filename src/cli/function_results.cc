#include "src/cli/function_results.h"

#include <algorithm>
#include <charconv>
#include <optional>

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
    const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), number);
    if (!index.empty() && error == std::errc() && end == index.data() + index.size()) {
      entries.push_back({build_.String("index"), build_.Int(number)});
    }
    return build_.Mapping(entries);
  }

  const value::Value& list_;
  value::Builder build_;
};

// The spaces in front of the list's keys if another key can follow the text; nothing if the list is in
// braces, in one line with `---`, ended by `...`, or if its last line is not ended and may be that of a block
// scalar.
std::optional<std::string_view> Indentation(const source::SourceFile& file, const value::Value& list) {
  const std::string_view text = file.text();
  const bool may_end_in_scalar = !text.ends_with('\n') && text.find_first_of("|>") != std::string_view::npos;
  if (list.entries().empty() || list.style == value::Style::kFlow || may_end_in_scalar ||
      text.find("\n...") != std::string_view::npos) {
    return std::nullopt;
  }
  const size_t key = list.entries()[0].key->span.begin - file.base();
  const size_t line = text.find_last_of("\r\n", key == 0 ? 0 : key - 1);
  const size_t begin = key == 0 || line == std::string_view::npos ? 0 : line + 1;
  const std::string_view before = text.substr(begin, key - begin);
  return before.find_first_not_of(' ') == std::string_view::npos ? std::optional(before) : std::nullopt;
}

// Appends the lines of a text, each behind `indentation`.
void AppendLines(std::string_view text, std::string_view indentation, std::string& out) {
  while (!text.empty()) {
    const size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    out.append(size > 1 ? indentation : "").append(text.substr(0, size));
    text.remove_prefix(size);
  }
}

}  // namespace

void WriteResourceList(const source::SourceFile& file, const value::Value& list,
                       const std::vector<diag::Diagnostic>& findings, Arena& arena, std::string& out) {
  const yaml::YamlStyle style{yaml::EncoderStyle::kYtt, value::Dialect::kK8s};
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
  const value::Entry added{build.String("results"), build.Sequence(results)};
  if (known == nullptr && results.empty()) {
    out += file.text();
    return;
  }
  const std::optional<std::string_view> indentation = Indentation(file, list);
  if (known == nullptr && indentation) {
    std::string text;
    yaml::WriteYaml(*build.Mapping(std::span(&added, 1)), style, text);
    out.append(file.text()).append(file.text().ends_with('\n') ? "" : "\n");
    AppendLines(text, *indentation, out);
    return;
  }
  std::vector<value::Entry> entries;
  std::copy_if(list.entries().begin(), list.entries().end(), std::back_inserter(entries),
               [](const value::Entry& entry) { return entry.key->raw != "results"; });
  entries.push_back(added);
  yaml::WriteYaml(*build.Mapping(entries), style, out);
}

}  // namespace kval::cli
