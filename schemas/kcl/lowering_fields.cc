#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "schemas/kcl/builtin_tests.h"
#include "schemas/kcl/constant.h"
#include "schemas/kcl/instance_evaluator.h"
#include "schemas/kcl/literal.h"
#include "schemas/kcl/lowering.h"
#include "schemas/kcl/portable_source.h"
#include "schemas/kcl/recognize.h"
#include "schemas/kcl/schema_module.h"
#include "schemas/kcl/starlark_translation.h"
#include "src/check/complete.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/item_comparison.h"
#include "src/types/predicate.h"
#include "src/types/rule.h"
#include "src/types/source_printer.h"

// The fields of a schema's record: their defaults, what decorators and docstrings say, the rules of `check:`.
namespace kval::schemas::kcl {
namespace {

// A check line as the evaluator sees it: it is evaluated with all others of its instance at once.
class CheckLinePredicate final : public types::Predicate,
                                 public types::SourcePrinter,
                                 public types::PartialTest,
                                 public HasBuiltinTests {
 public:
  CheckLinePredicate(std::shared_ptr<SchemaModule> module, const kval::kcl::Schema& schema,
                     const kval::kcl::CheckLine& line, const std::vector<AttributeRule>& tests)
      : module_(std::move(module)), schema_(schema), line_(line) {
    for (const AttributeRule& test : tests) {
      tests_.push_back({std::string(module_->Text(test.attribute)), test});
    }
  }

  const std::vector<AttributeTest>& tests() const override { return tests_; }

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override {
    return VerdictOf(
        InstanceEvaluator::Of(*module_, scope.evaluators).EvaluateInDocument(*scope.root, schema_, subject));
  }
  types::PredicateResult TestPartial(const value::Value& subject, const types::RuleScope& scope,
                                     const ErrorLookup& soundness) const override {
    return VerdictOf(
        InstanceEvaluator::Of(*module_, scope.evaluators).EvaluateValidParts(schema_, subject, soundness));
  }
  std::string Describe() const override { return module_->SourceText(line_.condition->span); }
  bool Share() const override {
    module_->Share();
    return true;
  }
  std::optional<PrintedSource> In(Language language, const Names& /*names*/) const override {
    if (schema_.index_alias.has_value()) {
      return std::nullopt;  // the line is for each further key
    }
    return language == Language::kKcl ? PortableSource(line_, schema_, *module_)
                                      : TranslateToStarlark(line_, schema_, *module_);
  }

 private:
  types::PredicateResult VerdictOf(const InstanceResult& answer) const {
    std::vector<types::PredicateResult> fails;
    for (const kval::kcl::eval::FailedCheck& failed : answer.failed) {
      if (failed.line == line_.span) {
        types::PredicateResult& verdict = fails.emplace_back();
        verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
        verdict.message = failed.message;
        AddParts(failed, verdict);
      }
    }
    // Several only where the line is for each further key.
    types::PredicateResult verdict = fails.empty() ? types::PredicateResult() : std::move(fails.front());
    for (size_t i = 1; i < fails.size(); ++i) {
      verdict.others.push_back(std::move(fails[i]));
    }
    return verdict;
  }

  // Documents are passed to the program with all defaults filled in, so a value of the program is a default.
  void AddParts(const kval::kcl::eval::FailedCheck& failed, types::PredicateResult& verdict) const {
    for (const kval::kcl::eval::AttributeRead& used : failed.used) {
      if (used.at.has_value()) {
        const bool is_default = !used.is_set || module_->Holds(used.at);
        verdict.parts.push_back(
            {used.path, used.at, kval::kcl::eval::Describe(used, is_default), is_default});
      }
    }
  }

  std::shared_ptr<SchemaModule> module_;
  const kval::kcl::Schema& schema_;
  const kval::kcl::CheckLine& line_;
  std::vector<AttributeTest> tests_;
};

// The condition of a check line. The evaluator has applied it already when it answers for the line, so it is
// not evaluated again.
class GuardPredicate final : public types::Predicate {
 public:
  explicit GuardPredicate(std::string text) : text_(std::move(text)) {}

