#include "src/lang/kcl/sema/incomplete.h"

#include <string>
#include <unordered_set>

#include "src/lang/kcl/sema/assigned_names.h"

namespace kval::kcl::sema {
namespace {

// A schema, its bases and all their mixins; bases first. Cycles were cut.
void AddParts(const Schema& schema, std::vector<const Schema*>& parts) {
  constexpr size_t kMostParts = 1000;
  std::vector<const Schema*> chain;
  for (const Schema* base = &schema; base != nullptr; base = base->base) {
    chain.push_back(base);
  }
  for (; !chain.empty() && parts.size() < kMostParts; chain.pop_back()) {
    parts.push_back(chain.back());
    for (const Schema* mixin : chain.back()->mixins) {
      AddParts(*mixin, parts);
    }
  }
}

}  // namespace

void Incomplete::NoteInstance(const Expr* value, const Target* target) {
  const auto* init = value->As<SchemaInitExpr>();
  // Of data there is no text that names the schema; what it lacks is said when it is evaluated.
  if (init == nullptr || !scopes_.empty() || init->schema->span == init->span) {
    return;
  }
  if (target != nullptr) {
    const auto place = context_.package().by_name.find(target->name.symbol);
    const bool is_whole = target->path.empty() && place != context_.package().by_name.end() &&
                          context_.package().globals[static_cast<size_t>(place->second)].setters.size() == 1;
    if (!is_whole) {
      return;
    }
  }
  const Type* type = context_.program.TypeOf(*init->schema);
  if (type != nullptr && type->kind == TypeKind::kSchemaType && type->schema->stmt != nullptr) {
    instances_.push_back({init, type->schema});
  }
}

void Incomplete::ReportIncomplete() {
  for (const auto& [init, schema] : instances_) {
    std::unordered_set<Symbol> set;
    bool is_open = false;
    for (const ConfigEntry& entry : init->config->entries) {
      is_open = is_open || entry.kind != EntryKind::kPair || entry.key.empty() ||
                entry.key.front().kind == KeyStepKind::kExpr;
      if (!is_open) {
        set.insert(entry.key.front().name.symbol);
      }
    }
    std::vector<const Schema*> parts;
    AddParts(*schema, parts);
    for (const Schema* part : parts) {
      if (part->stmt != nullptr) {
        set.merge(NamesWithValue(part->stmt->body));
      }
    }
    std::unordered_set<Symbol> seen;
    for (const Schema* part : parts) {
      for (const Attribute& attribute : part->attributes) {
        const Attribute* governing = schema->Find(attribute.name);
        const bool is_required = governing != nullptr && governing->decl != nullptr && !governing->optional &&
                                 !governing->has_default && set.count(attribute.name) == 0;
        if (is_required && !is_open && seen.insert(attribute.name).second) {
          diagnostics_.Report(diag::Kind::kKclCompile, init->schema->span,
                              "attribute " + context_.Quoted(attribute.name) + " of " +
                                  std::string(context_.Text(schema->name)) +
                                  " is required and can't be None or Undefined",
                              {{governing->span, "it is declared here"}});
        }
      }
    }
  }
}

}  // namespace kval::kcl::sema
