#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "src/lang/kcl/eval/evaluator.h"
#include "src/lang/kcl/value/compare.h"
#include "src/lang/kcl/value/extent.h"
#include "src/lang/kcl/value/text.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {

using runtime::Kind;
using runtime::Operator;

// `S(args) {…}`, or `value {…}`, which unites.
Value Evaluator::EvalSchemaInit(std::span<const SchemaInitExpr* const> parts, Frame* frame) {
  const SchemaInitExpr& expr = *parts.back();
  std::vector<const ConfigExpr*> configs;
  const SchemaInitExpr* with_args = &expr;
  for (const SchemaInitExpr* part : parts) {
    configs.push_back(part->config);
    if (!with_args->has_args && part->has_args) {
      with_args = part;
    }
  }
  ++init_depth_;
  Value config = EvalConfigs(configs, frame);
  Value type = Eval(*expr.schema, frame);
  runtime::Values positional = runtime::NewValues(heap_);
  std::vector<NamedValue> named;
  Value result;
  if (!failed() && EvalArguments(with_args->args, frame, positional, named)) {
    trace_.place = expr.span;
    result = type.is(Kind::kType) ? MakeFromConfig(type, config, {positional, named}, expr.schema->span)
                                  : Unite(*this, type, config);
  }
  --init_depth_;
  return failed() ? Value() : result.At(expr.span);
}

Value Evaluator::MakeFromConfig(const Value& type, const Value& config, const CallArgs& args,
                                source::Span at) {
  const kcl::Schema& schema = SchemaOf(*type.type);
  if (schema.rule != nullptr) {
    return MakeRule(schema, config, args, at);
  }
  return config.is_config() ? MakeInstance(schema, &config.fields(), args, at, at) : Value();
}

Value Evaluator::Instantiate(const runtime::SchemaType& type, const Dict& config, const CallArgs& args) {
  return MakeInstance(SchemaOf(type), &config, args, trace_.place, trace_.place);
}

Instance* Evaluator::NewInstance(const Layout& layout, const Dict* config, source::Span at) {
  auto* instance = heap_.New<Instance>();
  instance->layout = &layout;
  instance->config = config;
  instance->at = at;
  std::vector<Level> levels(layout.level_count);
  instance->levels = heap_.Copy(std::span<const Level>(levels));
  const std::vector<int32_t> decided(layout.decisions.size(), kUndecided);
  instance->decided = heap_.Copy(std::span<const int32_t>(decided));
  std::vector<Part> parts(layout.parts.size());
  instance->parts = heap_.Copy(std::span<const Part>(parts));
  for (size_t i = 0; i < layout.parts.size(); ++i) {
    Part& part = instance->parts[i];
    const kcl::Schema& schema = *layout.parts[i];
    std::span<const Parameter> params = schema.stmt != nullptr ? schema.stmt->params : schema.rule->params;
    // One more for the alias of an index signature.
    std::vector<Value> slots(params.size() + 1);
    part.instance = instance;
    part.schema = &schema;
    part.frame.kind = FrameKind::kSchema;
    part.frame.part = &part;
    part.frame.on_heap = true;
    part.frame.slots = heap_.Copy(std::span<const Value>(slots)).data();
    part.frame.slot_count = static_cast<uint32_t>(slots.size());
  }
  return instance;
}

Value Evaluator::MakeInstance(const kcl::Schema& schema, const Dict* config, const CallArgs& args,
                              source::Span at, source::Span site) {
  DepthGuard guard(*this, {site, Text(schema.name), true});
  if (!guard.ok() || schema.stmt == nullptr || !ChargeItems(config->entries.size() + 1)) {
    return {};
  }
  const Layout& layout = LayoutOf(schema);
  Instance* instance = NewInstance(layout, config, at);
  uint64_t shape_errors = shape_errors_;
  ++instance_depth_;
  for (Part& part : instance->parts) {
    BindParameters(part.schema->stmt->params, args, part.frame);
  }
  RunBodies(*instance);
  Value result;
  std::vector<Entry> extra;
  bool by_key = layout.index_owner != nullptr && layout.index_owner->stmt->index_signature->has_alias;
  if (!failed() && by_key) {
    // With an alias the checks run once for each further key, before the required attributes are looked at.
    for (const Entry& entry : config->entries) {
      if (failed()) {
        break;
      }
      if (layout.by_name.count(program_.ast.names.Find(entry.key)) == 0) {
        AddExtraKeys(*instance, extra, entry.key);
        if (!failed()) {
          RunChecks(*instance, &entry);
        }
      }
    }
  } else if (!failed()) {
    AddExtraKeys(*instance, extra, {});
  }
  if (!failed()) {
    result = Finish(*instance, Attributes(*instance, extra), args);
  }
  if (instance_depth_ == 1 && init_depth_ <= 1) {
    CheckRequired(result);
  }
  // Check lines mean something only where the shape is right.
  bool in_shape = shape_errors == shape_errors_ && !(collects() && IsIncomplete(result));
  if (!failed() && !by_key && in_shape) {
    RunChecks(*instance);
    if (options_.on_checked && !failed()) {
      options_.on_checked(schema, at);
    }
  }
  --instance_depth_;
  return failed() ? Value() : result;
}

