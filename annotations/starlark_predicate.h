#pragma once

#include <memory>
#include <string>

#include "src/lang/starlark/interpreter.h"
#include "src/types/predicate.h"

// Starlark functions as predicates of the type model.
namespace kval::annotations {

// How a function's result is read.
enum class ResultRule {
  kExactlyTrue,  // ytt's rules: anything but True is a violation
  kTruth,        // the proposal: None and True hold, False fails, (ok, message) explains
  kBoolean,      // `when=`: must return a bool, else it is broken
};

// How many arguments the function is called with.
enum class Arguments {
  kValue,            // f(value)
  kValueAndContext,  // f(value), or f(value, ctx) when it takes two: ctx.parent, ctx.root
  kKeyAndSchemaKey,  // f(key), or f(key, schema_key) when it takes two
};

// The argument of the predicate.
enum class Asks { kOfValues, kOfKeys };

struct PredicateOptions {
  ResultRule result = ResultRule::kTruth;
  Arguments arguments = Arguments::kValue;
  std::string description;   // how the dump names it
  bool plain_names = false;  // see ToArgument
  std::string schema_key;    // for kKeyAndSchemaKey
  // Treat a failing function as an error of the schema; otherwise as a violation (ytt's rules).
  bool error_is_broken = false;
  source::Span at;  // the annotation, for call stacks
  Asks asks = Asks::kOfValues;
};

std::shared_ptr<const types::Predicate> MakePredicate(starlark::Interpreter& interpreter,
                                                      starlark::Value function, PredicateOptions options);

}  // namespace kval::annotations
