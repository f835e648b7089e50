#pragma once

#include <string>
#include <vector>

#include "src/lang/starlark/interpreter.h"
#include "src/source/span.h"
#include "src/value/builder.h"
#include "src/value/value.h"

// Starlark values as YAML, host values included: what templates, `yaml.encode`, `json.encode` and the rules
// share.
namespace kval::modules {

// Interface of host values that convert to YAML: fragments of templates.
class Encodable {
 public:
  virtual ~Encodable() = default;

  // The value as one node. It may be shared with other documents.
  virtual starlark::Outcome<const value::Value*> ToDocument(starlark::Interpreter& interpreter,
                                                            value::Builder& builder) = 0;
  // The roots of a set of documents; anything else is one document.
  virtual starlark::Outcome<std::vector<const value::Value*>> ToDocuments(starlark::Interpreter& interpreter,
                                                                          value::Builder& builder);
};

// Interface of host values that explain why they do not convert to YAML.
class Unencodable {
 public:
  virtual ~Unencodable() = default;

  // `@ytt:url.value does not automatically encode (hint: use .string())`
  virtual std::string ConversionHint() const = 0;
};

// Converts a value to a document whose computed nodes have `span`: plain values as in starlark::ToDocument,
// combined at any depth with Encodable ones. Errors: `Unable to convert value: …` for a Unencodable value.
// Charges work and memory to the interpreter's limits.
starlark::Outcome<const value::Value*> ToDocument(starlark::Interpreter& interpreter, value::Builder& builder,
                                                  starlark::Value value, source::Span span);
// The same for several documents: more than one only for an Encodable set of documents.
starlark::Outcome<std::vector<const value::Value*>> ToDocuments(starlark::Interpreter& interpreter,
                                                                value::Builder& builder,
                                                                starlark::Value value, source::Span span);

// Returns the result of `yaml.decode(yaml.encode(value))` without creating the YAML: the plain form that
// ytt's rules compare. Tuples become lists, structs become dicts, and a float that prints as an integer
// becomes one.
starlark::Outcome<starlark::Value> Normalize(starlark::Interpreter& interpreter, starlark::Value value);

}  // namespace kval::modules
