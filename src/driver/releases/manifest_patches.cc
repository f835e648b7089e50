#include "src/driver/releases/manifest_patches.h"

#include <algorithm>

#include "src/diag/collector.h"
#include "src/driver/kubernetes/label_selector.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/driver/releases/fields.h"
#include "src/driver/releases/merge_patch.h"
#include "src/support/native_stack.h"

namespace kval::driver {
namespace {

using value::Entry;
using value::Kind;
using value::Value;
using Text = std::string_view;

bool Matches(const std::optional<types::Pattern>& pattern, Text text) {
  return !pattern || pattern->Matches(text);
}

// A value all of which is at one place: in a string that is not written as it is read.
const Value* PlacedAt(const Value& value, source::Span place, value::Builder& build) {
  NeedStack();
  const Value* placed = build.WithSpan(value, place);
  if (value.kind == Kind::kSequence) {
    std::vector<const Value*> items;
    for (const Value* item : value.items()) {
      items.push_back(PlacedAt(*item, place, build));
    }
    return build.WithItems(*placed, items);
  }
  if (value.kind == Kind::kMapping) {
    std::vector<Entry> entries;
    for (const Entry& entry : value.entries()) {
      entries.push_back({PlacedAt(*entry.key, place, build), PlacedAt(*entry.value, place, build)});
    }
    return build.WithEntries(*placed, entries);
  }
  return placed;
}

// The documents of a patch that a string holds, with the places of the file where the string is a literal
// block. Nothing if they cannot be read, or have variables. They refer to a source file that is added to
// `kept`.
std::vector<const Value*> DocumentsOf(const Value& string, ReleaseContext& context,
                                      std::vector<std::shared_ptr<const source::SourceFile>>& kept) {
  std::vector<const Value*> documents;
  if (string.raw.find("${") != Text::npos) {
    return documents;
  }
  source::SourceMap& sources = context.helm.sources;
  std::shared_ptr<const source::SourceFile> in_place;
  if (string.style == value::Style::kLiteral && sources.Contains(string.span) &&
      string.raw.find("---") == Text::npos) {
    const source::SourceFile& file = sources.FileOf(string.span);
    const Text block = file.Text(string.span);
    const size_t head = std::min(block.find('\n'), block.size() - 1) + 1;
    const source::Span lines = {string.span.begin + static_cast<uint32_t>(head), string.span.end};
    in_place = std::make_shared<source::SourceFile>(file.name(), std::string(file.Text(lines)), lines.begin);
    kept.push_back(in_place);
  }
  const source::SourceFile& text =
      in_place != nullptr
          ? *in_place
          : sources.AddText("(a patch in " + context.file.name() + ")", std::string(string.raw));
  diag::Collector unheard;
  diag::Emitter silent(&unheard);
  const yaml::File read =
      yaml::ReadFile(text, ManifestReading(context.helm.limits), context.helm.arena, silent);
  for (const yaml::Document& document : read.documents) {
    if (document.is_invalid) {
      return {};
    }
    documents.push_back(in_place != nullptr
                            ? document.root
                            : PlacedAt(*document.root, string.span, context.helm.forest.build()));
  }
  return documents;
}

bool ReadSelector(std::string text, std::string& out) {
  out = std::move(text);
  return SelectsLabels(out, nullptr).has_value();
}

// A text without the characters that have a meaning in expressions.
std::string Escaped(Text text) {
  std::string out;
  for (const char c : text) {
    out += Text("\\.+*?()|[]{}^$").find(c) == Text::npos ? "" : "\\";
    out += c;
  }
  return out;
}

enum class Form : bool { kExpression, kText };

// False if the expression is invalid.
bool ReadPattern(const std::string& text, Form form, const Limits& limits,
                 std::optional<types::Pattern>& out) {
  if (text.empty()) {
    return true;
  }
  const Result<types::Pattern> pattern =
      types::Pattern::Compile("^(?:" + (form == Form::kText ? Escaped(text) : text) + ")$", limits);
  if (pattern) {
    out = *pattern;
  }
  return static_cast<bool>(pattern);
}

// What a patch without a target changes: the object with its apiVersion, kind, name and namespace.
bool ReadIdentity(const Value& patch, const Limits& limits, PatchTarget& target) {
  const std::string version = TextAt(&patch, {"apiVersion"});
  const size_t slash = version.find('/');
  const std::string name = TextAt(&patch, {"metadata", "name"});
  return !name.empty() &&
         ReadPattern(slash == std::string::npos ? "" : version.substr(0, slash), Form::kText, limits,
                     target.group) &&
         ReadPattern(TextAt(&patch, {"kind"}), Form::kText, limits, target.kind) &&
         ReadPattern(name, Form::kText, limits, target.name) &&
         ReadPattern(TextAt(&patch, {"metadata", "namespace"}), Form::kText, limits, target.name_space);
}

bool ReadTarget(const Value& selector, const Limits& limits, PatchTarget& target) {
  return ReadPattern(TextAt(&selector, {"group"}), Form::kExpression, limits, target.group) &&
         ReadPattern(TextAt(&selector, {"version"}), Form::kExpression, limits, target.version) &&
         ReadPattern(TextAt(&selector, {"kind"}), Form::kExpression, limits, target.kind) &&
         ReadPattern(TextAt(&selector, {"name"}), Form::kExpression, limits, target.name) &&
         ReadPattern(TextAt(&selector, {"namespace"}), Form::kExpression, limits, target.name_space) &&
         ReadSelector(TextAt(&selector, {"labelSelector"}), target.labels) &&
         ReadSelector(TextAt(&selector, {"annotationSelector"}), target.annotations);
}

// A patch without the keys that name its object, which keeps them.
const Value* WithoutIdentity(const Value& patch, value::Builder& build) {
  std::vector<Entry> entries;
  for (const Entry& entry : patch.entries()) {
    const Text key = entry.key->raw;
    if (key == "metadata" && entry.value->kind == Kind::kMapping) {
      std::vector<Entry> kept;
      for (const Entry& part : entry.value->entries()) {
        if (part.key->raw != "name" && part.key->raw != "namespace") {
          kept.push_back(part);
        }
      }
      entries.push_back({entry.key, build.WithEntries(*entry.value, kept)});
    } else if (key != "apiVersion" && key != "kind") {
      entries.push_back(entry);
    }
  }
  return build.WithEntries(patch, entries);
}

// Decreases `steps` by the nodes of a value. Returns false if there are not enough.
bool TakeNodes(const Value& value, size_t& steps) {
  NeedStack();
  if (steps == 0) {
    return false;
  }
  --steps;
  return std::all_of(value.items().begin(), value.items().end(),
                     [&](const Value* item) { return TakeNodes(*item, steps); }) &&
         std::all_of(value.entries().begin(), value.entries().end(),
                     [&](const Entry& entry) { return TakeNodes(*entry.value, steps); });
}

// An image without its tag and digest, and these.
std::pair<Text, Text> SplitImage(Text image) {
  const size_t at = image.find('@');
  const size_t colon = image.substr(0, at).rfind(':');
  const size_t slash = image.substr(0, at).rfind('/');
  const bool has_tag = colon != Text::npos && (slash == Text::npos || colon > slash);
  const size_t end = has_tag ? colon : std::min(at, image.size());
  return {image.substr(0, end), image.substr(end)};
}

}  // namespace

bool PatchTarget::Selects(const Value& object) const {
  const std::string api_version = TextAt(&object, {"apiVersion"});
  const size_t slash = api_version.find('/');
  const Text of_group = slash == std::string::npos ? Text() : Text(api_version).substr(0, slash);
  const Text of_version =
      slash == std::string::npos ? Text(api_version) : Text(api_version).substr(slash + 1);
  const std::string in = TextAt(&object, {"metadata", "namespace"});
  return Matches(group, of_group) && Matches(version, of_version) &&
         Matches(kind, TextAt(&object, {"kind"})) && Matches(name, TextAt(&object, {"metadata", "name"})) &&
         Matches(name_space, in.empty() ? "default" : in) &&
         SelectsLabels(labels, MapAt(&object, {"metadata", "labels"})) == true &&
         SelectsLabels(annotations, MapAt(&object, {"metadata", "annotations"})) == true;
}

void ManifestPatches::Add(const Value& map, const std::string& path, ReleaseContext& context) {
  AddLists(map, {"patchesStrategicMerge", "patches", "patchesJson6902"}, path, context);
  for (const Value* entry : ItemsAt(&map, {"images"})) {
    if (!TextAt(entry, {"name"}).empty()) {
      images_.push_back({entry});
    }
  }
}

void ManifestPatches::AddLists(const Value& map, std::initializer_list<const char*> lists,
                               const std::string& path, ReleaseContext& context) {
  for (const char* field : lists) {
    size_t index = 0;
    for (const Value* entry : ItemsAt(&map, {field})) {
      AddPatch(*entry, path + field + "[" + std::to_string(index++) + "]", context);
    }
  }
}

void ManifestPatches::AddUnapplied(const Value& map, std::initializer_list<Text> fields) {
  for (const Text field : fields) {
    if (FieldAt(&map, {field}) != nullptr) {
      unapplied_.emplace(field);
    }
  }
}

void ManifestPatches::AddPatch(const Value& entry, const std::string& path, ReleaseContext& context) {
  const Value* target = MapAt(&entry, {"target"});
  const Value* text = entry.kind == Kind::kMapping ? FieldAt(&entry, {"patch"}) : &entry;
  std::string file = TextAt(&entry, {"path"});
  const bool is_path = entry.kind == Kind::kString && entry.raw.find('\n') == Text::npos;
  if (is_path) {
    file = entry.raw;
  }
  if (!file.empty()) {
    const source::SourceFile* loaded = context.Load(context.directory + file);
    diag::Collector unheard;
    diag::Emitter silent(&unheard);
    helm::HelmContext& helm = context.helm;
    helm::HelmContext quiet{helm.reader, helm.sources, helm.arena, helm.forest, silent, helm.limits};
    const bool is_readable = loaded != nullptr && loaded->text().find("${") == Text::npos &&
                             !file.ends_with(".gotmpl");  // helmfile's templates
    AddDocuments(is_readable ? helm::ReadDocuments(*loaded, quiet) : std::vector<const Value*>(), target,
                 path, helm.limits);
  } else if (text != nullptr && text->kind == Kind::kString) {
    AddDocuments(DocumentsOf(*text, context, texts_), target, path, context.helm.limits);
  } else {
    AddDocuments({text != nullptr ? text : &entry}, target, path, context.helm.limits);
  }
}

void ManifestPatches::AddDocuments(const std::vector<const Value*>& documents, const Value* target,
                                   const std::string& path, const Limits& limits) {
  bool is_applied = !documents.empty();
  for (const Value* document : documents) {
    is_applied = AddOne(*document, target, path, limits) && is_applied;
  }
  if (!is_applied) {
    unapplied_.insert(path);
  }
}

bool ManifestPatches::AddOne(const Value& document, const Value* target, const std::string& path,
                             const Limits& limits) {
  Patch patch;
  patch.path = path;
  patch.has_target = target != nullptr;
  if (document.kind == Kind::kMapping) {
    patch.merge = &document;
    if (!IsApplicablePatch(document) || !(target != nullptr ? ReadTarget(*target, limits, patch.target)
                                                            : ReadIdentity(document, limits, patch.target))) {
      return false;
    }
  } else if (document.kind != Kind::kSequence || target == nullptr ||
             !ReadTarget(*target, limits, patch.target)) {
    return false;
  } else {
    for (const Value* operation : document.items()) {
      patch.operations.push_back({TextAt(operation, {"op"}), TextAt(operation, {"path"}),
                                  TextAt(operation, {"from"}), FieldAt(operation, {"value"})});
    }
  }
  patches_.push_back(std::move(patch));
  return true;
}

const Value* ManifestPatches::Apply(const Value& object, bool has_merge_keys, value::Builder& build,
                                    size_t& steps, std::set<std::string>& failed) const {
  const Value* changed = &object;
  for (const Patch& patch : patches_) {
    if (!patch.target.Selects(*changed)) {
      continue;
    }
    if (!TakeNodes(*changed, steps)) {
      failed.insert(patch.path);
      continue;
    }
    if (patch.merge == nullptr) {
      const Result<const Value*> result =
          kubernetes::ApplyJsonPatch(*changed, patch.operations, build.arena());
      if (!result) {
        failed.insert(patch.path);
      }
      changed = result ? *result : changed;
      continue;
    }
    if (TextAt(patch.merge, {"$patch"}) == "delete") {
      return nullptr;
    }
    const Value* merge = WithoutIdentity(*patch.merge, build);
    changed = Patched(*changed, *merge, build, has_merge_keys ? ListMerge::kByKeys : ListMerge::kReplace);
  }
  if (images_.empty() || TakeNodes(*changed, steps)) {
    return images_.empty() ? changed : WithImages(*changed, {}, build);
  }
  failed.emplace("images");
  return changed;
}

// Source: kustomize api/internal/builtins/ImageTagTransformer.go.
const Value* ManifestPatches::WithImages(const Value& value, Text list, value::Builder& build) const {
  NeedStack();
  if (value.kind == Kind::kSequence) {
    std::vector<const Value*> items;
    for (const Value* item : value.items()) {
      items.push_back(WithImages(*item, list, build));
    }
    return build.WithItems(value, items);
  }
  if (value.kind != Kind::kMapping) {
    return &value;
  }
  const bool is_container = list == "containers" || list == "initContainers";
  std::vector<Entry> entries;
  for (Entry entry : value.entries()) {
    const bool is_image = is_container && entry.key->raw == "image" && entry.value->kind == Kind::kString;
    for (size_t i = 0; is_image && i < images_.size(); ++i) {
      const Image& image = images_[i];
      const auto [name, suffix] = SplitImage(entry.value->raw);
      if (name != TextAt(image.entry, {"name"})) {
        continue;
      }
      const std::string new_name = TextAt(image.entry, {"newName"});
      const std::string tag = TextAt(image.entry, {"newTag"});
      const std::string digest = TextAt(image.entry, {"digest"});
      std::string text = new_name.empty() ? std::string(name) : new_name;
      text += tag.empty() && digest.empty() ? std::string(suffix) : "";
      text += (tag.empty() ? "" : ":" + tag) + (digest.empty() ? "" : "@" + digest);
      entry.value = build.String(text, image.entry->span);
      break;
    }
    const Text below = entry.value->kind == Kind::kSequence ? Text(entry.key->raw) : Text();
    entries.push_back({entry.key, WithImages(*entry.value, below, build)});
  }
  return build.WithEntries(value, entries);
}

}  // namespace kval::driver
