#include "src/driver/kubernetes/manifest_variables.h"

#include <algorithm>
#include <span>
#include <utility>

#include "src/kubernetes/kustomization.h"
#include "src/kubernetes/kustomize_fields.h"
#include "src/support/ascii.h"
#include "src/support/lexical_path.h"
#include "src/support/native_stack.h"
#include "src/support/path_text.h"
#include "src/support/text_search.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using Text = std::string_view;
using value::Kind;
using value::Value;

const Value* Find(const Value* map, Text key) {
  return map == nullptr ? nullptr : value::Find(*map, key);
}

Text TextOf(const Value* value) {
  return value == nullptr || value->is_collection() ? Text() : value->raw.view();
}

bool IsNameCharacter(char c) {
  return c == '_' || IsAlnum(c);
}

bool IsName(Text name) {
  return !name.empty() && !IsDigit(name.front()) && std::all_of(name.begin(), name.end(), IsNameCharacter);
}

// Whether a text has `${NAME…}` without a `$` before, or `${{ … }}`, an expression of Backstage's templates.
// clusterctl allows spaces around the name.
bool HasVariable(Text text) {
  for (size_t at = text.find("${"); at != Text::npos; at = text.find("${", at + 2)) {
    size_t begin = at + 2;
    if (text.substr(begin).starts_with('{') && text.find("}}", begin) != Text::npos) {
      return true;
    }
    while (begin < text.size() && text[begin] == ' ') {
      ++begin;
    }
    size_t end = begin;
    while (end < text.size() && IsNameCharacter(text[end])) {
      ++end;
    }
    const bool is_escaped = at > 0 && text[at - 1] == '$';
    const bool is_ended = end < text.size() && Text(" :=-^,#%/?}+").find(text[end]) != Text::npos;
    if (!is_escaped && is_ended && IsName(text.substr(begin, end - begin))) {
      return true;
    }
  }
  return false;
}

// Whether the path begins with the directory, or has it below another one: a run may begin above or below
// the root of the repository.
bool IsBelow(Text file, Text directory) {
  if (directory.empty() || directory == ".") {
    return true;
  }
  const size_t at = file.find(directory);
  return at != Text::npos && (at == 0 || file[at - 1] == '/') &&
         file.substr(at + directory.size()).starts_with('/');
}

// The position of the brace that closes an expression, after its `${`; npos if there is none. A default may
// have expressions.
size_t FindClosingBrace(Text text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("${")) {
      ++depth;
    } else if (text[i] == '}' && depth-- == 0) {
      return i;
    }
  }
  return Text::npos;
}

// Whether a text has `$NAME`, in upper case.
bool HasShellVariable(Text text) {
  for (size_t at = text.find('$'); at != Text::npos; at = text.find('$', at + 1)) {
    const Text after = text.substr(at + 1);
    const auto is_in_name = [](char c) { return IsUpper(c) || IsDigit(c) || c == '_'; };
    const size_t size =
        static_cast<size_t>(std::find_if_not(after.begin(), after.end(), is_in_name) - after.begin());
    const bool is_word = size == after.size() || !IsLower(after[size]);
    if (size > 0 && !IsDigit(after.front()) && is_word) {
      return true;
    }
  }
  return false;
}

// Whether a scalar is an expression of Chainsaw as a whole, which calls a function: `(join('-', [$a, 'b']))`.
bool IsChainsawExpression(Text text) {
  const size_t quotes = text.starts_with('"') || text.starts_with('\'') ? 1 : 0;
  text = text.size() > 2 * quotes ? text.substr(quotes, text.size() - 2 * quotes) : Text();
  if (!text.starts_with('(') || !text.ends_with("))")) {
    return false;
  }
  const size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_", 1);
  return end > 1 && end != Text::npos && text[end] == '(';
}

}  // namespace

FileVariables::FileVariables(const ManifestVariables& all, Text file, bool is_named) : all_(all) {
  values_ = all.flux_.empty() ? ManifestVariables::Values() : all.ValuesFor(file);
  is_chainsaw_ =
      !is_named || std::any_of(all.chainsaw_.begin(), all.chainsaw_.end(),
                               [&](const std::string& directory) { return file.starts_with(directory); });
}

