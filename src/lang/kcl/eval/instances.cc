#include "src/lang/kcl/eval/instances.h"

#include <algorithm>

#include "src/lang/kcl/eval/arguments.h"
#include "src/lang/kcl/eval/branches.h"
#include "src/lang/kcl/eval/chains.h"
#include "src/lang/kcl/eval/checks.h"
#include "src/lang/kcl/eval/configs.h"
#include "src/lang/kcl/eval/decorators.h"
#include "src/lang/kcl/eval/required_attributes.h"
#include "src/lang/kcl/eval/rules.h"
#include "src/lang/kcl/eval/statements.h"
#include "src/lang/kcl/eval/type_conversion.h"
#include "src/lang/kcl/runtime/union.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {

using runtime::Kind;
using runtime::Operator;

namespace {

// The method in `S.instances()` (names.cc).
constexpr std::string_view kInstances = "instances";

// The places of the configuration's keys in the attributes: of members by their number, of further keys
// behind them.
std::span<const uint32_t> GivenPlaces(runtime::Heap& heap, const Instance& instance, const Dict& attributes) {
  std::vector<uint32_t, runtime::HeapAllocator<uint32_t>> places{runtime::HeapAllocator<uint32_t>(&heap)};
  places.reserve(instance.config->entries.size());
  for (const Entry& entry : instance.config->entries) {
    const size_t member = instance.layout->MemberOf(entry.key);
    const Entry* found =
        member == Layout::kNoMember ? attributes.Find(entry.key) : &attributes.entries[member];
    if (found != nullptr) {
      places.push_back(static_cast<uint32_t>(found - attributes.entries.data()));
    }
  }
  return heap.Copy(std::span<const uint32_t>(places));
}

}  // namespace

Instances::Instances(const Components& components)
    : Components(components),
      created_(context_.program().schemas.size()),
      spare_(context_.program().schemas.size()),
      records_instances_(context_.program().ast.names.Find(kInstances).has_value()) {}

Value Instances::EvalInit(std::span<const SchemaInitExpr* const> parts, Frame* frame) {
  const SchemaInitExpr& expr = *parts.back();
  std::vector<const ConfigExpr*> several;
  std::span<const ConfigExpr* const> configs(&expr.config, 1);
  const SchemaInitExpr* with_args = &expr;
  for (const SchemaInitExpr* part : parts.size() == 1 ? parts.first(0) : parts) {
    several.push_back(part->config);
    configs = several;
    if (!with_args->has_args && part->has_args) {
      with_args = part;
    }
  }
  ++context_.nesting().inits;
  DictBuilder config(&context_.heap());
  configs_.Fill(configs, frame, config);
  Value type = whole_.Eval(*expr.schema, frame);
  runtime::Values positional = runtime::NewValues(context_.heap());
  std::vector<NamedValue> named;
  Value result;
  if (!context_.failed() && arguments_.Eval(with_args->args, frame, positional, named)) {
    context_.trace().place = expr.span;
    const CallArgs args{positional, named, {}};
    if (type.is(Kind::kType) && SchemaOf(*type.type).rule == nullptr) {
      const Dict given = config.View();
      result = Make(SchemaOf(*type.type), &given, args, expr.schema->span, expr.schema->span);
    } else {
      const Value whole = config.BuildValue(expr.config->span);
      result = type.is(Kind::kType) ? MakeFromConfig(type, whole, args, expr.schema->span)
                                    : MakeUnion(whole_, type, whole);
    }
  }
  --context_.nesting().inits;
  return context_.failed() ? Value() : result.At(expr.span);
}

Value Instances::MakeFromConfig(const Value& type, const Value& config, const CallArgs& args,
                                source::Span at) {
  const kcl::Schema& schema = SchemaOf(*type.type);
  if (schema.rule != nullptr) {
    return rules_.Make(schema, config, args, at);
  }
  return config.is_config() ? Make(schema, &config.fields(), args, at, at) : Value();
}

