#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "src/lang/kcl/sema/diagnostics.h"
#include "src/lang/kcl/sema/program.h"
#include "src/lang/kcl/sema/type_kinds.h"
#include "src/lang/kcl/sema/type_table.h"

namespace kval::kcl::sema {

// The schema whose body is being walked.
struct SchemaBody {
  const Schema* schema = nullptr;
  // The types of names that its statements assign without declaration, and of attributes with type any.
  std::unordered_map<Symbol, const Type*> types;

  // Returns the type that a statement may assign to the name: the type of the attribute, or, if that is any,
  // of the previous assignment. Returns null if the name is unknown.
  const Type* TypeOf(Symbol name) const {
    const auto assigned = types.find(name);
    const Attribute* attribute = schema ? schema->Find(name) : nullptr;
    if (attribute && (!IsAny(attribute->type) || assigned == types.end())) {
      return attribute->type;
    }
    return assigned == types.end() ? nullptr : assigned->second;
  }
};

// The state that all parts of the checker share: the program, its types, the diagnostics, and the current
// position. Contains no rules of the language.
struct Context {
  Context(Program& checked, diag::Emitter& emitter)
      : program(checked), types(&checked.arena, &checked.ast.names), diagnostics(&emitter) {}

  Package& package() { return *program.packages[package_index]; }
  const Package& package() const { return *program.packages[package_index]; }
  // Calls `visit` with the statements of each file of the package; `file` is the file meanwhile.
  template <typename Visit>
  void ForEachFile(Visit visit) {
    for (file = 0; file < package().files.size(); ++file) {
      visit(package().files[file].body);
    }
    file = 0;
  }
  template <typename Visit>
  void ForEachStmt(Visit visit) {
    ForEachFile([&](Stmts stmts) {
      for (const Stmt* stmt : stmts) {
        visit(stmt);
      }
    });
  }
  // Adds a global to the package and records the reference of its name.
  int32_t AddGlobal(const Name& name, GlobalKind kind);

  // Returns an empty string for no symbol: parameters of function types and keys that are not names have
  // none.
  std::string_view Text(Symbol symbol) const {
    return symbol.has_value() ? program.ast.names.Text(symbol) : std::string_view();
  }
  std::string Quoted(Symbol symbol) const { return "'" + std::string(Text(symbol)) + "'"; }

  void SetRef(const Name& name, const Ref& ref) {
    (name.id >= 0 ? program.refs[static_cast<size_t>(name.id)] : program.key_refs[name.id]) = ref;
  }
  // Records the type of an expression.
  const Type* Note(const Expr* expr, const Type* type) {
    program.types[static_cast<size_t>(expr->id)] = type;
    return type;
  }

  Program& program;
  TypeTable types;
  Diagnostics diagnostics;
  size_t package_index = 0;
  size_t file = 0;
  SchemaBody body;
  std::unordered_map<Symbol, source::Span> assigned;  // globals of the package that were assigned so far
};

}  // namespace kval::kcl::sema
