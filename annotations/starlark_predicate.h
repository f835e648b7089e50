#pragma once

#include <memory>
#include <string>

#include "src/lang/starlark/interpreter.h"
#include "src/types/predicate.h"

// Starlark functions as predicates of the type model.
namespace kval::annotations {

// The interpretation of a function's result.
enum class ResultRule {
  kExactlyTrue,  // ytt's rules: every result other than True is a violation
  kTruth,        // the proposal: None and True pass, False fails, (ok, message) adds a message
  kBoolean,      // `when=`: any result other than a bool is an error of the schema
};

// The arguments of the function.
enum class PredicateArguments {
  kValue,            // f(value)
  kValueAndContext,  // f(value), or f(value, ctx) if it has two parameters: ctx.parent, ctx.root
  kKeyAndSchemaKey,  // f(key), or f(key, schema_key) if it has two parameters
};

// The subject of the predicate: values or keys.
enum class PredicateSubject { kOfValues, kOfKeys };

struct PredicateOptions {
  ResultRule result = ResultRule::kTruth;
  PredicateArguments arguments = PredicateArguments::kValue;
  std::string description;   // name in dumps
  bool plain_names = false;  // see ToArgument
  std::string schema_key;    // for kKeyAndSchemaKey
  // Treat an error in the function as an error of the schema; otherwise as a violation (ytt's rules).
  bool error_is_broken = false;
  source::Span at;  // the annotation, for call stacks
  PredicateSubject predicate_subject = PredicateSubject::kOfValues;
};

// Creates a predicate that calls `function`.
std::shared_ptr<const types::Predicate> MakePredicate(starlark::Interpreter& interpreter,
                                                      starlark::Value function, PredicateOptions options);

}  // namespace kval::annotations