Value Evaluator::AttributeOf(const kcl::Schema& schema, const Dict* config, std::string_view name,
                             source::Span at) {
  const Layout& layout = LayoutOf(schema);
  auto found = layout.by_name.find(program_.ast.names.Find(name));
  if (schema.stmt == nullptr || found == layout.by_name.end()) {
    return {};
  }
  Instance* instance = NewInstance(layout, config, at);
  for (Part& part : instance->parts) {
    BindParameters(part.schema->stmt->params, {}, part.frame);
  }
  // Instances inside are not the outermost ones: what they lack may still come.
  ++instance_depth_;
  Value value = ReadMember(*instance, found->second);
  --instance_depth_;
  return value;
}

void Evaluator::RunBodies(Instance& instance) {
  for (Part& part : instance.parts) {
    if (failed()) {
      return;
    }
    RunBody(part.schema->stmt->body, instance, &part.frame);
    RunDecorators(part.schema->stmt->decorators, Text(part.schema->name), true, instance, &part.frame);
  }
}

void Evaluator::RunBody(Stmts body, Instance& instance, Frame* frame) {
  auto force = [&](Symbol name) {
    auto found = instance.layout->by_name.find(name);
    if (found != instance.layout->by_name.end()) {
      ReadMember(instance, found->second);
    }
  };
  for (const Stmt* stmt : body) {
    if (failed()) {
      return;
    }
    trace_.visited = stmt->span;
    if (const auto* attribute = stmt->As<AttributeStmt>()) {
      RunDecorators(attribute->decorators, Text(attribute->name.symbol), false, instance, frame);
      force(attribute->name.symbol);
    } else if (const auto* assign = stmt->As<AssignStmt>()) {
      for (const Target& target : assign->targets) {
        force(target.name.symbol);
      }
    } else if (const auto* augmented = stmt->As<AugAssignStmt>()) {
      force(augmented->target.name.symbol);
    } else if (const auto* unification = stmt->As<UnificationStmt>()) {
      force(unification->target.name.symbol);
    } else if (const auto* condition = stmt->As<IfStmt>()) {
      const int32_t part = static_cast<int32_t>(frame->part - instance.parts.data());
      const size_t decision = instance.layout->decisions.Find(*condition, part);
      const std::optional<size_t> branch = decision == Decisions::kNone
                                               ? BranchOf(*condition, frame)
                                               : DecidedBranch(decision, 0, &instance, frame);
      if (branch.has_value() && *branch < condition->branches.size()) {
        RunBody(condition->branches[*branch].body, instance, frame);
      }
    } else if (const auto* assertion = stmt->As<AssertStmt>()) {
      RunAssert(*assertion, frame);
    } else if (const auto* expression = stmt->As<ExprStmt>()) {
      for (const Expr* expr : expression->exprs) {
        Eval(*expr, frame);
      }
    }
  }
}

