#include "schemas/json_schema/lowering.h"

#include <algorithm>

#include "schemas/json_schema/ineffective_keywords.h"
#include "schemas/json_schema/uri.h"
#include "src/support/substitute.h"

namespace kval::schemas::json_schema {
namespace {

// Hints for unresolved references.

// The key of this map that was probably meant, as it would be written.
std::string NearestKey(SchemaResources& resources, ResourceId from, std::string_view parent,
                       std::string_view name, SuggestionBudget& suggestions) {
  const ResolvedReference target = resources.Find(from, parent);
  if (target.schema == nullptr || target.schema->kind != value::Kind::kMapping ||
      !suggestions.Take(target.schema->entries().size())) {
    return {};
  }
  std::vector<std::string_view> keys;
  for (const value::Entry& entry : target.schema->entries()) {
    if (entry.key->raw == name) {
      return std::string(name);
    }
    keys.push_back(entry.key->raw);
  }
  return std::string(Nearest(name, keys));
}

// Returns whether a reference has a remote URI; nothing is downloaded.
bool IsRemote(const SchemaResources& resources, ResourceId from, std::string_view reference) {
  const std::string uri = ResolveUri(resources.Get(from).uri, reference);
  return !reference.starts_with('#') && (uri.starts_with("http://") || uri.starts_with("https://"));
}

// Returns a hint: where a copy may be, or a similar valid reference. May be empty.
std::string HintForUnresolvedReference(SchemaResources& resources, ResourceId from,
                                       std::string_view reference, SuggestionBudget& suggestions) {
  if (IsRemote(resources, from, reference)) {
    const std::string uri = ResolveUri(resources.Get(from).uri, reference);
    const std::string_view document = WithoutFragment(uri);
    // A relative reference is only a part of the resolved name.
    const std::string suggested = uri == reference ? "" : "`" + std::string(document) + "` was looked for; ";
    return suggested + "`--schema-location " + std::string(document.substr(0, document.rfind('/') + 1)) +
           "=DIR` specifies the directory of a copy";
  }
  const size_t slash = reference.rfind('/');
  if (reference.find("#/") == std::string_view::npos || slash == std::string_view::npos) {
    return {};
  }
  // The keyword for definitions was renamed between drafts.
  constexpr std::string_view kDirectories[] = {"#/$defs", "#/definitions"};
  const std::string stated(reference.substr(0, slash));
  std::vector<std::string> parents = {stated};
  for (const std::string_view directory : kDirectories) {
    if (stated.starts_with('#') && stated != directory) {
      parents.emplace_back(directory);
    }
  }
  for (const std::string& parent : parents) {
    if (parent.find("#/") == std::string::npos) {
      continue;
    }
    const std::string nearest = NearestKey(resources, from, parent, reference.substr(slash + 1), suggestions);
    if (!nearest.empty()) {
      return Substitute("did you mean `{}/{}`?", parent, nearest);
    }
  }
  return {};
}

// Ways to one schema are few; a schema that has this many types is made to be large.
constexpr size_t kMostTypes = 100'000;
constexpr size_t kMostTypesOfASchema = 16;
constexpr diag::Def<std::string_view> kExpected{diag::Kind::kBadSchema, "expected {} here"};
constexpr diag::Def<std::string_view> kNoTarget{diag::Kind::kBadReference, "no schema found at `{}`"};

constexpr diag::Def<std::string_view> kOtherFile{
    diag::Kind::kBadReference,
    "`{}` is another file: of a chart, Helm reads no schema but values.schema.json"};

constexpr diag::Def<std::string_view> kNotFetched{diag::Kind::kBadReference,
                                                  "the schema `{}` is not at hand, and nothing is fetched"};

constexpr diag::Def<std::string_view> kFetchedByHelm{
    diag::Kind::kBadReference, "values are not checked against the schemas in `{}`, which only Helm fetches"};

constexpr diag::Def<size_t> kTooMany{diag::Kind::kLimitSize, "this schema becomes more than {} types"};

}  // namespace

DynamicScopes::DynamicScopes() : scopes_(1), ids_{{Anchors(), ScopeId{0}}} {}

ScopeId DynamicScopes::Enter(ScopeId scope, const SchemaResource& resource, ResourceId id) {
  Anchors entered = scopes_[static_cast<size_t>(scope.index)];
  bool is_larger = false;
  for (const auto& [name, schema] : resource.dynamic_anchors) {
    is_larger = entered.try_emplace(name, id.index).second || is_larger;
  }
  if (!is_larger) {
    return scope;
  }
  const auto [known, is_new] = ids_.try_emplace(entered, ScopeId{static_cast<int32_t>(scopes_.size())});
  if (is_new) {
    scopes_.push_back(std::move(entered));
  }
  return known->second;
}

std::optional<ResourceId> DynamicScopes::Outermost(ScopeId scope, std::string_view anchor) const {
  const Anchors& anchors = scopes_[static_cast<size_t>(scope.index)];
  const auto found = anchors.find(anchor);
  return found == anchors.end() ? std::nullopt : std::optional(ResourceId{found->second});
}

bool Lowering::Expect(bool holds, const value::Value& value, std::string_view expected,
                      std::string_view hint) {
  if (!holds) {
    emit_.Report(value.span, kExpected, expected)
        .Found(std::string(value::KindName(value.kind)))
        .Hint(std::string(hint))
        .Emit();
  }
  return holds;
}

const value::Value* Lowering::Get(const KeywordContext& draught, std::string_view keyword) const {
  const value::Value* found = value::Find(*draught.place.schema, keyword);
  return found != nullptr && IsKeyword(keyword, draft(draught.place)) ? found : nullptr;
}

types::TypeId Lowering::Run(const value::Value& root, ResourceId resource) {
  const types::TypeId type = TypeAt(root, resource, scopes_.empty());
  while (!pending_.empty()) {
    const ScopedSchema place = pending_.front();
    pending_.pop_front();
    const size_t most = kMostTypes + kMostTypesOfASchema * resources_.schema_count();
    if (known_.size() > most) {
      emit_.Report(root.span, kTooMany, most).Emit();
      break;
    }
    Lower(place);
  }
  std::vector<types::TypeId> made;
  for (const auto& known : known_) {
    made.push_back(known.second);
  }
  ReportCycles(std::move(references_), made, type, model_, emit_);
  return type;
}

types::TypeId Lowering::TypeOf(const value::Value& schema, const ScopedSchema& from) {
  const ResourceId own = resources_.Of(schema);
  return TypeAt(schema, own.has_value() ? own : from.resource, from.scope);
}

types::TypeId Lowering::TypeAt(const value::Value& schema, ResourceId resource, ScopeId scope) {
  scope = scopes_.Enter(scope, resources_.Get(resource), resource);
  const auto [known, is_new] = known_.try_emplace({&schema, scope.index});
  if (is_new) {
    known->second = model_.Add(types::Type{types::Any{}});
    pending_.push_back({&schema, resource, scope, known->second});
  }
  return known->second;
}

void Lowering::Lower(const ScopedSchema& place) {
  KeywordContext draught{place, {}};
  const value::Value& schema = *place.schema;
  draught.type.span = schema.span;
  // Draft 4 has them only behind `additionalItems` and `additionalProperties`.
  if (schema.kind == value::Kind::kBool) {
    draught.type.shape = schema.boolean ? types::Shape(types::Any{}) : types::Shape(types::Never{});
    model_.Define(place.type, std::move(draught.type));
    return;
  }
  if (!Expect(schema.kind == value::Kind::kMapping, schema, "a schema")) {
    draught.type.shape = types::InvalidType{};
    model_.Define(place.type, std::move(draught.type));
    return;
  }
  Document(draught);
  if (!LowerReference(draught)) {
    Shape(draught);
    ReportIneffectiveKeywords(schema, draft(place), emit_);
    for (const value::Entry& entry : schema.entries()) {
      const std::string_view name = entry.key->raw;
      const KeywordHandler* keyword = IsKeyword(name, draft(place)) ? Find(name) : nullptr;
      CheckKeyword(place, *entry.key);
      const bool counts = resources_.Get(place.resource).validates || !IsValidationKeyword(name);
      if (keyword != nullptr && counts) {
        needs_negation_ = needs_negation_ || NeedsNegation(name);
        draught.stated = entry.key;
        (this->*keyword->handle)(draught, *entry.value);
      }
    }
  }
  if (required_null_.contains(&schema)) {
    AddNotNull(draught);
  }
  AddCustomMessages(draught);
  model_.Define(place.type, std::move(draught.type));
}

// A schema that consists of a reference is another name of its target; up to draft 7 every schema with a
// `$ref`, whose siblings are ignored.
bool Lowering::LowerReference(KeywordContext& draught) {
  const value::Value* reference = Get(draught, "$ref");
  const auto entries = draught.place.schema->entries();
  // The author's message for a reference replaces all of its findings.
  const bool has_message = !MessageFor(*draught.place.schema, "$ref").empty();
  const auto is_next_to = [](const value::Entry& entry) {
    return entry.key->raw != "$ref" && !IsAnnotation(entry.key->raw) && !entry.key->raw.starts_with("x-");
  };
  const bool is_alone = draft(draught.place) <= Draft::k7 ||
                        (!has_message && std::none_of(entries.begin(), entries.end(), is_next_to));
  if (reference == nullptr || reference->kind != value::Kind::kString || !is_alone) {
    return false;
  }
  if (draft(draught.place) <= Draft::k7 && entries.size() > 1) {
    const ResolvedReference found = resources_.Find(draught.place.resource, reference->raw);
    ReportIgnoredRefSiblings(*draught.place.schema, draft(draught.place), found.schema, emit_);
  }
  const types::TypeId target = Referred(draught, *reference, false);
  if (target.has_value()) {
    draught.type.shape = types::Named{model_.interner().Intern(reference->raw), target};
    references_.names.emplace_back(draught.place.type, reference->span);
  } else {
    draught.type.shape = types::InvalidType{};
  }
  return true;
}

types::TypeId Lowering::Referred(KeywordContext& draught, const value::Value& value, bool is_dynamic) {
  if (!Expect(value.kind == value::Kind::kString, value, "a reference to a schema")) {
    return {};
  }
  ResolvedReference target = resources_.Find(draught.place.resource, value.raw);
  if (target.schema == nullptr) {
    const ResourceId from = draught.place.resource;
    const bool is_remote = IsRemote(resources_, from, value.raw);
    if (request_.validator == CompatibilityMode::kHelm && is_remote) {
      const std::string_view document = value.raw.view().substr(0, value.raw.find('#'));
      if (fetched_.emplace(document).second) {
        emit_.Report(value.span, kFetchedByHelm, document).As(request_.of_remote_reference).Emit();
      }
      return {};
    }
    // Helm's validator finds files only from the working directory of Helm on, if at all.
    const bool is_other_file = request_.validator == CompatibilityMode::kHelm && !is_remote &&
                               !value.raw.starts_with("#") && value.raw.find(':') == std::string_view::npos;
    emit_.Report(value.span,
                 is_remote       ? kNotFetched
                 : is_other_file ? kOtherFile
                                 : kNoTarget,
                 value.raw)
        .Hint(is_other_file ? "copy its content to `$defs` of values.schema.json, and refer to it there"
                            : HintForUnresolvedReference(resources_, from, value.raw, suggestions_))
        .Emit();
    ++unresolved_references_;
    return {};
  }
  if (is_dynamic) {
    // If the target can be overridden, the outermost resource of its kind on the path applies.
    const SchemaResource& resource = resources_.Get(target.resource);
    const size_t hash = value.raw.find('#');
    const std::string name(hash == std::string_view::npos ? "" : value.raw.substr(hash + 1));
    const auto anchor = resource.dynamic_anchors.find(name);
    const auto outermost = scopes_.Outermost(draught.place.scope, name);
    const bool is_replaced =
        anchor != resource.dynamic_anchors.end() && anchor->second == target.schema && outermost.has_value();
    if (is_replaced) {
      target.resource = *outermost;
      target.schema = resources_.Get(target.resource).dynamic_anchors.find(name)->second;
    }
  }
  references_.first.try_emplace(draught.place.type.index, value.span);
  return TypeAt(*target.schema, target.resource, draught.place.scope);
}

void Lowering::AddRule(KeywordContext& draught, types::ValueKindSet kinds, types::Test test) {
  if ((kinds & draught.kinds).empty()) {
    return;
  }
  types::Rule rule;
  rule.test = std::move(test);
  rule.kinds = kinds;
  rule.span = draught.stated == nullptr ? draught.type.span : draught.stated->span;
  if (draught.stated != nullptr) {
    rule.message = MessageFor(*draught.place.schema, draught.stated->raw);
  }
  draught.type.rules.push_back(model_.Add(std::move(rule)));
}

}  // namespace kval::schemas::json_schema
