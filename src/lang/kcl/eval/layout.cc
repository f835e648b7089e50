#include "src/lang/kcl/eval/layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_set>

namespace kval::kcl::eval {
namespace {

// Inheritance is acyclic after checking; these guard against a program that was not checked.
constexpr size_t kMaxChain = 100'000;
constexpr int kMaxDepth = 1'000;  // of mixins in mixins; sema allows far fewer

// Returns `count` copies of one value, in the heap. A few need no additional allocation, because a program
// creates one array for each instance.
template <typename T>
std::span<T> Filled(runtime::Heap& heap, size_t count, const T& value) {
  constexpr size_t kFew = 16;
  if (count > kFew) {
    const std::vector<T> items(count, value);
    return heap.Copy(std::span<const T>(items));
  }
  alignas(T) std::array<std::byte, kFew * sizeof(T)> capacity;
  T* const items = reinterpret_cast<T*>(capacity.data());
  std::uninitialized_fill_n(items, count, value);
  return heap.Copy(std::span<const T>(items, count));
}

void RecordExplicit(Instance& instance) {
  instance.has_extra = false;
  for (const runtime::Entry& entry : instance.config->entries) {
    const size_t member = instance.layout->MemberOf(entry.key);
    if (member == Layout::kNoMember) {
      instance.has_extra = true;
    } else {
      instance.given[member] = &entry;
    }
  }
}

class LayoutBuilder {
 public:
  LayoutBuilder(Layout& layout, const Interner& names) : layout_(layout), names_(names) {}

  void AddSchema(const kcl::Schema& schema, int depth) {
    if (depth > kMaxDepth) {
      return;
    }
    std::vector<const kcl::Schema*> chain = {&schema};
    while (chain.back()->base != nullptr && chain.size() < kMaxChain) {
      chain.push_back(chain.back()->base);
    }
    for (size_t i = chain.size(); i-- > 0;) {
      AddOne(*chain[i], depth + static_cast<int>(i > 0));
    }
  }

 private:
  // Without its bases; `depth` is zero for the schema that the layout is of.
  void AddOne(const kcl::Schema& schema, int depth) {
    int32_t part = static_cast<int32_t>(layout_.parts.size());
    layout_.parts.push_back(&schema);
    if (schema.stmt != nullptr) {
      AddMembers(schema.stmt->body, part, schema.stmt->schema_kind == SchemaKind::kMixin);
    }
    const IndexSignature* signature = schema.stmt != nullptr ? schema.stmt->index_signature : nullptr;
    const bool is_mixin = schema.stmt != nullptr && schema.stmt->schema_kind == SchemaKind::kMixin;
    if (signature != nullptr && (depth == 0 || (signature->is_inherited && !is_mixin))) {
      layout_.index_owner = &schema;
      layout_.index_part = part;
    }
    for (const kcl::Schema* mixin : schema.mixins) {
      AddSchema(*mixin, depth + 1);
    }
    AddRequired(schema);
  }

  void AddMembers(Stmts body, int32_t part, bool is_mixin) {
    std::vector<Choice> choices;
    ForEachSetter(body, choices, [this, part, is_mixin](Symbol name, Setter setter) {
      auto [place, added] = layout_.by_name.try_emplace(name, layout_.members.size());
      if (added) {
        layout_.members.push_back(Member{name, names_.Text(name), {}});
      }
      Member& member = layout_.members[place->second];
      if (const auto* attribute = setter.stmt->As<AttributeStmt>()) {
        member.declaration = is_mixin && member.is_declared ? member.declaration : attribute;
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
      if (required_.insert(member).second) {
        layout_.required_order.push_back(member);
      }
    }
  }

  Layout& layout_;
  const Interner& names_;
  std::unordered_set<size_t> required_;  // members of layout_.required_order
};

}  // namespace

size_t Layout::MemberOf(std::string_view key) const {
  // Keys written in the program are the same interned strings as the members.
  constexpr size_t kFew = 16;
  for (size_t i = 0; i < std::min(members.size(), kFew); ++i) {
    if (members[i].text.data() == key.data() && members[i].text.size() == key.size()) {
      return i;
    }
  }
  const auto found = by_name.find(names->Find(key));
  return found == by_name.end() ? kNoMember : found->second;
}

runtime::Value Layout::ValueIn(const runtime::Dict& attributes, size_t member) const {
  const std::string_view text = members[member].text;
  // Attributes are in the order of the members, unless the instance was united with another value.
  if (member < attributes.entries.size() && attributes.entries[member].key.data() == text.data()) {
    return attributes.entries[member].value;
  }
  return attributes.Get(text);
}

std::unique_ptr<Layout> MakeLayout(const kcl::Schema& schema, const Interner& names) {
  auto layout = std::make_unique<Layout>();
  layout->schema = &schema;
  layout->names = &names;
  LayoutBuilder(*layout, names).AddSchema(schema, 0);
  for (size_t i = 0; i < layout->members.size(); ++i) {
    Member& member = layout->members[i];
    member.first_level = layout->level_count;
    layout->level_count += member.setters.size();
    layout->decisions.Add(i, member.setters);
  }
  return layout;
}

Instance* NewInstance(runtime::Heap& heap, const Layout& layout, const runtime::Dict* config,
                      source::Span at) {
  auto* instance = heap.New<Instance>();
  instance->layout = &layout;
  instance->config = config;
  instance->at = at;
  instance->given = Filled<const runtime::Entry*>(heap, layout.members.size(), nullptr);
  RecordExplicit(*instance);
  instance->levels = Filled(heap, layout.level_count, Level());
  instance->decided = Filled(heap, layout.decisions.size(), kUndecided);
  instance->parts = Filled(heap, layout.parts.size(), InstancePart());
  for (size_t i = 0; i < layout.parts.size(); ++i) {
    InstancePart& part = instance->parts[i];
    const kcl::Schema& schema = *layout.parts[i];
    std::span<const Parameter> params = schema.stmt != nullptr ? schema.stmt->params : schema.rule->params;
    // One more for the alias of an index signature.
    const std::span<runtime::Value> slots = Filled(heap, params.size() + 1, runtime::Value());
    part.instance = instance;
    part.schema = &schema;
    part.frame.kind = FrameKind::kSchema;
    part.frame.part = &part;
    part.frame.on_heap = true;
    part.frame.slots = slots.data();
    part.frame.slot_count = static_cast<uint32_t>(slots.size());
  }
  return instance;
}

bool IsUnreferenced(const Instance& instance) {
  return std::none_of(instance.parts.begin(), instance.parts.end(),
                      [](const InstancePart& part) { return part.frame.is_captured; });
}

void SetConfig(Instance& instance, const runtime::Dict* config) {
  instance.config = config;
  RecordExplicit(instance);
}

void Renew(Instance& instance, const runtime::Dict* config, source::Span at) {
  instance.config = config;
  instance.at = at;
  std::fill(instance.given.begin(), instance.given.end(), nullptr);
  RecordExplicit(instance);
  std::fill(instance.levels.begin(), instance.levels.end(), Level());
  std::fill(instance.decided.begin(), instance.decided.end(), kUndecided);
  for (InstancePart& part : instance.parts) {
    std::fill_n(part.frame.slots, part.frame.slot_count, runtime::Value());
  }
}

}  // namespace kval::kcl::eval