// `@deprecated` is an error when the attribute is given or the schema is made; `@info` says nothing.
void Evaluator::RunDecorators(std::span<const Decorator> decorators, std::string_view name, bool is_schema,
                              const Instance& instance, Frame* frame) {
  for (const Decorator& decorator : decorators) {
    const auto* callee = decorator.callee->As<NameExpr>();
    if (failed() || callee == nullptr || Text(callee->name.symbol) != "deprecated") {
      continue;
    }
    runtime::Values positional = runtime::NewValues(heap_);
    std::vector<NamedValue> named;
    if (!EvalArguments(decorator.args, frame, positional, named)) {
      return;
    }
    Value arguments[3];  // version, reason, strict
    static constexpr std::string_view kNames[] = {"version", "reason", "strict"};
    for (size_t i = 0; i < std::min(positional.size(), std::size(arguments)); ++i) {
      arguments[i] = positional[i];
    }
    for (const NamedValue& argument : named) {
      for (size_t i = 0; i < std::size(kNames); ++i) {
        arguments[i] = argument.name == kNames[i] ? argument.value : arguments[i];
      }
    }
    bool strict = arguments[2].is_empty() || IsTruthy(arguments[2]);
    const Entry* given = instance.config->Find(name);
    if (!is_schema && given == nullptr) {
      continue;
    }
    std::string message = std::string(name) + " was deprecated ";
    if (arguments[0].is(Kind::kString) && !arguments[0].string().empty()) {
      message += "since version " + std::string(arguments[0].string());
    }
    if (arguments[1].is(Kind::kString) && !arguments[1].string().empty()) {
      message += ", " + std::string(arguments[1].string());
    }
    source::Span place = is_schema || !given->key_span.has_value() ? instance.at : given->key_span;
    if (strict) {
      FailAt(place, message);
      failures_.current().labels.push_back({instance.at, "the instance is made here", diag::Role::kRelated});
      failures_.current().labels.push_back(
          {decorator.span, "it is declared deprecated here", diag::Role::kSchema});
    } else {
      emitter_.ReportText(place, diag::Kind::kDeprecated, message)
          .Schema(decorator.span, "it is declared deprecated here")
          .Emit();
    }
  }
}

// Keys of the configuration that are no attributes: allowed by an index signature alone.
bool Evaluator::AddExtraKeys(Instance& instance, std::vector<Entry>& extra, std::string_view only) {
  const Layout& layout = *instance.layout;
  for (const Entry& entry : instance.config->entries) {
    if (layout.by_name.count(program_.ast.names.Find(entry.key)) != 0 ||
        (!only.empty() && entry.key != only)) {
      continue;
    }
    if (layout.index_owner == nullptr && options_.passes_undeclared) {
      continue;
    }
    if (layout.index_owner == nullptr) {
      source::Span place = entry.key_span.has_value() ? entry.key_span : instance.at;
      FailAt(place,
             Substitute("No attribute named '{}' in the schema '{}'", entry.key, Text(layout.schema->name)));
      return false;
    }
    const IndexSignature& signature = *layout.index_owner->stmt->index_signature;
    Frame& frame = instance.parts[static_cast<size_t>(layout.index_part)].frame;
    if (signature.has_alias) {
      frame.slots[frame.slot_count - 1] = runtime::String(heap_, entry.key, entry.key_span);
    }
    Value value = signature.default_value == nullptr ? Value() : Eval(*signature.default_value, &frame);
    DictBuilder builder(&heap_);
    builder.Set(entry.key, value, Operator::kOverride, entry.key_span);
    trace_.place = entry.value.span.has_value() ? entry.value.span : entry.key_span;
    MergeEntry(*this, builder, entry, {.check_conflicts = false, .resolve = false});
    if (failed()) {
      return false;
    }
    Entry made = *builder.Find(entry.key);
    made.value = types_.RequireDeclared(made.value, program_.TypeOf(*signature.value_type),
                                        signature.value_type->span);
    extra.push_back(made);
  }
  return !failed();
}

const Dict* Evaluator::Attributes(Instance& instance, std::vector<Entry>& extra) {
  DictBuilder builder(&heap_);
  for (size_t i = 0; i < instance.layout->members.size(); ++i) {
    const Member& member = instance.layout->members[i];
    Entry entry;
    entry.key = member.text;
    entry.value = ReadMember(instance, i);
    const Entry* given = instance.config->Find(member.text);
    entry.op = given != nullptr                   ? given->op
               : entry.value.is(Kind::kUndefined) ? Operator::kUnion
                                                  : Operator::kOverride;
    if (given != nullptr) {
      entry.key_span = given->key_span;
    }
    builder.SetEntry(entry);
  }
  for (const Entry& entry : extra) {
    builder.SetEntry(entry);
  }
  return builder.Build();
}

