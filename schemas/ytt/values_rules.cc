#include "annotations/annotation.h"
#include "annotations/bind.h"
#include "annotations/schema/schema_annotations.h"
#include "annotations/schema/specs.h"
#include "schemas/ytt/compile.h"
#include "schemas/ytt/starlark_messages.h"
#include "src/check/describe.h"
#include "src/findings/rule_runner.h"
#include "src/support/native_stack.h"

namespace kval::schemas::ytt {
namespace {

class ValuesRules {
 public:
  ValuesRules(const value::Value& root, SchemaCompileContext& context)
      : root_(root),
        context_(context),
        build_(&context.arena),
        facts_context_{annotations::SchemaDialect::kReleased, context.emit, context.interpreter, build_},
        runner_(&context.emit, kStarlarkMessages) {}

  void Visit(const value::Value* identity, annotations::AnnotationTarget target, const value::Value* key,
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
  void Apply(const value::Value* identity, annotations::AnnotationTarget target, const value::Value* key,
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
    annotations::SchemaAnnotations facts;
    annotations::kAssertValidate.apply(*bound, facts_context_, facts);
    const types::RuleScope scope{&root_, parent, &path_};
    for (const annotations::AnnotatedRule& stated : facts.rules) {
      runner_.Run(stated.rule, key, value, scope,
                  target == annotations::kDocument ? identity->span : source::Span());
    }
  }

  const value::Value& root_;
  SchemaCompileContext& context_;
  value::Builder build_;
  annotations::SchemaContext facts_context_;
  findings::RuleRunner runner_;
  diag::Path path_;
};

}  // namespace

void CheckValuesRules(const value::Value& values, const value::Value* document_node,
                      SchemaCompileContext& context) {
  if (!context.annotations.empty()) {
    ValuesRules(values, context).Visit(document_node, annotations::kDocument, nullptr, values, nullptr);
  }
}

}  // namespace kval::schemas::ytt
