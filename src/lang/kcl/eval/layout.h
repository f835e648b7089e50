#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/eval/decisions.h"
#include "src/lang/kcl/eval/frame.h"
#include "src/lang/kcl/eval/setter.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/lang/kcl/sema/program.h"

namespace kval::kcl::eval {

// An attribute of a schema with all its bases and mixins.
struct Member {
  Symbol name;
  std::string_view text;
  std::vector<Setter> setters;
  // The declaration that governs the type: of the most derived schema, of the first mixin only when no schema
  // has one; null for a plain assignment.
  const AttributeStmt* declaration = nullptr;
  bool optional = false;
  bool is_declared = false;
  size_t first_level = 0;  // in Instance::levels
};

// What instances of one schema have in common: the schemas that take part (bases first, then the schema
// itself, then its mixins, each with their own) and the members in the order of the output.
struct Layout {
  const kcl::Schema* schema = nullptr;
  const runtime::SchemaType* type = nullptr;
  std::vector<const kcl::Schema*> parts;
  std::vector<Member> members;
  std::unordered_map<Symbol, size_t> by_name;
  const Interner* names = nullptr;     // of by_name
  std::vector<size_t> required_order;  // members as the check for required attributes goes through them
  size_t level_count = 0;
  Decisions decisions;                       // chains are members
  const kcl::Schema* index_owner = nullptr;  // the schema itself, if it has an index signature; of bases only
                                             // `schema relaxed` is inherited
  int32_t index_part = -1;

  static constexpr size_t kNoMember = static_cast<size_t>(-1);
  // The member that a key of a configuration names.
  size_t MemberOf(std::string_view key) const;
  // The value of a member in the attributes of an instance; Undefined when it has none.
  runtime::Value ValueIn(const runtime::Dict& attributes, size_t member) const;
};

std::unique_ptr<Layout> MakeLayout(const kcl::Schema& schema, const Interner& names);

struct Instance;

// One schema's share of an instance: its parameters.
struct Part {
  Instance* instance = nullptr;
  const kcl::Schema* schema = nullptr;
  Frame frame;
};

// A schema instance while it is evaluated, and as long as lambdas refer to it.
struct Instance {
  const Layout* layout = nullptr;
  const runtime::Dict* config = nullptr;
  // By member: the entry of the configuration, null without one.
  std::span<const runtime::Entry*> given;
  bool has_extra = false;  // the configuration has keys that are no members
  std::span<Level> levels;
  std::span<int32_t> decided;  // by place in the layout's decisions
  std::span<Part> parts;
  source::Span at;  // where it is made
};

// An instance of which nothing is evaluated, in the heap.
Instance* NewInstance(runtime::Heap& heap, const Layout& layout, const runtime::Dict* config,
                      source::Span at);
// Whether nothing but its maker refers to an instance that was evaluated: its memory may serve another one.
bool IsForgotten(const Instance& instance);
// Gives it its configuration as it will be from now on.
void Keep(Instance& instance, const runtime::Dict* config);
// Makes such a one an instance of which nothing is evaluated.
void Renew(Instance& instance, const runtime::Dict* config, source::Span at);

}  // namespace kval::kcl::eval