Value Instances::Make(const kcl::Schema& schema, const Dict* config, const CallArgs& args, source::Span at,
                      source::Span site) {
  CallGuard guard(context_, {site, context_.Text(schema.name), true});
  if (!guard.ok() || schema.stmt == nullptr || !context_.ChargeItems(config->entries.size() + 1)) {
    return {};
  }
  const Layout& layout = context_.LayoutOf(schema);
  Instance* instance = Begin(layout, config, at);
  // Attributes that this instance lacks are reported as such: they are no cause of failures around it.
  const source::Span absent = context_.trace().absent;
  ++context_.nesting().instances;
  BindAll(*instance, schema, args);
  RunBodies(*instance);
  Value result;
  std::vector<Entry> extra;
  bool by_key = layout.index_owner != nullptr && layout.index_owner->stmt->index_signature->has_alias;
  if (!context_.failed() && by_key) {
    CheckEachKey(*instance, extra);
  } else if (!context_.failed()) {
    AddExtraKeys(*instance, extra);
  }
  if (!context_.failed()) {
    result = Finish(*instance, Attributes(*instance, extra), args);
  }
  if (!context_.nesting().is_inside()) {
    required_.Check(result);
    CheckUnited();
  }
  if (!context_.failed() && !by_key) {
    checks_.Run(*instance);
    if (context_.options().on_checked && !context_.failed()) {
      context_.options().on_checked(schema, at);
    }
  }
  --context_.nesting().instances;
  context_.trace().absent = absent;
  Release(schema, *instance);
  return context_.failed() ? Value() : result;
}

// Runs the check lines of instances that were made of several entries of a literal: those of each entry were
// run for the entry alone.
void Instances::CheckUnited() {
  for (const Value& united : required_.TakeUnited()) {
    if (context_.failed() || context_.failures().has_reported()) {
      return;
    }
    DictBuilder config(&context_.heap());
    united.schema->ForEachKey([&](std::string_view key) {
      if (const Entry* entry = united.fields().Find(key)) {
        Entry given = *entry;
        given.op = Operator::kOverride;
        given.has_index = false;
        config.SetEntry(given);
      }
    });
    is_recorded_ = false;
    Make(SchemaOf(*united.schema->type), config.Build(), ArgumentsOf(*united.schema), united.span,
         united.span);
    is_recorded_ = true;
  }
}

void Instances::Release(const kcl::Schema& schema, Instance& instance) {
  if (!IsUnreferenced(instance)) {
    DictBuilder config(&context_.heap(), *instance.config);
    config.entries();
    SetConfig(instance, config.Build());
  } else if (!context_.failed()) {
    spare_[static_cast<size_t>(schema.index)].push_back(&instance);
  }
}

bool Instances::ChargeMemory(const Layout& layout) {
  constexpr size_t kMembersOfAStep = 8;
  return context_.Charge(layout.members.size() / kMembersOfAStep);
}

Instance* Instances::Begin(const Layout& layout, const Dict* config, source::Span at) {
  ChargeMemory(layout);
  std::vector<Instance*>& spare = spare_[static_cast<size_t>(layout.schema->index)];
  if (spare.empty()) {
    return NewInstance(context_.heap(), layout, config, at);
  }
  Instance* instance = spare.back();
  spare.pop_back();
  Renew(*instance, config, at);
  return instance;
}

Value Instances::AttributeOf(const kcl::Schema& schema, const Dict* config, std::string_view name,
                             source::Span at) {
  const Layout& layout = context_.LayoutOf(schema);
  auto found = layout.by_name.find(context_.program().ast.names.Find(name));
  if (schema.stmt == nullptr || found == layout.by_name.end()) {
    return {};
  }
  if (!ChargeMemory(layout)) {
    return {};
  }
  Instance* instance = NewInstance(context_.heap(), layout, config, at);
  BindAll(*instance, schema, {});
  // Nested instances are not outermost: their missing attributes may still be set.
  ++context_.nesting().instances;
  Value value = chains_.ReadMember(*instance, found->second);
  --context_.nesting().instances;
  return value;
}

