#include "src/lang/kcl/sema/member_lookup.h"

#include <algorithm>

#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/type_kinds.h"

// Source: KCL's resolver/config.rs.
namespace kval::kcl::sema {

void MemberLookup::CheckMember(Symbol name, const Type* type, source::Span at, source::Span attribute_at) {
  if (context_.Text(name).empty() || !type) {
    return;
  }
  if (IsSchema(type)) {
    CheckSchemaMember(name, *type->schema, at, attribute_at);
    return;
  }
  if (type->kind != TypeKind::kUnion) {
    return;
  }
  std::string owners;
  size_t count = 0;
  std::vector<std::string_view> known;
  for (const Type* member : type->members) {
    if (member->kind == TypeKind::kDict || IsAny(member)) {
      return;
    }
    if (!IsSchema(member)) {
      continue;
    }
    const Schema& schema = *member->schema;
    const bool is_mixin = schema.stmt && schema.stmt->schema_kind == SchemaKind::kMixin;
    if (schema.Find(name) || is_mixin || schema.has_index_signature) {
      return;
    }
    owners.append(count > 0 ? ", \"" : "\"").append(context_.Text(schema.name)).append("\"");
    ++count;
    const std::vector<std::string_view> names = attributes_.AttributeNames(schema);
    known.insert(known.end(), names.begin(), names.end());
  }
  if (count > 0) {
    const std::string owner =
        count > 1 ? "schemas [" + owners + "]" : "schema " + owners.substr(1, owners.size() - 2);
    ReportMember(name, "'" + owner + "'", known, at, attribute_at);
  }
}

void MemberLookup::CheckSchemaMember(Symbol name, const Schema& schema, source::Span at,
                                     source::Span attribute_at) {
  const auto owner = [&] { return "schema " + context_.Quoted(schema.name); };
  const bool is_mixin = schema.stmt && schema.stmt->schema_kind == SchemaKind::kMixin;
  if (!schema.has_index_signature) {
    if (!schema.Find(name) && !is_mixin) {
      ReportMember(name, owner(), attributes_.AttributeNames(schema), at, attribute_at);
    }
    return;
  }
  if (schema.index_any_other || IsAny(schema.index_key)) {
    return;
  }
  std::vector<std::string_view> keys;
  if (schema.index_key->kind == TypeKind::kStrLiteral) {
    keys.push_back(schema.index_key->text);
  } else if (schema.index_key->kind == TypeKind::kUnion) {
    for (const Type* member : schema.index_key->members) {
      if (member->kind == TypeKind::kStrLiteral) {
        keys.push_back(member->text);
      }
    }
  }
  if (!keys.empty() && std::find(keys.begin(), keys.end(), context_.Text(name)) == keys.end() &&
      !schema.Find(name)) {
    ReportMember(name, owner(), keys, at, attribute_at);
  }
}

void MemberLookup::ReportMember(Symbol name, const std::string& owner,
                                const std::vector<std::string_view>& known, source::Span at,
                                source::Span attribute_at) {
  std::vector<RelatedLocation> related;
  if (attribute_at.has_value()) {
    related.push_back({attribute_at, "config attribute is defined here"});
  }
  const bool suggests = context_.diagnostics.Suggests(known.size());
  const std::string suggestion = suggests ? Suggestion(context_.Text(name), known) : std::string();
  const std::string hint =
      suggests && suggestion.empty() ? SuggestionHint(context_.Text(name), known) : std::string();
  diagnostics_.ReportWith(diag::Kind::kKclCompile, at,
                          "Cannot add member " + context_.Quoted(name) + " to " + owner + suggestion,
                          {{}, related, {}, hint, true});
}

}  // namespace kval::kcl::sema
