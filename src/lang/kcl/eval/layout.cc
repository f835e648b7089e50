#include "src/lang/kcl/eval/layout.h"

#include <algorithm>

namespace kval::kcl::eval {
namespace {

// Inheritance is acyclic after checking; this guards against a program that was not checked.
constexpr int kMaxChain = 200;

class LayoutBuilder {
 public:
  LayoutBuilder(Layout& layout, const Interner& names) : layout_(layout), names_(names) {}

  void AddSchema(const kcl::Schema& schema, int depth) {
    if (depth > kMaxChain) {
      return;
    }
    if (schema.base != nullptr) {
      AddSchema(*schema.base, depth + 1);
    }
    int32_t part = static_cast<int32_t>(layout_.parts.size());
    layout_.parts.push_back(&schema);
    if (schema.stmt != nullptr) {
      AddMembers(schema.stmt->body, part);
    }
    if (schema.stmt != nullptr && schema.stmt->index_signature != nullptr && depth == 0) {
      layout_.index_owner = &schema;
      layout_.index_part = part;
    }
    for (const kcl::Schema* mixin : schema.mixins) {
      AddSchema(*mixin, depth + 1);
    }
    AddRequired(schema);
  }

 private:
  void AddMembers(Stmts body, int32_t part) {
    std::vector<Choice> choices;
    ForEachSetter(body, choices, [this, part](Symbol name, Setter setter) {
      auto [place, added] = layout_.by_name.try_emplace(name, layout_.members.size());
      if (added) {
        layout_.members.push_back(Member{name, names_.Text(name), {}});
      }
      Member& member = layout_.members[place->second];
      if (const auto* attribute = setter.stmt->As<AttributeStmt>()) {
        member.declaration = attribute;
        member.is_declared = true;
      }
      setter.part = part;
      member.setters.push_back(std::move(setter));
    });
  }

  void AddRequired(const kcl::Schema& schema) {
    if (schema.stmt == nullptr) {
      return;
    }
    for (const Stmt* stmt : schema.stmt->body) {
      const auto* attribute = stmt->As<AttributeStmt>();
      if (attribute == nullptr) {
        continue;
      }
      size_t member = layout_.by_name.at(attribute->name.symbol);
      layout_.members[member].optional = attribute->optional;
      std::vector<size_t>& order = layout_.required_order;
      if (std::find(order.begin(), order.end(), member) == order.end()) {
        order.push_back(member);
      }
    }
  }

  Layout& layout_;
  const Interner& names_;
};

}  // namespace

std::unique_ptr<Layout> MakeLayout(const kcl::Schema& schema, const Interner& names) {
  auto layout = std::make_unique<Layout>();
  layout->schema = &schema;
  LayoutBuilder(*layout, names).AddSchema(schema, 0);
  for (Member& member : layout->members) {
    member.first_level = layout->level_count;
    layout->level_count += member.setters.size();
  }
  return layout;
}

}  // namespace kval::kcl::eval