bool Instances::Hold(const kcl::Schema& schema, std::span<const SchemaCheckLine> lines, const Dict* config,
                     source::Span at) {
  CallGuard guard(context_, {at, context_.Text(schema.name), true});
  if (!guard.ok()) {
    return false;
  }
  const Layout& layout = context_.LayoutOf(schema);
  if (!ChargeMemory(layout)) {
    return false;
  }
  Instance* instance = NewInstance(context_.heap(), layout, config, at);
  ++context_.nesting().instances;
  const bool all = std::all_of(lines.begin(), lines.end(), [&](const SchemaCheckLine& each) {
    return checks_.Holds(*each.line, instance->parts[each.part]);
  });
  --context_.nesting().instances;
  return all;
}

void Instances::BindAll(Instance& instance, const kcl::Schema& schema, const CallArgs& args) {
  for (InstancePart& part : instance.parts) {
    if (part.schema == &schema) {
      arguments_.Bind(part.schema->stmt->params, args, part.frame);
    } else {
      arguments_.BindInherited(part.schema->stmt->params, args, part.frame);
    }
  }
}

void Instances::RunBodies(Instance& instance) {
  for (InstancePart& part : instance.parts) {
    if (context_.failed()) {
      return;
    }
    RunBody(part.schema->stmt->body, instance, &part.frame);
    decorators_.Run(part.schema->stmt->decorators, context_.Text(part.schema->name), true, instance,
                    &part.frame);
    GoOn(context_);
  }
}

void Instances::RunBody(Stmts body, Instance& instance, Frame* frame) {
  for (const Stmt* stmt : body) {
    if (context_.failed()) {
      return;
    }
    context_.trace().visited = stmt->span;
    RunStatement(*stmt, instance, frame);
    GoOn(context_);
  }
}

void Instances::RunStatement(const Stmt& stmt, Instance& instance, Frame* frame) {
  if (const auto* attribute = stmt.As<AttributeStmt>()) {
    decorators_.Run(attribute->decorators, context_.Text(attribute->name.symbol), false, instance, frame);
  }
  ForEachTarget(stmt, [&](Symbol name) {
    auto found = instance.layout->by_name.find(name);
    if (found != instance.layout->by_name.end()) {
      chains_.ReadMember(instance, found->second);
    }
  });
  if (const auto* condition = stmt.As<IfStmt>()) {
    const int32_t part = static_cast<int32_t>(frame->part - instance.parts.data());
    RunBody(branches_.Taken(*condition, part, BranchScope(instance), frame), instance, frame);
  } else if (const auto* assertion = stmt.As<AssertStmt>()) {
    statements_.Assert(*assertion, frame);
  } else if (const auto* expression = stmt.As<ExprStmt>()) {
    for (const Expr* expr : expression->exprs) {
      whole_.Eval(*expr, frame);
    }
  }
}

bool Instances::IsExtra(const Instance& instance, const Entry& entry) {
  return instance.has_extra && instance.layout->MemberOf(entry.key) == Layout::kNoMember;
}

// With an alias the checks run once for each further key, before the required attributes are looked at.
void Instances::CheckEachKey(Instance& instance, std::vector<Entry>& extra) {
  for (const Entry& entry : instance.config->entries) {
    if (!IsExtra(instance, entry)) {
      continue;
    }
    if (!AddExtraKey(instance, entry, extra)) {
      return;
    }
    checks_.Run(instance, &entry);
    if (context_.failed()) {
      return;
    }
  }
}

