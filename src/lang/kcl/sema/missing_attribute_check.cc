#include "src/lang/kcl/sema/missing_attribute_check.h"

#include <optional>
#include <string>

#include "src/lang/kcl/sema/assignment_targets.h"
#include "src/lang/kcl/sema/scopes.h"

namespace kval::kcl::sema {
namespace {

// The names that the configuration sets; nothing when it may set others, too.
std::optional<std::unordered_set<Symbol>> NamesSet(const ConfigExpr& config) {
  std::unordered_set<Symbol> names;
  for (const ConfigEntry& entry : config.entries) {
    if (entry.kind != EntryKind::kPair || entry.key.empty() || entry.key.front().kind == KeyStepKind::kExpr) {
      return std::nullopt;
    }
    names.insert(entry.key.front().name.symbol);
  }
  return names;
}

// The first step of an entry's key; no symbol when that is not known.
Symbol KeyOf(const ConfigEntry& entry) {
  const bool is_plain =
      entry.kind == EntryKind::kPair && !entry.key.empty() && entry.key.front().kind != KeyStepKind::kExpr;
  return is_plain ? entry.key.front().name.symbol : Symbol();
}

bool IsPlain(const Schema& schema) {
  return schema.stmt != nullptr && schema.base == nullptr && schema.mixins.empty() &&
         !schema.has_index_signature;
}

}  // namespace

void MissingAttributeCheck::AddInstance(const SchemaInitExpr& init, const Schema& schema) {
  // Data has no source text that names the schema; its missing attributes are reported during evaluation.
  const bool is_data = init.schema->span == init.span;
  if (!is_data && IsPlain(schema) && !scopes_.IsAnywhereInside(ScopeKind::kSchema)) {
    instances_.push_back({&init, &schema});
  }
}

void MissingAttributeCheck::AddUnionOperand(Symbol name, const SchemaInitExpr& init) {
  united_[&context_.package()][name].push_back(init.config);
  exempt_.insert(&init);
}

void MissingAttributeCheck::ExemptRepeated(std::span<const ConfigExpr* const> configs) {
  std::unordered_map<Symbol, size_t> counts;
  for (const ConfigExpr* config : configs) {
    for (const ConfigEntry& entry : config->entries) {
      counts[KeyOf(entry)] += 1;
    }
  }
  for (const ConfigExpr* config : configs) {
    for (const ConfigEntry& entry : config->entries) {
      if (entry.key.size() == 1 && KeyOf(entry).has_value() && counts[KeyOf(entry)] > 1) {
        exempt_.insert(entry.value);
      }
    }
  }
}

void MissingAttributeCheck::ReportMissingAttributes(Diagnostics& diagnostics) {
  for (const auto& [package, names] : united_) {
    for (const auto& [name, configs] : names) {
      ExemptRepeated(configs);
    }
  }
  for (const auto& [init, schema] : instances_) {
    std::optional<std::unordered_set<Symbol>> set =
        exempt_.contains(init) ? std::nullopt : NamesSet(*init->config);
    if (!set) {
      continue;
    }
    set->merge(CollectValueTargets(schema->stmt->body));
    for (const Attribute& attribute : schema->attributes) {
      const bool is_required = attribute.decl != nullptr && !attribute.optional && !attribute.has_default;
      // Of several declarations the first is in the list.
      if (is_required && set->insert(attribute.name).second) {
        diagnostics.Report(diag::Kind::kKclCompile, init->schema->span,
                           "attribute " + context_.Quoted(attribute.name) + " of " +
                               std::string(context_.Text(schema->name)) +
                               " is required and can't be None or Undefined",
                           {{attribute.span, "it is declared here"}});
      }
    }
  }
}

}  // namespace kval::kcl::sema
