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

// A schema document's first annotation selects what its annotations mean (ARCHITECTURE, "Dialects").
enum class SchemaDialect {
  kReleased,  // #@data/values-schema: ytt as shipped
  kProposal,  // #@schema/definition: the design proposal
};

struct RuleKeyword;

// A rule with the keyword that states it; null for a function.
struct StatedRule {
  types::Rule rule;
  const RuleKeyword* keyword;
};

// The schema annotations of one node, before its type is known.
struct SchemaFacts {
  bool any = false;
  source::Span type_span;           // of @schema/type
  std::vector<std::string> one_of;  // names of scalar types
  source::Span one_of_span;
  bool or_inferred = false;

  bool nullable = false;
  source::Span nullable_span;

  const value::Value* fallback = nullptr;  // of @schema/default
  source::Span fallback_span;

  struct Key {
    std::shared_ptr<const types::Predicate> allowed;
    bool any_key = false;
    std::vector<types::Count> counts;
    std::shared_ptr<const types::Predicate> count_predicate;
    bool missing_ok = false;
    source::Span span;
    bool matches_others() const { return any_key || allowed != nullptr; }
  };
  std::optional<Key> key;

  std::vector<StatedRule> rules;
  bool has_min_len = false;
  source::Span rules_span;

  types::Doc doc;
  std::vector<source::Span> example_spans;
};

// What apply functions work with.
struct SchemaContext {
  SchemaDialect dialect;
  diag::Emitter& emit;
  starlark::Interpreter& interpreter;
  value::Builder& build;
  std::string node_key;  // of the map item whose annotations are read, as the schema writes it
  std::set<uint32_t> warned_attributes = {};  // places in rules, which several nodes may share
};

}  // namespace kval::annotations
