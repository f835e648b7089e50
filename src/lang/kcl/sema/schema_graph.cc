#include "src/lang/kcl/sema/schema_graph.h"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace kval::kcl::sema {
namespace {

std::string QualifiedName(const Context& context, const Schema& schema) {
  const std::string name(context.Text(schema.name));
  return schema.package == 0
             ? name
             : context.program.packages[static_cast<size_t>(schema.package)]->path + "." + name;
}

// Returns the direct parts of a schema: its base, its mixins, the bases of a rule.
std::vector<const Schema*> PartsOf(const Schema* schema) {
  std::vector<const Schema*> parts = schema->mixins;
  parts.insert(parts.end(), schema->rule_bases.begin(), schema->rule_bases.end());
  if (schema->base) {
    parts.push_back(schema->base);
  }
  return parts;
}

// The schemas of the package that are made of themselves: those of each group that reach one another
// (Tarjan's algorithm, without native recursion).
class Circles {
 public:
  explicit Circles(const Context& context) : package_(static_cast<int32_t>(context.package_index)) {
    for (const std::unique_ptr<Schema>& schema : context.program.schemas) {
      if (schema->package == package_ && visits_.count(schema.get()) == 0) {
        Visit(*schema);
      }
    }
  }
  bool Has(const Schema& schema) const { return circular_.count(&schema) > 0; }

 private:
  struct Visited {
    size_t order;
    size_t lowest;  // of those that are open and were reached from it
    bool is_open;
  };
  struct Step {
    const Schema* schema;
    std::vector<const Schema*> parts;
  };

  void Begin(const Schema& schema) {
    visits_[&schema] = {visits_.size(), visits_.size(), true};
    group_.push_back(&schema);
    way_.push_back({&schema, PartsOf(&schema)});
  }

  void Visit(const Schema& start) {
    Begin(start);
    while (!way_.empty()) {
      const Schema* schema = way_.back().schema;
      if (way_.back().parts.empty()) {
        way_.pop_back();
        End(*schema);
        continue;
      }
      const Schema* part = way_.back().parts.back();
      way_.back().parts.pop_back();
      if (part == schema) {
        circular_.insert(schema);
      }
      const auto known = visits_.find(part);
      if (known != visits_.end() && known->second.is_open) {
        Visited& visited = visits_.at(schema);
        visited.lowest = std::min(visited.lowest, known->second.order);
      } else if (known == visits_.end() && part->package == package_) {
        Begin(*part);
      }
    }
  }

  void End(const Schema& schema) {
    const Visited visited = visits_.at(&schema);
    if (!way_.empty()) {
      Visited& above = visits_.at(way_.back().schema);
      above.lowest = std::min(above.lowest, visited.lowest);
    }
    if (visited.lowest < visited.order) {
      return;
    }
    const bool is_circle = group_.back() != &schema;
    for (bool is_last = false; !is_last; group_.pop_back()) {
      is_last = group_.back() == &schema;
      visits_.at(group_.back()).is_open = false;
      if (is_circle) {
        circular_.insert(group_.back());
      }
    }
  }