  types::PredicateResult Test(const value::Value& /*subject*/,
                              const types::RuleScope& /*scope*/) const override {
    return {};
  }
  std::string Describe() const override { return text_; }

 private:
  std::string text_;
};

// Returns a rule that evaluates any check line by KCL on the instance. `tests`: the built-in tests that the
// line consists of, if only its message is custom.
types::Rule OpaqueRule(const kval::kcl::CheckLine& line, const kval::kcl::Schema& schema,
                       std::shared_ptr<SchemaModule> module, const std::vector<AttributeRule>& tests) {
  types::Rule rule;
  if (line.guard != nullptr) {
    rule.when = std::make_shared<GuardPredicate>(module->SourceText(line.guard->span));
  }
  rule.span = line.span;
  rule.test = types::Custom{std::make_shared<CheckLinePredicate>(std::move(module), schema, line, tests)};
  return rule;
}

class ComputedThunk final : public types::ComputedDefault, public types::SourcePrinter {
 public:
  ComputedThunk(std::shared_ptr<SchemaModule> module, const kval::kcl::Schema& schema, std::string name,
                std::string text, const kval::kcl::Expr* expr, Arena* arena)
      : module_(std::move(module)),
        schema_(schema),
        name_(std::move(name)),
        text_(std::move(text)),
        expr_(expr),
        arena_(arena) {}

  const value::Value* Compute(const value::Value& record, const types::RuleScope& scope) const override {
    value::Builder build(scope.evaluators == nullptr ? arena_ : &scope.evaluators->arena());
    return InstanceEvaluator::Of(*module_, scope.evaluators).Attribute(schema_, name_, record, build);
  }
  std::string Describe() const override { return text_; }
  bool Share() const override {
    module_->Share();
    return true;
  }
  std::optional<PrintedSource> In(Language language, const Names& /*names*/) const override {
    return language == Language::kKcl && expr_ != nullptr ? PortableSource(*expr_, schema_, *module_)
                                                          : std::nullopt;
  }

