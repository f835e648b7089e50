#pragma once

#include <span>
#include <string_view>

#include "src/lang/gotemplate/syntax.h"
#include "src/lang/gotemplate/value.h"

namespace kval::gotemplate {

// Sees what executions do with values, and which parts of templates they execute. Nodes are valid during the
// call only, because `tpl` parses templates that it discards.
class Observer {
 public:
  virtual ~Observer() = default;

  // A template, or one that a template executes, begins.
  virtual void Enter(const Template& tmpl) = 0;
  // `if`, `with` or `range` executes its body, at least once; otherwise what follows `else`. `in_scope`: dot
  // and the values of variables.
  virtual void Choose(const Template& tmpl, const BranchNode& branch, bool is_body,
                      std::span<const Value> in_scope) = 0;
  // `if`, `and` or `or` tests whether the value is true.
  virtual void Test(const Value& value) = 0;
  // Nodes that are not evaluated: arguments of `and` and `or`.
  virtual void Skip(const Template& tmpl, NodeList nodes, std::span<const Value> in_scope) = 0;
  // `break` or `continue` ends an iteration of a `range`.
  virtual void Jump(const Template& tmpl) = 0;

  // An expression has the value.
  virtual void Read(const Value& value) = 0;
  // An expression reads an entry of a map, which may be missing.
  virtual void Lookup(const Value& map, std::string_view key) = 0;
  virtual void Called(std::string_view function, std::span<const Value> args, const Value& result) = 0;
  // An action printed the value.
  virtual void Printed(const Value& value) = 0;
};

}  // namespace kval::gotemplate