const Value* FileVariables::Replace(const Value& document, value::Builder& build) {
  const Value* const metadata = value::Find(document, "metadata");
  const Text key = "kustomize.toolkit.fluxcd.io/substitute";
  is_off_ = TextOf(Find(Find(metadata, "annotations"), key)) == "disabled" ||
            TextOf(Find(Find(metadata, "labels"), key)) == "disabled";
  if (all_.flux_.empty() && !is_off_) {
    Record(document);
  }
  return all_.flux_.empty() || is_off_ ? &document : Replaced(document, build);
}

void FileVariables::Record(const Value& value) {
  NeedStack();
  if (value.kind == Kind::kString && value.raw.find('\n') == Text::npos &&
      (HasVariable(value.raw) || HasShellVariable(value.raw))) {
    unknown_.insert(value.span.begin);
  }
  for (const value::Entry& entry : value.entries()) {
    Record(*entry.value);
  }
  for (const Value* item : value.items()) {
    Record(*item);
  }
}

const Value* FileVariables::Replaced(const Value& value, value::Builder& build) {
  NeedStack();
  if (value.kind == Kind::kString) {
    return value.gap == value::Recovery::kNone ? String(value, build) : &value;
  }
  bool has_changed = false;
  const auto replace = [&](const Value*& child) {
    const Value* const replaced = Replaced(*child, build);
    has_changed = has_changed || replaced != child;
    child = replaced;
  };
  if (value.kind == Kind::kMapping) {
    std::vector<value::Entry> entries(value.entries().begin(), value.entries().end());
    for (value::Entry& entry : entries) {
      replace(entry.value);
    }
    return has_changed ? build.WithEntries(value, entries) : &value;
  }
  std::vector<const Value*> items(value.items().begin(), value.items().end());
  for (const Value*& item : items) {
    replace(item);
  }
  return has_changed ? build.WithItems(value, items) : &value;
}

const Value* FileVariables::String(const Value& value, value::Builder& build) {
  const Text text = value.raw;
  if (text.find("${") == Text::npos || text.find('\n') != Text::npos) {
    return &value;
  }
  const std::optional<std::string> expanded = Expand(text);
  if (!expanded || expanded->find('\n') != std::string::npos) {
    if (HasVariable(text)) {
      unknown_.insert(value.span.begin);
    }
    return &value;
  }
  // kustomize drops quotes before Flux substitutes: the text may be read as a value of another kind then.
  const Value* const scalar = kubernetes::ScalarInPlaceOf(value, *expanded, build.arena());
  if (value.is_quoted() && scalar->kind != Kind::kString) {
    return &value;
  }
  replaced_.insert(value.span.begin);
  return scalar;
}

bool FileVariables::IsUnknown(source::Span at, Text text) const {
  const bool is_quoted = text.starts_with('"') || text.starts_with('\'');
  // A plain scalar contains neither `: ` nor lines.
  const bool is_collection = text.starts_with('[') || text.starts_with('{') || text.starts_with("- ") ||
                             text.find('\n') != Text::npos || (!is_quoted && text.find(": ") != Text::npos);
  if (replaced_.contains(at.begin) || is_collection) {
    return false;
  }
  return (!is_off_ && (HasVariable(text) || unknown_.contains(at.begin) ||
                       (all_.flux_.empty() && HasShellVariable(text)))) ||
         HasKustomizeVariable(text) ||
         (is_chainsaw_ && (text.find("($") != Text::npos || IsChainsawExpression(text)));
}

bool FileVariables::HasKustomizeVariable(Text text) const {
  for (size_t at = text.find("$("); at != Text::npos; at = text.find("$(", at + 1)) {
    const size_t end = text.find(')', at);
    if (end != Text::npos && all_.kustomize_.contains(text.substr(at + 2, end - at - 2))) {
      return true;
    }
  }
  return false;
}

