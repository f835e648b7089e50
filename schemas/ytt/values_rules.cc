#include "annotations/annotation.h"
#include "annotations/bind.h"
#include "annotations/schema/facts.h"
#include "annotations/schema/specs.h"
#include "schemas/ytt/compile.h"
#include "schemas/ytt/test_words.h"
#include "src/check/describe.h"
#include "src/check/rule_runner.h"
#include "src/support/native_stack.h"

namespace kval::schemas::ytt {
namespace {

class ValuesRules {
 public:
  ValuesRules(const value::Value& root, Context& context)
      : root_(root),
        context_(context),
        build_(&context.arena),
        facts_context_{annotations::SchemaDialect::kReleased, context.emit, context.interpreter, build_},
        runner_(&context.emit, kStarlarkWords) {}

  void Visit(const value::Value* identity, annotations::Target target, const value::Value* key,
             const value::Value& value, const value::Value* parent) {
    NeedStack();
    if (identity != nullptr) {
      Apply(identity, target, key, value, parent);
    }
    if (value.kind == value::Kind::kMapping) {
      for (const value::Entry& entry : value.entries()) {
        path_.push_back(check::StepOf(*entry.key));
        Visit(entry.key, annotations::kMapItem, entry.key, *entry.value, &value);
        path_.pop_back();
      }
    } else if (value.kind == value::Kind::kSequence) {
      for (size_t i = 0; i < value.items().size(); ++i) {
        path_.push_back(diag::PathStep::Index(i));
        Visit(value.items()[i], annotations::kArrayItem, nullptr, *value.items()[i], &value);
        path_.pop_back();
      }
    }
  }

 private:
  void Apply(const value::Value* identity, annotations::Target target, const value::Value* key,
             const value::Value& value, const value::Value* parent) {
    const templating::Annotation* found =
        context_.annotations.Find(identity, annotations::kAssertValidate.name);
    if (found == nullptr) {
      return;
    }
    const auto bound = annotations::Bind(*found, annotations::kAssertValidate, target,
                                         check::PlaceOf(key, value), context_.emit);
    if (!bound) {
      return;
    }
    annotations::SchemaFacts facts;
    annotations::kAssertValidate.apply(*bound, facts_context_, facts);
    const types::Scope scope{&root_, parent, &path_};
    for (const annotations::StatedRule& stated : facts.rules) {
      runner_.Run(stated.rule, key, value, scope,
                  target == annotations::kDocument ? identity->span : source::Span());
    }
  }

  const value::Value& root_;
  Context& context_;
  value::Builder build_;
  annotations::SchemaContext facts_context_;
  check::RuleRunner runner_;
  diag::Path path_;
};

}  // namespace

void CheckValuesRules(const value::Value& values, const value::Value* document_node, Context& context) {
  if (!context.annotations.empty()) {
    ValuesRules(values, context).Visit(document_node, annotations::kDocument, nullptr, values, nullptr);
  }
}

}  // namespace kval::schemas::ytt