 private:
  std::shared_ptr<SchemaModule> module_;
  const kval::kcl::Schema& schema_;
  std::string name_;
  std::string text_;
  const kval::kcl::Expr* expr_;  // null: several statements
  Arena* arena_;
};

// Returns the thunk of a default that depends on the instance; the KCL program computes it. `text`: its
// display form. `expr`: its expression; null if several statements compute it. Values are allocated in the
// arena of the document, or in `arena` if there is no document.
std::shared_ptr<const types::ComputedDefault> ComputedAttribute(std::shared_ptr<SchemaModule> module,
                                                                const kval::kcl::Schema& schema,
                                                                std::string name, std::string text,
                                                                const kval::kcl::Expr* expr, Arena* arena) {
  return std::make_shared<ComputedThunk>(std::move(module), schema, std::move(name), std::move(text), expr,
                                         arena);
}

}  // namespace

types::Field Lowering::FieldOf(const kval::kcl::Schema& schema, const kval::kcl::eval::Member& member,
                               const Docstring& doc, const AttributeRules& rules, bool chooses, int depth) {
  const kval::kcl::AttributeStmt* declaration = member.declaration;
  const kval::kcl::Attribute* attribute = schema.Find(member.name);
  types::Field field;
  field.span = declaration != nullptr ? declaration->name.span
               : attribute != nullptr ? attribute->span
                                      : source::Span();
  field.name = model_.interner().Intern(member.text);
  field.key = build_.String(member.text, field.span);
  const bool has_type_text = declaration != nullptr && declaration->type != nullptr;
  const TypeUse place{has_type_text ? declaration->type : nullptr,
                      has_type_text ? declaration->type->span : field.span, chooses};
  TypeRefinement addition;
  addition.base = attribute == nullptr || attribute->type == nullptr
                      ? Add(types::Any{}, place.span)
                      : OfPart(*attribute->type, place, depth + 1);
  addition.id = Add(types::InvalidType{}, place.span);
  addition.span = place.span;
  if (const auto found = rules.find(member.name); found != rules.end()) {
    addition.rules = found->second;
  }
  if (const auto found = doc.attributes.find(member.text); found != doc.attributes.end()) {
    addition.doc.text = found->second;
  }
  field.type = addition.id;
  // So that the default can be compared with the implied default of the type.
  model_.Define(addition.id, model_.Resolve(addition.base));
  SetDefault(schema, member, field);
  const bool is_null = field.fallback.value != nullptr && field.fallback.value->kind == value::Kind::kNull;
  const bool may_be_unset =
      field.presence == types::FieldPresence::kOptional || field.fallback.computed != nullptr;
  addition.nullable = is_null || (member.optional && may_be_unset);
  if (declaration != nullptr) {
    AddDecoratorInfo(ReadDecorators(declaration->decorators, *module_, build_), field, addition);
  }
  additions_.push_back(std::move(addition));
  return field;
}

void Lowering::SetDefault(const kval::kcl::Schema& schema, const kval::kcl::eval::Member& member,
                          types::Field& field) {
  const kval::kcl::Attribute* attribute = schema.Find(member.name);
  const kval::kcl::eval::Setter* last = nullptr;
  bool is_conditional = false;
  for (const kval::kcl::eval::Setter& setter : member.setters) {
    const auto* declared = setter.stmt->As<kval::kcl::AttributeStmt>();
    const bool has_value = declared == nullptr || declared->value != nullptr;
    last = has_value ? &setter : last;
    is_conditional = is_conditional || !setter.choices.empty();
  }
  const bool literal = last == nullptr && attribute != nullptr && attribute->has_default && !member.optional;
  if (last == nullptr && !literal) {
    field.presence = member.optional ? types::FieldPresence::kOptional : types::FieldPresence::kRequired;
    if (member.optional) {
      field.fallback.value = build_.Null(field.span);
    }
    return;
  }
  if (member.text.starts_with('_')) {
    field.presence = types::FieldPresence::kOptional;
    return;
  }
  field.presence = types::FieldPresence::kFilled;
  const kval::kcl::Expr* expr = nullptr;
  if (last != nullptr && !is_conditional) {
    if (const auto* declared = last->stmt->As<kval::kcl::AttributeStmt>();
        declared != nullptr && !declared->has_aug_op) {
      expr = declared->value;
    } else if (const auto* assign = last->stmt->As<kval::kcl::AssignStmt>();
               assign != nullptr && assign->targets.size() == 1 && assign->targets[0].path.empty()) {
      expr = assign->value;
    }
  }
  if (literal || (expr != nullptr && IsConstant(*expr, *module_, layout_))) {
    const value::Value* value =
        expr == nullptr ? nullptr : LiteralTree(*expr, module_->program().ast.names, build_);
    if (value == nullptr) {
      value = module_->own_instances().ConstantDefault(schema, member.text, build_, emit_);
    }
    field.fallback.value = value;
    // A record that equals the defaults of its fields, and an empty list, are the implied default.
    const value::Value* implied = nullptr;
    if (value != nullptr && value->is_collection() &&
        (value->kind == value::Kind::kMapping ? value->entries().empty() : value->items().empty())) {
      types::Field plain = field;
      plain.fallback = {};
      implied = check::DefaultOf(plain, model_, arena_);
    }
    if (implied != nullptr && implied->kind == value->kind) {
      field.fallback = {};
    }
    return;
  }
  const source::Span span = expr != nullptr ? expr->span : last->stmt->span;
  field.fallback.computed =
      ComputedAttribute(module_, schema, std::string(member.text), module_->SourceText(span), expr, &arena_);
}

AttributeFacts Lowering::FactsOf(const kval::kcl::Schema& schema, const kval::kcl::eval::Layout& layout,
                                 Symbol attribute) const {
  AttributeFacts facts;
  const auto found = layout.by_name.find(attribute);
  const kval::kcl::Attribute* declared = schema.Find(attribute);
  if (found == layout.by_name.end() || declared == nullptr || declared->type == nullptr) {
    return facts;
  }
  const kval::kcl::eval::Member& member = layout.members[found->second];
  facts.is_known = true;
  facts.has_value = !member.optional;
  facts.never_undefined = !member.optional || declared->has_default;
  facts.type = declared->type;
  return facts;
}

void Lowering::CollectChecks(const kval::kcl::Schema& schema, const kval::kcl::eval::Layout& layout,
                             types::Type& record, AttributeRules& rules) {
  const bool by_key = layout.index_owner != nullptr && layout.index_owner->stmt->index_signature->has_alias;
  const kval::kcl::eval::Layout& facts_layout = layout;
  const auto facts = [&](Symbol attribute) { return FactsOf(schema, facts_layout, attribute); };
  std::vector<Symbol> attributes;
  for (const kval::kcl::eval::Member& member : layout.members) {
    attributes.push_back(member.name);
  }
  for (const kval::kcl::Schema* part : layout.parts) {
    if (part->stmt == nullptr) {
      continue;
    }
    for (const kval::kcl::CheckLine& line : part->stmt->checks) {
      // With an alias the lines hold for each further key, and not at all without one.
      std::vector<AttributeRule> known =
          by_key ? std::vector<AttributeRule>() : Recognize(line, *module_, facts, attributes, build_);
      if (known.empty()) {
        std::vector<AttributeRule> stated =
            by_key || line.message == nullptr
                ? std::vector<AttributeRule>()
                : Recognize(line, *module_, facts, attributes, build_, MessagePolicy::kAny);
        if (std::ranges::any_of(stated,
                                [](const AttributeRule& rule) { return !rule.attribute.has_value(); })) {
          stated.clear();
        }
        record.rules.push_back(model_.Add(OpaqueRule(line, schema, module_, stated)));
        module_->AddInexpressibleCheck(schema, line);
        continue;
      }
      for (AttributeRule& rule : known) {
        if (rule.attribute.has_value()) {
          rules[rule.attribute].push_back(std::move(rule));
        } else {
          record.rules.push_back(model_.Add(std::move(rule.rule)));
        }
      }
    }
  }
}

Docstring Lowering::DocOf(const kval::kcl::eval::Layout& layout) const {
  Docstring doc;
  for (const kval::kcl::Schema* part : layout.parts) {
    if (part->stmt == nullptr || part->stmt->doc.empty()) {
      continue;
    }
    Docstring own = ParseDocstring(part->stmt->doc);
    if (part == layout.schema) {
      doc.summary = std::move(own.summary);
    }
    for (auto& [name, text] : own.attributes) {
      doc.attributes[name] = std::move(text);
    }
  }
  return doc;
}

void Lowering::AddDecoratorInfo(DecoratorInfo reported, types::Field& field, TypeRefinement& addition) {
  std::string text = reported.doc.text.empty() ? std::move(addition.doc.text) : std::move(reported.doc.text);
  addition.doc = std::move(reported.doc);
  addition.doc.text = std::move(text);
  addition.nullable = reported.nullable.value_or(addition.nullable);
  if (reported.shown != nullptr && field.presence == types::FieldPresence::kOptional) {
    field.fallback.value = reported.shown;
  }
  if (!reported.format.empty()) {
    AttributeRule format;
    format.rule.test = types::Format{std::move(reported.format)};
    format.rule.span = reported.span;
    addition.rules.push_back(std::move(format));
  }
}

}  // namespace kval::schemas::kcl