// The text after substitution; nullopt if it has a variable without a known value, or another expression.
std::optional<std::string> FileVariables::Expand(Text text, int depth) const {
  NeedStack();
  constexpr int kMostNested = 16;
  if (depth > kMostNested) {
    return std::nullopt;
  }
  std::string result;
  for (size_t at = text.find("${"); at != Text::npos; at = text.find("${")) {
    const size_t length = FindClosingBrace(text.substr(at + 2));
    if (length == Text::npos) {
      return std::nullopt;
    }
    const Text inside = text.substr(at + 2, length);
    const bool is_escaped = at > 0 && text[at - 1] == '$';
    result.append(text.substr(0, at));
    text.remove_prefix(at + 2 + length + 1);
    if (is_escaped) {
      result.append("{").append(inside).append("}");
      continue;
    }
    const std::optional<std::string> value = ValueOf(inside, depth);
    if (!value) {
      return std::nullopt;
    }
    result.append(*value);
  }
  return result.append(text);
}

// `NAME`, `NAME:=default`, `NAME:-default`, `NAME=default`.
std::optional<std::string> FileVariables::ValueOf(Text inside, int depth) const {
  const size_t end = std::min(inside.find_first_of(":=-"), inside.size());
  const Text name = inside.substr(0, end);
  Text rest = inside.substr(end);
  const auto known = values_.find(name);
  if (!IsName(name)) {
    return std::nullopt;
  }
  const bool has_default = rest.starts_with('=') || rest.starts_with(":=") || rest.starts_with(":-");
  if (known != values_.end() && (rest.empty() || has_default) && !known->second.empty()) {
    // Another Kustomization may replace variables in the one that has the value.
    return HasVariable(known->second) ? std::nullopt : std::optional(known->second);
  }
  return has_default ? Expand(rest.substr(rest.find_first_of("=-") + 1), depth + 1) : std::nullopt;
}

bool ManifestVariables::MayHaveConfigMap(const ManifestFile& file) {
  return file.passed != nullptr ? file.passed->has_config_map : ContainsWord(file.text(), "ConfigMap");
}

bool ManifestVariables::MayHave(Text text) {
  return ContainsWord(text, "${") || ContainsWord(text, "$(") || ContainsWord(text, "($") ||
         ContainsWord(text, "))") || HasShellVariable(text);
}

void ManifestVariables::Take(ManifestFiles& files) {
  for (size_t i = 0; i < files.size(); ++i) {
    const ManifestFile& file = files[i];
    if (GetFileName(file.name).starts_with("chainsaw-test.")) {
      chainsaw_.emplace_back(GetDirectoryPrefix(file.name));
    }
    const bool is_kustomization = kubernetes::IsKustomizationName(file.name);
    if (!is_kustomization && !ContainsWord(file.text(), "kustomize.toolkit.fluxcd.io/")) {
      continue;
    }
    for (const yaml::Document& document : files.DocumentsOf(i).documents) {
      const Value& root = *document.root;
      if (kubernetes::IsFluxKustomization(root)) {
        AddFlux(root);
      } else if (kubernetes::IsKustomization(root, file.name)) {
        AddKustomization(root, std::string(GetDirectoryPrefix(file.name)));
      }
    }
  }
  for (size_t i = 0; i < files.size(); ++i) {
    const bool has_replacements = replacement_files_.contains(LexicallyNormal(files[i].name));
    if (!has_replacements && (config_maps_.empty() || !MayHaveConfigMap(files[i]))) {
      continue;
    }
    for (const yaml::Document& document : files.DocumentsOf(i).documents) {
      if (has_replacements) {
        AddReplacements(*document.root);
      } else {
        AddConfigMap(*document.root);
      }
    }
    files.Trim(i);
  }
}

