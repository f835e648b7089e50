#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace kval::kcl::signatures {

// Signatures of KCL's built-in functions, string methods and system module members, for the type checker.
// Tables only; builtins/builtins.h implements every row.
//
// Types are written as in KCL: `int`, `[str]`, `{str:any}`, `int | float`, `() -> any`. Source: kcl
// crates/sema/src/builtin/{mod,string,system_module}.rs.

// The tables are small on purpose: a program at a random place relocates each text of them when it starts.

struct Parameter {
  std::string_view name;
  std::string_view type;
  bool has_default = false;
};

struct Signature {
  std::string_view name;
  // The parameters as in a declaration, with `?` for parameters with a default: `key: str, required?: bool`.
  std::string_view parameter_list;
  std::string_view result;
  std::string_view doc;
  // Takes any number of additional positional and keyword arguments, which are not checked.
  bool variadic = false;

  // Reads the list.
  std::vector<Parameter> parameters() const;
};

// A number in a module: `units.Ki`. KCL gives all of them the type int, although those below one (`units.m`)
// are floats.
struct Constant {
  std::string_view name;
  double value;
};

struct Module {
  std::string_view name;
  std::span<const Signature> functions;
  std::span<const Constant> constants = {};
};

std::span<const Signature> BuiltinFunctions();
std::span<const Signature> StringMethods();
std::span<const Module> SystemModules();

// Returns the function with this name, or null.
const Signature* FindBuiltin(std::string_view name);
const Signature* FindStringMethod(std::string_view name);
const Module* FindSystemModule(std::string_view name);
const Signature* FindFunction(const Module& module, std::string_view name);
const Constant* FindConstant(const Module& module, std::string_view name);

// The member of the module `units` that is a type.
inline constexpr std::string_view kNumberMultiplierType = "NumberMultiplier";

}  // namespace kval::kcl::signatures
