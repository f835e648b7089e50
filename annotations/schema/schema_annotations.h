#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/starlark/interpreter.h"
#include "src/source/span.h"
#include "src/types/rule.h"
#include "src/types/type.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::annotations {

// The dialect of the annotations in a schema document, selected by its first annotation (ARCHITECTURE,
// "Dialects").
enum class SchemaDialect {
  kReleased,  // #@data/values-schema: ytt as shipped
  kProposal,  // #@schema/definition: the design proposal
};

struct RuleKeyword;

// A rule and the keyword that declares it; the keyword is null for a function.
struct AnnotatedRule {
  types::Rule rule;
  const RuleKeyword* keyword;
};

// The schema annotations of one node, before its type is known.
struct SchemaAnnotations {
  bool any = false;
  source::Span type_span;           // of @schema/type
  std::vector<std::string> one_of;  // names of scalar types
  source::Span one_of_span;
  bool allows_inferred_type = false;

  bool nullable = false;
  source::Span nullable_span;

  const value::Value* fallback = nullptr;  // of @schema/default
  source::Span fallback_span;

  struct KeyAnnotation {
    std::shared_ptr<const types::Predicate> allowed;
    bool any_key = false;
    std::vector<types::Count> counts;
    std::shared_ptr<const types::Predicate> count_predicate;
    bool missing_ok = false;
    source::Span span;
    bool matches_others() const { return any_key || allowed != nullptr; }
  };
  std::optional<KeyAnnotation> key;

  std::vector<AnnotatedRule> rules;
  bool has_min_len = false;
  source::Span rules_span;

  types::Doc doc;
  std::vector<source::Span> example_spans;
};

// The context of the apply functions.
struct SchemaContext {
  SchemaDialect dialect;
  diag::Emitter& emit;
  starlark::Interpreter& interpreter;
  value::Builder& build;
  std::string node_key;  // the key of the annotated map item, as spelled in the schema
  std::set<uint32_t> reported_attributes =
      {};  // locations in rules that were already reported; several nodes may share a rule
};

}  // namespace kval::annotations
