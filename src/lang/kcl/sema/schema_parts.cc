#include "src/lang/kcl/sema/schema_parts.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kval::kcl::sema {
namespace {

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
