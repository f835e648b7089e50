#include "src/driver/kubernetes/patched_fields.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/driver/kubernetes/label_selector.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/native_stack.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using Text = std::string_view;
using value::Kind;
using value::Value;

const Value* Find(const Value* map, Text key) {
  return map != nullptr && map->kind == Kind::kMapping ? value::Find(*map, key) : nullptr;
}

Text TextAt(const Value* map, Text key) {
  const Value* found = Find(map, key);
  return found == nullptr || found->is_collection() ? Text() : found->raw.view();
}

std::span<const Value* const> ItemsAt(const Value& map, Text key) {
  const Value* found = Find(&map, key);
  return found != nullptr && found->kind == Kind::kSequence ? found->items()
                                                            : std::span<const Value* const>();
}

// The keys of a JSON pointer; empty if it leads to or through a new item of a list.
std::vector<std::string> KeysOf(Text pointer) {
  std::vector<std::string> keys;
  while (pointer.starts_with('/')) {
    const size_t end = std::min(pointer.find('/', 1), pointer.size());
    std::string key;
    for (size_t i = 1; i < end; ++i) {
      const bool is_escape = pointer[i] == '~' && i + 1 < end;
      key += is_escape ? (pointer[++i] == '1' ? '/' : '~') : pointer[i];
    }
    if (key == "-") {
      return {};
    }
    keys.push_back(std::move(key));
    pointer.remove_prefix(end);
  }
  return keys;
}

// The keys of a JSON pointer before the first item of a list.
std::vector<std::string> KeysAboveItems(Text pointer) {
  std::vector<std::string> keys =
      KeysOf(pointer.ends_with("/-") ? pointer.substr(0, pointer.size() - 2) : pointer);
  const auto is_item = [](const std::string& key) {
    return key == "-" || (!key.empty() && key.find_first_not_of("0123456789") == std::string::npos);
  };
  keys.erase(std::find_if(keys.begin(), keys.end(), is_item), keys.end());
  return keys;
}

bool IsIdentity(const std::vector<std::string>& keys) {
  return (keys.size() == 1 && (keys[0] == "apiVersion" || keys[0] == "kind")) ||
         (keys.size() == 2 && keys[0] == "metadata" && (keys[1] == "name" || keys[1] == "namespace"));
}

class PatchReader {
 public:
  PatchReader(const PatchText& text_of, const Limits& limits) : text_of_(text_of), limits_(limits) {}

  void ReadAll(const Value& map) {
    for (const Text key : {Text("patches"), Text("patchesJson6902")}) {
      for (const Value* entry : ItemsAt(map, key)) {
        const Text path = TextAt(entry, "path");
        Read(path.empty() ? TextAt(entry, "patch") : text_of_(path), Find(entry, "target"));
      }
    }
    for (const Value* entry : ItemsAt(map, "patchesStrategicMerge")) {
      if (!entry->is_collection()) {
        const bool is_inline = entry->raw.find('\n') != Text::npos;
        Read(is_inline ? entry->raw.view() : text_of_(entry->raw.view()), nullptr);
      }
    }
  }

  PatchedFields Release() { return {std::move(fields_), std::move(of_children_)}; }
  const PatchedFields::Fields& fields() const { return fields_; }
  PatchedFields::Fields ReleaseChanged() { return std::move(changed_); }

 private:
  void Read(Text patch, const Value* target) {
    NeedStack();
    if (patch.empty()) {
      return;
    }
    source::SourceMap sources;
    Arena arena;
    diag::Collector unheard;
    diag::Emitter silent(&unheard);
    const source::SourceFile& file = sources.AddText("patch", std::string(patch));
    for (const yaml::Document& document :
         yaml::ReadFile(file, ManifestReading(limits_), arena, silent).documents) {
      PatchedField field = Selected(*document.root, target);
      if (document.root->kind == Kind::kMapping) {
        AddKeys(*document.root, field);
        AddChanged(*document.root, field);
        AddOfChildren(*document.root, field);
      } else if (document.root->kind == Kind::kSequence) {
        AddOperations(document.root->items(), field);
      }
    }
  }

