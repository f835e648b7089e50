#include "src/lang/kcl/eval/rules.h"

#include <utility>

#include "src/lang/kcl/eval/arguments.h"
#include "src/lang/kcl/eval/checks.h"
#include "src/lang/kcl/eval/decorators.h"

namespace kval::kcl::eval {

namespace {

// A rule takes part in another one once for each way that leads to it.
constexpr size_t kMostParts = 200;

}  // namespace

Value Rules::Make(const kcl::Schema& schema, const Value& config, const CallArgs& args, source::Span at) {
  CallGuard guard(context_, {at, context_.Text(schema.name), true});
  if (!guard.ok() || !config.is_config()) {
    return {};
  }
  const Dict* dict = &config.fields();
  Value value = config;
  const kcl::Schema* host = schema.protocol;
  if (host != nullptr && host->stmt != nullptr) {
    value = whole_.MakeInstance(*host, dict, args, at, at);
  }
  if (context_.failed()) {
    return {};
  }
  const Layout& layout = LayoutFor(schema, value);
  Instance* instance = NewInstance(context_.heap(), layout, dict, at);
  for (const Member& member : layout.members) {
    instance->levels[member.first_level] = {LevelState::kDone, value.fields().Get(member.text)};
  }
  ++context_.nesting().instances;
  for (InstancePart& part : instance->parts) {
    if (part.schema == &schema) {
      arguments_.Bind(part.schema->rule->params, args, part.frame);
    } else {
      arguments_.BindInherited(part.schema->rule->params, args, part.frame);
    }
    decorators_.Run(part.schema->rule->decorators, context_.Text(part.schema->name), true, *instance,
                    &part.frame);
  }
  for (InstancePart& part : instance->parts) {
    checks_.RunLines(part.schema->rule->checks, part, nullptr);
  }
  --context_.nesting().instances;
  return context_.failed() ? Value() : value;
}

// Returns the layout of the rule with its bases; members are the entries of the configuration, which are the
// names in the check lines.
const Layout& Rules::LayoutFor(const kcl::Schema& schema, const Value& value) {
  Layout& layout = *layouts_.emplace_back(std::make_unique<Layout>());
  layout.schema = &schema;
  layout.type = context_.TypeOf(schema);
  layout.names = &context_.program().ast.names;
  std::vector<const kcl::Schema*> pending = {&schema};
  while (!pending.empty() && layout.parts.size() < kMostParts) {
    const kcl::Schema* next = pending.back();
    pending.pop_back();
    if (next->rule != nullptr) {
      layout.parts.insert(layout.parts.begin(), next);
      pending.insert(pending.end(), next->rule_bases.begin(), next->rule_bases.end());
    }
  }
  for (const Entry& entry : value.fields().entries) {
    Symbol name = context_.program().ast.names.Find(entry.key);
    if (name.has_value() && layout.by_name.try_emplace(name, layout.members.size()).second) {
      Member member{name, entry.key, {Setter{}}};
      member.first_level = layout.level_count++;
      layout.members.push_back(std::move(member));
    }
  }
  return layout;
}

}  // namespace kval::kcl::eval
