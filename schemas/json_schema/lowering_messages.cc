#include <map>
#include <string>
#include <utility>
#include <variant>

#include "schemas/json_schema/custom_messages.h"
#include "schemas/json_schema/lowering.h"

namespace kval::schemas::json_schema {

using diag::Kind;

void SetCustomMessage(const CustomMessages& messages, diag::Diagnostic& finding) {
  for (const diag::Label& label : finding.labels) {
    if (label.role != diag::LabelRole::kSchema || !label.span.has_value()) {
      continue;
    }
    const auto said = messages.find({finding.kind, label.span.begin});
    if (said != messages.end()) {
      finding.notes.push_back(std::exchange(finding.message, said->second));
      break;
    }
  }
}

std::map<std::string_view, const value::Value*> EntriesOf(const value::Value* map) {
  std::map<std::string_view, const value::Value*> entries;
  if (map != nullptr) {
    for (const value::Entry& entry : map->entries()) {
      if (entry.key->kind == value::Kind::kString) {
        entries.emplace(entry.key->raw, entry.value);
      }
    }
  }
  return entries;
}

std::string Lowering::MessageFor(const value::Value& schema, std::string_view keyword) const {
  for (const std::string_view holder : {"x-kval-message", "errorMessage"}) {
    const value::Value* found = value::Find(schema, holder);
    if (found != nullptr && found->kind == value::Kind::kMapping) {
      found = value::Find(*found, keyword);
    }
    if (found != nullptr && found->kind == value::Kind::kString) {
      return std::string(found->raw);
    }
  }
  const auto given = messages_.find(&schema);
  return given == messages_.end() ? std::string() : std::string(given->second);
}

void Lowering::AddCustomMessages(const KeywordContext& draught) {
  if (request_.messages == nullptr) {
    return;
  }
  const value::Value& schema = *draught.place.schema;
  const auto keep = [&](Kind kind, source::Span at, std::string message) {
    if (at.has_value() && !message.empty()) {
      request_.messages->emplace(std::pair(kind, at.begin), std::move(message));
    }
  };
  const bool is_constant = std::holds_alternative<types::Literal>(draught.type.shape);
  for (const Kind kind : {Kind::kTypeMismatch, Kind::kNullNotAllowed, Kind::kNoUnionMember}) {
    keep(kind, draught.type.span, MessageFor(schema, is_constant ? "const" : "type"));
  }
  const auto* record = std::get_if<types::Record>(&draught.type.shape);
  const bool is_closed = record != nullptr && record->closed_span.has_value();
  keep(Kind::kUnknownKey, is_closed ? record->closed_span : draught.type.span,
       MessageFor(schema, "additionalProperties"));
  const value::Value* properties = Get(draught, "properties");
  if (properties == nullptr || properties->kind != value::Kind::kMapping || !Has(draught, "required")) {
    return;
  }
  // Of one key that must be there (`errorMessage: {required: {name: …}}`), else of all.
  const value::Value* said = value::Find(schema, "errorMessage");
  const auto of_keys = EntriesOf(said == nullptr ? nullptr : value::Find(*said, "required"));
  const std::string of_all = MessageFor(schema, "required");
  for (const value::Entry& entry : properties->entries()) {
    const auto own = of_keys.find(entry.key->raw);
    const bool is_reported = own != of_keys.end() && own->second->kind == value::Kind::kString;
    keep(Kind::kMissingRequired, entry.key->span, is_reported ? std::string(own->second->raw) : of_all);
  }
}

}  // namespace kval::schemas::json_schema