  // Which resources a patch is for: a target selects by patterns, otherwise kind and name are its own.
  static PatchedField Selected(const Value& patch, const Value* target) {
    PatchedField field;
    if (target == nullptr) {
      field.kind = TextAt(&patch, "kind");
      field.name = TextAt(Find(&patch, "metadata"), "name");
      return field;
    }
    const auto is_pattern = [](Text text) { return text.find_first_of(".*+?[](){}|^$\\") != Text::npos; };
    const Text kind = TextAt(target, "kind");
    const Text name = TextAt(target, "name");
    field.kind = is_pattern(kind) ? Text() : kind;
    field.name = is_pattern(name) ? Text() : name;
    field.labels = TextAt(target, "labelSelector");
    field.is_selective = is_pattern(kind) || (is_pattern(name) && name != ".*") ||
                         !TextAt(target, "annotationSelector").empty() ||
                         !TextAt(target, "namespace").empty();
    return field;
  }

  // Each key of a strategic merge patch that is not deleted. Which item of a list a patch changes is unknown.
  void AddKeys(const Value& patch, PatchedField field) {
    struct Part {
      const Value* value;
      std::vector<std::string> keys;
      bool is_in_list;
    };
    std::vector<Part> open = {{&patch, {}, field.is_selective}};
    while (!open.empty()) {
      const Part part = std::move(open.back());
      open.pop_back();
      if (part.keys.size() >= kMostKeys) {
        continue;
      }
      for (const Value* item : part.value->items()) {
        if (item->is_collection() && ++steps_ <= kMostSteps) {
          open.push_back({item, part.keys, true});
          open.back().keys.emplace_back("*");
        }
      }
      for (const value::Entry& entry : part.value->entries()) {
        if (entry.value->kind == Kind::kNull || ++steps_ > kMostSteps) {
          continue;
        }
        field.is_selective = part.is_in_list;
        field.keys = part.keys;
        field.keys.emplace_back(entry.key->raw.view());
        if (entry.value->is_collection()) {
          open.push_back({entry.value, field.keys, part.is_in_list});
        }
        fields_.insert(field);
      }
    }
  }

  // Each part that a strategic merge patch changes.
  void AddChanged(const Value& patch, PatchedField field) {
    std::vector<std::pair<const Value*, std::vector<std::string>>> open = {{&patch, {}}};
    while (!open.empty()) {
      const auto [map, keys] = std::move(open.back());
      open.pop_back();
      for (const value::Entry& entry : map->entries()) {
        const bool is_directive = entry.key->raw.starts_with("$");  // `$patch`, `$setElementOrder/ports`
        field.keys = keys;
        if (!is_directive) {
          field.keys.emplace_back(entry.key->raw.view());
        }
        if (++steps_ > kMostSteps || field.keys.size() > kMostKeys) {
          field.keys.clear();
          changed_.insert(field);
          return;
        }
        if (entry.value->kind == Kind::kMapping && !entry.value->entries().empty() && !is_directive) {
          open.emplace_back(entry.value, field.keys);
        } else if (!IsIdentity(field.keys)) {
          changed_.insert(field);
        }
      }
    }
  }

  void AddOperations(std::span<const Value* const> operations, PatchedField field) {
    for (const Value* operation : operations) {
      const Text op = TextAt(operation, "op");
      for (const Text pointer : {Text("path"), Text("from")}) {
        field.keys = KeysAboveItems(TextAt(operation, pointer));
        if (op != "test" && (pointer == "path" || op == "move")) {
          changed_.insert(field);
        }
      }
      field.keys = KeysOf(TextAt(operation, "path"));
      if ((op == "add" || op == "replace" || op == "copy" || op == "move") && !field.keys.empty()) {
        fields_.insert(field);
      }
    }
  }

  // Patches of a Flux Kustomization that a patch adds.
  void AddOfChildren(const Value& patch, const PatchedField& field) {
    const Value* spec = Find(&patch, "spec");
    const bool is_flux = TextAt(&patch, "apiVersion").starts_with("kustomize.toolkit.fluxcd.io/");
    if (!is_flux || spec == nullptr || depth_ >= kMostNested) {
      return;
    }
    PatchReader children(text_of_, limits_);
    children.depth_ = depth_ + 1;
    children.ReadAll(*spec);
    for (PatchedField child : children.fields()) {
      child.is_selective = child.is_selective || field.is_selective || !field.name.empty();
      of_children_.insert(std::move(child));
    }
  }

