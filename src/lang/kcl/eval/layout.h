#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/eval/branch_table.h"
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

// The data that instances of one schema share: its schemas (bases first, then the schema itself, then its
// mixins, each after its own bases and mixins) and its members in output order.
struct Layout {
  const kcl::Schema* schema = nullptr;
  const runtime::SchemaType* type = nullptr;
  std::vector<const kcl::Schema*> parts;
  std::vector<Member> members;
  std::unordered_map<Symbol, size_t> by_name;
  const Interner* names = nullptr;     // of by_name
  std::vector<size_t> required_order;  // members in the order in which required attributes are checked
  size_t level_count = 0;
  BranchTable decisions;                     // chains are members
  const kcl::Schema* index_owner = nullptr;  // the schema itself, if it has an index signature; of bases only
                                             // `schema relaxed` is inherited
  int32_t index_part = -1;

  static constexpr size_t kNoMember = static_cast<size_t>(-1);
  // Returns the member for a key of a configuration.
  size_t MemberOf(std::string_view key) const;
  // Returns the value of a member in the attributes of an instance; Undefined if it has none.
  runtime::Value ValueIn(const runtime::Dict& attributes, size_t member) const;
};

// Computes the layout of a schema.
std::unique_ptr<Layout> MakeLayout(const kcl::Schema& schema, const Interner& names);

struct Instance;

// One schema's share of an instance: its parameters.
struct InstancePart {
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
  std::span<InstancePart> parts;
  source::Span at;  // where it is created
};

// Creates an unevaluated instance in the heap.
Instance* NewInstance(runtime::Heap& heap, const Layout& layout, const runtime::Dict* config,
                      source::Span at);
// Returns whether an evaluated instance is referenced only by its creator, so that its memory can be reused.
bool IsUnreferenced(const Instance& instance);
// Sets the final configuration of an instance.
void SetConfig(Instance& instance, const runtime::Dict* config);
// Reuses such an instance as one that is not evaluated.
void Renew(Instance& instance, const runtime::Dict* config, source::Span at);

}  // namespace kval::kcl::eval