// Keys of the configuration that are no attributes: allowed by an index signature alone.
void Instances::AddExtraKeys(Instance& instance, std::vector<Entry>& extra) {
  const Layout& layout = *instance.layout;
  if (!instance.has_extra) {
    return;
  }
  for (const Entry& entry : instance.config->entries) {
    if (!IsExtra(instance, entry) ||
        (layout.index_owner == nullptr && context_.options().passes_undeclared)) {
      continue;
    }
    if (layout.index_owner == nullptr) {
      source::Span place = entry.key_span.has_value() ? entry.key_span : instance.at;
      context_.FailAt(place, Substitute("No attribute named '{}' in the schema '{}'", entry.key,
                                        context_.Text(layout.schema->name)));
      if (!GoOn(context_)) {
        return;
      }
      continue;
    }
    if (!AddExtraKey(instance, entry, extra)) {
      return;
    }
  }
}

bool Instances::AddExtraKey(Instance& instance, const Entry& entry, std::vector<Entry>& extra) {
  const IndexSignature& signature = *instance.layout->index_owner->stmt->index_signature;
  Frame& frame = instance.parts[static_cast<size_t>(instance.layout->index_part)].frame;
  if (signature.has_alias) {
    frame.slots[frame.slot_count - 1] = runtime::String(context_.heap(), entry.key, entry.key_span);
  }
  Value value = signature.default_value == nullptr ? Value() : whole_.Eval(*signature.default_value, &frame);
  DictBuilder builder(&context_.heap());
  builder.Set(entry.key, value, Operator::kOverride, entry.key_span);
  context_.trace().place = entry.value.span.has_value() ? entry.value.span : entry.key_span;
  MergeEntry(whole_, builder, entry, {.check_conflicts = false, .resolve = false});
  if (context_.failed() && GoOn(context_)) {
    builder.Set(entry.key, context_.MakeUnsound(entry.value.span), Operator::kOverride, entry.key_span);
  }
  if (context_.failed()) {
    return false;
  }
  Entry made = *builder.Find(entry.key);
  made.value = types_.RequireDeclared(made.value, context_.program().TypeOf(*signature.value_type),
                                      signature.value_type->span);
  extra.push_back(made);
  return !context_.failed();
}

const Dict* Instances::Attributes(Instance& instance, std::vector<Entry>& extra) {
  DictBuilder builder(&context_.heap());
  for (size_t i = 0; i < instance.layout->members.size(); ++i) {
    const Member& member = instance.layout->members[i];
    Entry entry;
    entry.key = member.text;
    entry.value = chains_.ReadMember(instance, i);
    const Entry* given = instance.given[i];
    entry.op = given != nullptr                   ? given->op
               : entry.value.is(Kind::kUndefined) ? Operator::kUnion
                                                  : Operator::kOverride;
    if (given != nullptr) {
      entry.key_span = given->key_span;
    }
    builder.Add(entry);
  }
  for (const Entry& entry : extra) {
    builder.SetEntry(entry);
  }
  return builder.Build();
}

Value Instances::Finish(Instance& instance, const Dict* attributes, const CallArgs& args) {
  auto* schema = context_.heap().New<runtime::Schema>();
  schema->type = instance.layout->type;
  schema->attributes = attributes;
  schema->given = GivenPlaces(context_.heap(), instance, *attributes);
  if (!args.positional.empty() || !args.named.empty()) {
    schema->arguments = context_.heap().New<runtime::SchemaArguments>(context_.heap().Copy(args.positional),
                                                                      context_.heap().Copy(args.named));
  }
  Value value = runtime::MakeSchema(schema, instance.at);
  if (!records_instances_ || !is_recorded_) {
    return value;
  }
  bool in_main = context_.IsInMain(instance.at);
  for (const kcl::Schema* each = instance.layout->schema; each != nullptr; each = each->base) {
    created_[static_cast<size_t>(each->index)].push_back({in_main, value});
  }
  return value;
}

Value Instances::Made(const runtime::SchemaType& type, bool full_package) {
  std::vector<Value> found;
  for (const CreatedInstance& made : created_[static_cast<size_t>(SchemaOf(type).index)]) {
    if (made.in_main || full_package) {
      found.push_back(made.value);
    }
  }
  return runtime::MakeList(context_.heap(), found);
}

}  // namespace kval::kcl::eval
