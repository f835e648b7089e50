#include "schemas/json_schema/schema_resources.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

#include "schemas/json_schema/keywords.h"
#include "schemas/json_schema/uri.h"
#include "src/support/native_stack.h"

namespace kval::schemas::json_schema {
namespace {

bool IsMap(const value::Value& value) {
  return value.kind == value::Kind::kMapping;
}

std::string_view IdKeyword(Draft draft) {
  return draft == Draft::k4 ? "id" : "$id";
}

// `~1` and `~0` of a JSON Pointer's step.
std::string Unescaped(std::string_view step) {
  std::string text;
  for (size_t i = 0; i < step.size(); ++i) {
    const bool is_escape =
        step[i] == '~' && i + 1 < step.size() && (step[i + 1] == '0' || step[i + 1] == '1');
    text += is_escape ? (step[++i] == '0' ? '~' : '/') : step[i];
  }
  return text;
}

const value::Value* Child(const value::Value& value, const std::string& step) {
  if (IsMap(value)) {
    return value::Find(value, step);
  }
  size_t index = 0;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  const bool is_index = error == std::errc() && end == step.data() + step.size() &&
                        value.kind == value::Kind::kSequence && index < value.items().size();
  return is_index ? value.items()[index] : nullptr;
}

}  // namespace

std::optional<std::string_view> TextOf(const value::Value& schema, std::string_view keyword) {
  const value::Value* found = IsMap(schema) ? value::Find(schema, keyword) : nullptr;
  if (found == nullptr || found->kind != value::Kind::kString) {
    return std::nullopt;
  }
  return found->raw;
}

ResourceId SchemaResources::AddDocument(const value::Value& root, const std::string& uri,
                                        const std::string& retrieved) {
  const ResourceId id{static_cast<int32_t>(resources_.size())};
  SchemaResource& resource = resources_.emplace_back();
  resource.uri = std::string(WithoutFragment(uri));
  resource.retrieved = retrieved;
  resource.root = &root;
  resource.draft = default_draft_;
  by_uri_[resource.uri] = id;
  const ResourceId own = Enter(root, id);
  by_uri_[Get(id).uri] = own;  // where it was found is another name of it
  of_.try_emplace(&root, own);
  AddAnchors(root, own);
  IndexChildren(root, own);
  return own;
}

// A schema with an `$id` is a resource; the root of a document takes the name besides the one that it has.
ResourceId SchemaResources::Enter(const value::Value& schema, ResourceId within) {
  const bool is_root = Get(within).root == &schema;
  const std::optional<std::string_view> dialect = TextOf(schema, "$schema");
  Draft draft = Get(within).draft;
  bool validates = Get(within).validates;
  const value::Value* values = is_root && IsMap(schema) ? value::Find(schema, kValuesSchema) : nullptr;
  const bool is_of_values = Get(within).is_of_values ||
                            (values != nullptr && values->kind == value::Kind::kBool && values->boolean);
  const std::string_view id_keyword = IdKeyword(dialect ? DraftOf(*dialect).value_or(draft) : draft);
  const std::optional<std::string_view> id = TextOf(schema, id_keyword);
  const bool has_reference = draft <= Draft::k7 && TextOf(schema, "$ref").has_value();
  const bool is_named = id && !WithoutFragment(*id).empty() && !has_reference;
  if (dialect && (is_root || is_named)) {
    draft = DraftOf(*dialect).value_or(draft);
    validates = Validates(*dialect);
  }
  if (is_root && !is_named) {
    SchemaResource& own = resources_[static_cast<size_t>(within.index)];
    own.draft = draft;
    own.validates = validates;
    own.is_of_values = is_of_values;
    return within;
  }
  if (!is_named) {
    return within;
  }
  const ResourceId made{static_cast<int32_t>(resources_.size())};
  SchemaResource resource;
  resource.uri = std::string(WithoutFragment(ResolveUri(Get(within).uri, *id)));
  resource.retrieved = Get(within).retrieved;
  resource.root = &schema;
  resource.draft = draft;
  resource.validates = validates;
  resource.is_of_values = is_of_values;
  if (ResourceId& named = by_uri_[resource.uri]; !named.has_value()) {
    named = made;
  }
  resources_.push_back(std::move(resource));
  return made;
}

void SchemaResources::AddAnchors(const value::Value& schema, ResourceId within) {
  SchemaResource& resource = resources_[static_cast<size_t>(within.index)];
  const auto add = [&](std::string_view keyword, bool is_dynamic) {
    if (const std::optional<std::string_view> name = TextOf(schema, keyword)) {
      resource.anchors.try_emplace(std::string(*name), &schema);
      if (is_dynamic) {
        resource.dynamic_anchors.try_emplace(std::string(*name), &schema);
      }
    }
  };
  if (resource.draft <= Draft::k7) {
    const std::optional<std::string_view> id = TextOf(schema, IdKeyword(resource.draft));
    if (id && HasFragment(*id) && !TextOf(schema, "$ref")) {
      resource.anchors.try_emplace(FragmentOf(*id), &schema);
    }
    return;
  }
  add("$anchor", false);
  if (resource.draft == Draft::k2020) {
    add("$dynamicAnchor", true);
  } else if (&schema == resource.root) {
    const value::Value* recursive = value::Find(schema, "$recursiveAnchor");
    if (recursive != nullptr && recursive->kind == value::Kind::kBool && recursive->boolean) {
      resource.dynamic_anchors.try_emplace("", &schema);
    }
  }
}

void SchemaResources::Index(const value::Value& schema, ResourceId within) {
  NeedStack();
  if (!IsMap(schema) || !of_.try_emplace(&schema, within).second) {
    return;
  }
  const ResourceId own = Enter(schema, within);
  of_[&schema] = own;
  AddAnchors(schema, own);
  IndexChildren(schema, own);
}

void SchemaResources::IndexChildren(const value::Value& schema, ResourceId within) {
  if (!IsMap(schema)) {
    return;
  }
  const auto each_of = [&](const value::Value& value) {
    for (const value::Value* item :
         value.kind == value::Kind::kSequence ? value.items() : std::span<const value::Value* const>()) {
      Index(*item, within);
    }
    for (const value::Entry& entry : IsMap(value) ? value.entries() : std::span<const value::Entry>()) {
      Index(*entry.value, within);
    }
  };
  for (const value::Entry& entry : schema.entries()) {
    switch (SubschemaKindOf(entry.key->raw, Get(within).draft)) {
      case SubschemaKind::kNoSchema:
        break;
      case SubschemaKind::kSchema:
        Index(*entry.value, within);
        break;
      case SubschemaKind::kEither:
        if (IsMap(*entry.value)) {
          Index(*entry.value, within);
          break;
        }
        each_of(*entry.value);
        break;
      case SubschemaKind::kList:
      case SubschemaKind::kMap:
      case SubschemaKind::kMixed:
        each_of(*entry.value);
        break;
    }
  }
}

bool SchemaResources::KnowsDialect(std::string_view schema_uri) {
  return DraftOf(schema_uri) || Load(std::string(WithoutFragment(schema_uri))).has_value();
}

// Whether the schemas of a dialect know the keywords of validation (2019-09, 8.1.2).
bool SchemaResources::Validates(std::string_view schema_uri) {
  if (DraftOf(schema_uri)) {
    return true;
  }
  const ResourceId dialect = Load(std::string(WithoutFragment(schema_uri)));
  const value::Value* used = dialect.has_value() && IsMap(*Get(dialect).root)
                                 ? value::Find(*Get(dialect).root, "$vocabulary")
                                 : nullptr;
  if (used == nullptr || !IsMap(*used)) {
    return true;
  }
  return std::ranges::any_of(used->entries(), [&](const value::Entry& entry) {
    return entry.key->raw.ends_with("/vocab/validation");
  });
}

ResourceId SchemaResources::Load(const std::string& uri) {
  const auto known = by_uri_.find(uri);
  if (known != by_uri_.end()) {
    return known->second;
  }
  std::string retrieved = uri;
  const value::Value* root = loader_(uri, retrieved);
  if (root == nullptr) {
    by_uri_.try_emplace(uri, ResourceId());
    return {};
  }
  return AddDocument(*root, uri, retrieved);
}

ResolvedReference SchemaResources::Find(ResourceId from, std::string_view reference) {
  const std::string uri = ResolveUri(Get(from).uri, reference);
  ResourceId resource = Load(std::string(WithoutFragment(uri)));
  if (!resource.has_value() && !IsAbsolute(reference)) {
    // A file relative to the referring one, whatever its `$id`.
    resource = Load(std::string(WithoutFragment(ResolveUri(Get(from).retrieved, reference))));
  }
  if (!resource.has_value()) {
    return {};
  }
  const std::string fragment = FragmentOf(uri);
  const value::Value* root = Get(resource).root;
  // An unreadable document has no text: each of its parts may exist (SchemaFiles).
  if (fragment.empty() || !root->span.has_value()) {
    return {root, resource};
  }
  if (fragment[0] == '/') {
    return ByPointer(resource, fragment);
  }
  const auto& anchors = Get(resource).anchors;
  const auto found = anchors.find(fragment);
  return found == anchors.end() ? ResolvedReference() : ResolvedReference{found->second, resource};
}

const value::Value* SchemaResources::Step(const value::Value& value, const std::string& step) {
  constexpr size_t kLarge = 16;
  if (!IsMap(value) || value.entries().size() < kLarge) {
    return Child(value, step);
  }
  const auto [known, is_new] = large_.try_emplace(&value);
  for (size_t i = 0; is_new && i < value.entries().size(); ++i) {
    const value::Entry& entry = value.entries()[i];
    if (entry.key->kind == value::Kind::kString) {
      known->second.try_emplace(entry.key->raw, entry.value);
    }
  }
  const auto found = known->second.find(step);
  return found == known->second.end() ? nullptr : found->second;
}

ResolvedReference SchemaResources::ByPointer(ResourceId resource, std::string_view pointer) {
  ResolvedReference target{Get(resource).root, resource};
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const size_t end = std::min(pointer.find('/'), pointer.size());
    target.schema = Step(*target.schema, Unescaped(pointer.substr(0, end)));
    if (target.schema == nullptr) {
      return {};
    }
    // A location that no keyword defines may be inside of and contain named schemas.
    const auto known = of_.find(target.schema);
    target.resource = known == of_.end() ? target.resource : known->second;
    pointer.remove_prefix(end);
  }
  Index(*target.schema, target.resource);
  const auto known = of_.find(target.schema);
  target.resource = known == of_.end() ? target.resource : known->second;
  return target;
}

ResourceId SchemaResources::Of(const value::Value& schema) const {
  const auto known = of_.find(&schema);
  return known == of_.end() ? ResourceId() : known->second;
}

}  // namespace kval::schemas::json_schema