Value Evaluator::Finish(Instance& instance, const Dict* attributes, const CallArgs& args) {
  auto* schema = heap_.New<runtime::Schema>();
  schema->type = instance.layout->type;
  schema->attributes = attributes;
  schema->config = instance.config;
  std::vector<std::string_view> keys;
  for (const Entry& entry : instance.config->entries) {
    keys.push_back(entry.key);
  }
  schema->keys = heap_.Copy(std::span<const std::string_view>(keys));
  schema->args = heap_.Copy(args.positional);
  schema->kwargs = heap_.Copy(args.named);
  Value value = runtime::MakeSchema(schema, instance.at);
  bool in_main = IsInMain(instance.at);
  for (const kcl::Schema* each = instance.layout->schema; each != nullptr; each = each->base) {
    made_[static_cast<size_t>(each->index)].push_back({in_main, value});
  }
  return value;
}

void Evaluator::CheckRequiredOf(const runtime::Schema& schema, source::Span at, source::Span made_by) {
  const Layout& layout = LayoutOf(SchemaOf(*schema.type));
  for (size_t index : layout.required_order) {
    const Member& member = layout.members[index];
    if (member.optional || !schema.attributes->Get(member.text).is_empty()) {
      continue;
    }
    const Entry* given = schema.config->Find(member.text);
    const bool is_given = given != nullptr && given->value.is(Kind::kNone) && given->value.span.has_value();
    FailAt(is_given ? given->value.span : at,
           Substitute("attribute '{}' of {} is required and can't be None or Undefined", member.text,
                      schema.type->name));
    if (member.declaration != nullptr) {
      failures_.ForgetMeanwhile({});
      failures_.current().labels.push_back(
          {member.declaration->span, "it is declared here", diag::Role::kSchema});
    }
    if (made_by.has_value() && made_by != at) {
      failures_.current().labels.push_back(
          {made_by, "this default has no value for it", diag::Role::kRelated});
    }
    NoteShapeError();
    if (collects()) {
      failures_.current().kind = diag::Kind::kMissingRequired;
      failures_.current().path = {diag::PathStep::Key(member.text)};
    }
    if (!Recover()) {
      return;
    }
  }
}

// The default that an index signature gives a further key of an instance.
source::Span Evaluator::SignatureDefault(const Value& instance, std::string_view key) {
  if (!instance.is(Kind::kSchema)) {
    return {};
  }
  const Layout& layout = LayoutOf(SchemaOf(*instance.schema->type));
  if (layout.index_owner == nullptr || layout.by_name.count(program_.ast.names.Find(key)) != 0) {
    return {};
  }
  const Expr* value = layout.index_owner->stmt->index_signature->default_value;
  return value == nullptr ? source::Span() : value->span;
}

void Evaluator::CheckRequired(const Value& value, size_t depth, source::Span made_by) {
  if (failed()) {
    return;
  }
  if (depth > runtime::kMaxNesting) {
    FailLimit(runtime::Limit::kNesting, "the value is nested too deeply");
    return;
  }
  if (value.is(Kind::kSchema)) {
    CheckRequiredOf(*value.schema, value.span, made_by);
  }
  if (value.is_config() && ChargeItems(value.fields().entries.size())) {
    for (const Entry& entry : value.fields().entries) {
      CheckRequired(entry.value, depth + 1, SignatureDefault(value, entry.key));
    }
  } else if (value.is(Kind::kList) && ChargeItems(value.items().size())) {
    for (const Value& item : value.items()) {
      CheckRequired(item, depth + 1);
    }
  }
}

bool Evaluator::IsIncomplete(const Value& instance) {
  if (!instance.is(Kind::kSchema)) {
    return false;
  }
  const Layout& layout = LayoutOf(SchemaOf(*instance.schema->type));
  return std::any_of(layout.members.begin(), layout.members.end(), [&](const Member& member) {
    return member.is_declared && !member.optional && instance.fields().Get(member.text).is_empty();
  });
}

Value Evaluator::Instances(const runtime::SchemaType& type, bool full_package) {
  std::vector<Value> found;
  for (const Made& made : made_[static_cast<size_t>(SchemaOf(type).index)]) {
    if (made.in_main || full_package) {
      found.push_back(made.value);
    }
  }
  return runtime::MakeList(heap_, found);
}

}  // namespace kval::kcl::eval