  int32_t package_;
  std::unordered_map<const Schema*, Visited> visits_;
  std::vector<const Schema*> group_;  // those that are open
  std::vector<Step> way_;
  std::unordered_set<const Schema*> circular_;
};

// Returns the names of a schema's direct and indirect parts, including itself; the nearest ones if there are
// many.
std::string NamesOfReached(const Context& context, const Schema& schema) {
  constexpr size_t kMostNames = 100;
  std::unordered_set<const Schema*> known = {&schema};
  std::vector<const Schema*> reached = {&schema};
  for (size_t i = 0; i < reached.size() && reached.size() <= kMostNames; ++i) {
    for (const Schema* part : PartsOf(reached[i])) {
      if (known.insert(part).second) {
        reached.push_back(part);
      }
    }
  }
  const bool is_cut = reached.size() > kMostNames;
  reached.resize(std::min(reached.size(), kMostNames));
  std::sort(reached.begin(), reached.end(),
            [](const Schema* a, const Schema* b) { return a->index < b->index; });
  std::string names;
  for (const Schema* other : reached) {
    names.append(names.empty() ? "" : ", ").append(QualifiedName(context, *other));
  }
  return is_cut ? names + " and more" : names;
}

// Of all schemas that have mixins.
constexpr size_t kMostParts = 1'000'000;
// Of mixins within mixins. An instance's layout goes down along them.
constexpr size_t kMostDepth = 100;

// Reports once per program; later schemas over the limit are not reported.
void Reject(Context& context, const Schema& schema, diag::Kind kind, const std::string& text) {
  if (!context.program.has_too_many_mixins) {
    context.diagnostics.Report(kind, schema.stmt->name.span, text);
    context.program.has_too_many_mixins = true;
  }
}

// Requires the counts of the schema's base and mixins.
void Count(Context& context, Schema& schema) {
  size_t parts = 1 + (schema.base != nullptr ? schema.base->part_count : 0);
  size_t depth = schema.base != nullptr ? schema.base->mixin_depth : 0;
  for (const Schema* mixin : schema.mixins) {
    parts = std::min(parts + mixin->part_count, kMostParts + 1);
    depth = std::max(depth, mixin->mixin_depth + 1);
  }
  schema.part_count = parts;
  schema.mixin_depth = depth;
  context.program.mixed_parts += depth > 0 ? parts : 0;
  if (context.program.mixed_parts > kMostParts) {
    Reject(context, schema, diag::Kind::kLimitSteps,
           "the schemas with mixins, and their parts, exceed " + std::to_string(kMostParts));
  } else if (depth > kMostDepth) {
    Reject(context, schema, diag::Kind::kLimitDepth,
           "more than " + std::to_string(kMostDepth) + " mixins are nested");
  }
  if (context.program.has_too_many_mixins && depth > 0) {
    schema.base = schema.mixins.empty() ? nullptr : schema.base;
    schema.mixins.clear();
    schema.part_count = 1;
    schema.mixin_depth = 0;
  }
}

}  // namespace

void CutCycles(Context& context) {
  const Circles circles(context);
  std::vector<Schema*> circular;
  std::vector<std::string> strings;
  for (const std::unique_ptr<Schema>& schema : context.program.schemas) {
    if (circles.Has(*schema)) {
      circular.push_back(schema.get());
      strings.push_back(NamesOfReached(context, *schema));
    }
  }
  for (size_t i = 0; i < circular.size(); ++i) {
    const Schema& schema = *circular[i];
    context.diagnostics.Report(diag::Kind::kKclCompile,
                               schema.stmt ? schema.stmt->name.span : schema.rule->name.span,
                               std::string("There is a circular reference between ") +
                                   (schema.stmt ? "schemas " : "rules ") + strings[i]);
  }
  for (Schema* schema : circular) {
    schema->base = nullptr;
    schema->mixins.clear();
    schema->rule_bases.clear();
  }
}

void BoundParts(Context& context) {
  for (const std::unique_ptr<Schema>& start : context.program.schemas) {
    if (start->package != static_cast<int32_t>(context.package_index) || start->part_count > 0) {
      continue;
    }
    std::vector<std::pair<Schema*, bool>> open = {{start.get(), false}};
    while (!open.empty()) {
      const auto [schema, is_ready] = open.back();
      if (is_ready || schema->part_count > 0) {
        open.pop_back();
        if (schema->part_count == 0) {
          Count(context, *schema);
        }
        continue;
      }
      open.back().second = true;
      const auto add = [&](const Schema* part) {
        Schema* made = context.program.schemas[static_cast<size_t>(part->index)].get();
        if (made->part_count == 0) {
          open.push_back({made, false});
        }
      };
      if (schema->base != nullptr) {
        add(schema->base);
      }
      std::for_each(schema->mixins.begin(), schema->mixins.end(), add);
    }
  }
}

}  // namespace kval::kcl::sema