void ManifestVariables::AddFlux(const Value& document) {
  const Value* const spec = value::Find(document, "spec");
  const Value* const post_build = Find(spec, "postBuild");
  if (post_build == nullptr || post_build->kind != Kind::kMapping) {
    return;
  }
  FluxKustomization one;
  const std::string path = LexicallyNormal(std::string(TextOf(Find(spec, "path"))));
  one.directories.push_back(path);
  if (const Value* components = Find(spec, "components"); components != nullptr) {
    for (const Value* component : components->items()) {
      one.directories.push_back(LexicallyNormal(path + "/" + std::string(TextOf(component))));
    }
  }
  if (const Value* inline_values = Find(post_build, "substitute"); inline_values != nullptr) {
    for (const value::Entry& entry : inline_values->entries()) {
      one.values[std::string(entry.key->raw.view())] = TextOf(entry.value);
    }
  }
  if (const Value* sources = Find(post_build, "substituteFrom"); sources != nullptr) {
    for (const Value* source : sources->items()) {
      if (TextOf(Find(source, "kind")) == "ConfigMap") {
        one.config_maps.emplace_back(TextOf(Find(source, "name")));
        config_maps_.try_emplace(one.config_maps.back());
      }
    }
  }
  flux_.push_back(std::move(one));
}

void ManifestVariables::AddKustomization(const Value& document, const std::string& directory) {
  if (const Value* variables = value::Find(document, "vars"); variables != nullptr) {
    for (const Value* variable : variables->items()) {
      kustomize_.emplace(TextOf(Find(variable, "name")));
    }
  }
  if (const Value* replacements = value::Find(document, "replacements"); replacements != nullptr) {
    AddReplacements(*replacements);
    for (const Value* replacement : replacements->items()) {
      if (const Text path = TextOf(Find(replacement, "path")); !path.empty()) {
        replacement_files_.insert(LexicallyNormal(directory + std::string(path)));
      }
    }
  }
}

// One replacement, or a list of them.
void ManifestVariables::AddReplacements(const Value& list) {
  const Value* const one[] = {&list};
  for (const Value* replacement : list.kind == Kind::kSequence ? list.items() : std::span(one)) {
    const Value* const targets = Find(replacement, "targets");
    for (const Value* target : targets == nullptr ? std::span<const Value* const>() : targets->items()) {
      const Value* const select = Find(target, "select");
      const Value* const paths = Find(target, "fieldPaths");
      for (const Value* path : paths == nullptr ? std::span<const Value* const>() : paths->items()) {
        replaced_fields_.push_back({std::string(TextOf(Find(select, "kind"))),
                                    std::string(TextOf(Find(select, "name"))),
                                    kubernetes::SplitFieldPath(TextOf(path))});
      }
    }
  }
}

void ManifestVariables::AddConfigMap(const Value& document) {
  const auto found = config_maps_.find(TextOf(Find(value::Find(document, "metadata"), "name")));
  const Value* const data = value::Find(document, "data");
  if (TextOf(value::Find(document, "kind")) != "ConfigMap" || found == config_maps_.end() ||
      data == nullptr) {
    return;
  }
  for (const value::Entry& entry : data->entries()) {
    if (entry.value->gap == value::Recovery::kNone) {
      found->second[std::string(entry.key->raw.view())] = TextOf(entry.value);
    }
  }
}

ManifestVariables::Values ManifestVariables::ValuesFor(Text file) const {
  const std::string place = LexicallyNormal(std::string(file));
  Values values;
  std::set<std::string> differing;
  const auto add = [&](const Values& more) {
    for (const auto& [name, text] : more) {
      const auto [known, is_new] = values.emplace(name, text);
      if (!is_new && known->second != text) {
        differing.insert(name);
      }
    }
  };
  for (const FluxKustomization& one : flux_) {
    if (std::any_of(one.directories.begin(), one.directories.end(),
                    [&](const std::string& directory) { return IsBelow(place, directory); })) {
      Values own = one.values;  // which win over those of ConfigMaps
      for (const std::string& name : one.config_maps) {
        own.insert(config_maps_.at(name).begin(), config_maps_.at(name).end());
      }
      add(own);
    }
  }
  for (const std::string& name : differing) {
    values.erase(name);
  }
  return values;
}

}  // namespace kval::driver
