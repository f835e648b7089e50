#include "src/lang/kcl/sema/schema_cycles.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace kval::kcl::sema {
namespace {

std::string QualifiedName(const Context& context, const Schema& schema) {
  const std::string name(context.Text(schema.name));
  return schema.package == 0
             ? name
             : context.program.packages[static_cast<size_t>(schema.package)]->path + "." + name;
}

// What a schema is made of: its base, its mixins, the bases of a rule.
std::vector<const Schema*> PartsOf(const Schema* schema) {
  std::vector<const Schema*> parts = schema->mixins;
  parts.insert(parts.end(), schema->rule_bases.begin(), schema->rule_bases.end());
  if (schema->base) {
    parts.push_back(schema->base);
  }
  return parts;
}

// The schemas of the package that are part of a circle or made of one: those that remain when whatever is
// made of nothing that remains is taken away.
std::unordered_set<const Schema*> PossiblyCircular(const Context& context) {
  std::unordered_map<const Schema*, size_t> remaining;
  std::unordered_map<const Schema*, std::vector<const Schema*>> users;
  std::vector<const Schema*> settled;
  for (const std::unique_ptr<Schema>& schema : context.program.schemas) {
    if (schema->package == static_cast<int32_t>(context.package_index)) {
      remaining[schema.get()] = 0;
    }
  }
  for (auto& [schema, count] : remaining) {
    for (const Schema* part : PartsOf(schema)) {
      if (remaining.count(part) > 0) {
        ++count;
        users[part].push_back(schema);
      }
    }
    if (count == 0) {
      settled.push_back(schema);
    }
  }
  std::unordered_set<const Schema*> result;
  while (!settled.empty()) {
    const Schema* schema = settled.back();
    settled.pop_back();
    for (const Schema* user : users[schema]) {
      if (--remaining[user] == 0) {
        settled.push_back(user);
      }
    }
  }
  for (const auto& [schema, count] : remaining) {
    if (count > 0) {
      result.insert(schema);
    }
  }
  return result;
}

std::unordered_set<const Schema*> ReachedFrom(const Schema& schema) {
  std::unordered_set<const Schema*> reached;
  std::vector<const Schema*> open = PartsOf(&schema);
  while (!open.empty()) {
    const Schema* next = open.back();
    open.pop_back();
    if (reached.insert(next).second) {
      const std::vector<const Schema*> further = PartsOf(next);
      open.insert(open.end(), further.begin(), further.end());
    }
  }
  return reached;
}

}  // namespace

void CutCycles(Context& context) {
  const std::unordered_set<const Schema*> candidates = PossiblyCircular(context);
  std::vector<Schema*> circular;
  std::vector<std::string> texts;
  for (const std::unique_ptr<Schema>& schema : context.program.schemas) {
    if (candidates.count(schema.get()) == 0) {
      continue;
    }
    // Its circle: what it reaches, if that includes itself.
    const std::unordered_set<const Schema*> reached = ReachedFrom(*schema);
    if (reached.count(schema.get()) == 0) {
      continue;
    }
    std::string names;
    for (const std::unique_ptr<Schema>& other : context.program.schemas) {
      if (reached.count(other.get()) > 0) {
        names.append(names.empty() ? "" : ", ").append(QualifiedName(context, *other));
      }
    }
    circular.push_back(schema.get());
    texts.push_back(names);
  }
  for (size_t i = 0; i < circular.size(); ++i) {
    const Schema& schema = *circular[i];
    context.diagnostics.Report(diag::Kind::kKclCompile,
                               schema.stmt ? schema.stmt->name.span : schema.rule->name.span,
                               std::string("There is a circular reference between ") +
                                   (schema.stmt ? "schemas " : "rules ") + texts[i]);
  }
  for (Schema* schema : circular) {
    schema->base = nullptr;
    schema->mixins.clear();
    schema->rule_bases.clear();
  }
}

}  // namespace kval::kcl::sema