  static constexpr size_t kMostKeys = 32;
  static constexpr size_t kMostSteps = 10'000;  // aliases may repeat maps
  static constexpr int kMostNested = 1;

  const PatchText& text_of_;
  const Limits& limits_;
  int depth_ = 0;
  size_t steps_ = 0;
  PatchedFields::Fields fields_, of_children_, changed_;
};

using SharedFields = std::shared_ptr<const PatchedFields::Fields>;

SharedFields Shared(PatchedFields::Fields fields) {
  return fields.empty() ? nullptr : std::make_shared<const PatchedFields::Fields>(std::move(fields));
}

SharedFields United(const SharedFields& a, const SharedFields& b) {
  if (a == nullptr || b == nullptr || a == b) {
    return a == nullptr ? b : a;
  }
  PatchedFields::Fields fields = *a;
  fields.insert(b->begin(), b->end());
  return Shared(std::move(fields));
}

SharedFields Common(const SharedFields& a, const SharedFields& b) {
  if (a == nullptr || b == nullptr || a == b) {
    return a == b ? a : nullptr;
  }
  PatchedFields::Fields fields;
  std::set_intersection(a->begin(), a->end(), b->begin(), b->end(), std::inserter(fields, fields.end()));
  return fields.size() == a->size() ? a : Shared(std::move(fields));
}

}  // namespace

bool PatchedField::IsAt(const diag::Path& path) const {
  return std::equal(keys.begin(), keys.end(), path.begin(), path.end(),
                    [](const std::string& key, const diag::PathStep& step) {
                      return step.index < 0 ? step.key == key
                                            : key == "*" || key == std::to_string(step.index);
                    });
}

PatchedFields::PatchedFields(Fields fields, Fields of_children)
    : fields_(Shared(std::move(fields))), of_children_(Shared(std::move(of_children))) {}

const PatchedFields::Fields& PatchedFields::fields() const {
  static const Fields kNone;
  return fields_ == nullptr ? kNone : *fields_;
}

std::vector<AppliedField> PatchedFields::For(const Value& resource) const {
  const Value* metadata = Find(&resource, "metadata");
  std::vector<AppliedField> applied;
  // An empty kind or name is that of any resource.
  for (const Text kind : std::set<Text>{{}, TextAt(&resource, "kind")}) {
    for (const Text name : std::set<Text>{{}, TextAt(metadata, "name")}) {
      auto field = fields().lower_bound({std::string(kind), std::string(name), {}, {}});
      for (; field != fields().end() && field->kind == kind && field->name == name; ++field) {
        const std::optional<bool> is_selected = SelectsLabels(field->labels, Find(metadata, "labels"));
        if (is_selected != false) {
          applied.push_back({&*field, is_selected == true && !field->is_selective});
        }
      }
    }
  }
  return applied;
}

PatchedFields PatchedFields::OfChildren() const {
  PatchedFields children;
  children.fields_ = of_children_;
  return children;
}

void PatchedFields::AddUncertain(Fields& fields) const {
  for (const SharedFields& shared : {fields_, of_children_}) {
    for (PatchedField field : shared == nullptr ? Fields() : *shared) {
      field.is_selective = true;
      fields.insert(std::move(field));
    }
  }
}

void PatchedFields::Add(const PatchedFields& more) {
  fields_ = United(fields_, more.fields_);
  of_children_ = United(of_children_, more.of_children_);
}

void PatchedFields::KeepCommon(const PatchedFields& others) {
  fields_ = Common(fields_, others.fields_);
  of_children_ = Common(of_children_, others.of_children_);
}

PatchedFields PatchedFieldsOf(const Value& map, const PatchText& text_of, const Limits& limits) {
  PatchReader reader(text_of, limits);
  reader.ReadAll(map);
  return reader.Release();
}

PatchedFields::Fields ChangedFieldsOf(const Value& map, const PatchText& text_of, const Limits& limits) {
  PatchReader reader(text_of, limits);
  reader.ReadAll(map);
  return reader.ReleaseChanged();
}

}  // namespace kval::driver
