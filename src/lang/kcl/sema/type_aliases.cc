#include "src/lang/kcl/sema/type_aliases.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "src/lang/kcl/sema/reserved.h"
#include "src/lang/kcl/sema/type_resolver.h"

namespace kval::kcl::sema {

void TypeAliases::ForgetPackage() {
  files_.clear();
  seen_.clear();
}

void TypeAliases::DeclareAlias(const TypeAliasStmt& alias) {
  if (context_.package().by_name.count(alias.name.symbol) > 0) {
    return;
  }
  const int32_t index = context_.AddGlobal(alias.name, GlobalKind::kTypeAlias);
  Global& global = context_.package().globals[static_cast<size_t>(index)];
  global.type_expr = alias.type;
  global.setters.push_back(&alias);
  files_[index] = context_.file;
}

// An alias that is in work already is any here.
void TypeAliases::ReportAliasCycle(int32_t index) {
  const auto first = std::find(open_.begin(), open_.end(), index);
  if (first == open_.end()) {
    return;
  }
  std::string names;
  for (auto alias = first; alias != open_.end(); ++alias) {
    const Symbol name = context_.package().globals[static_cast<size_t>(*alias)].name;
    names.append(names.empty() ? "" : ", ").append(context_.Text(name));
  }
  const bool is_alone = std::next(first) == open_.end();
  diagnostics_.Report(diag::Kind::kKclCompile, context_.package().globals[static_cast<size_t>(index)].span,
                      is_alone ? "the type alias " + names + " is defined by itself"
                               : "There is a circular reference between type aliases " + names);
}

void TypeAliases::ResolveAlias(int32_t index) {
  if (context_.package().globals[static_cast<size_t>(index)].kind != GlobalKind::kTypeAlias) {
    return;
  }
  if (!seen_.insert(index).second) {
    ReportAliasCycle(index);
    return;
  }
  open_.push_back(index);
  const TypeAliasStmt* alias =
      context_.package().globals[static_cast<size_t>(index)].setters[0]->As<TypeAliasStmt>();
  if (IsReserved(context_.Text(alias->name.symbol))) {
    diagnostics_.Report(diag::Kind::kKclType, alias->name.span,
                        "type alias " + context_.Quoted(alias->name.symbol) +
                            " cannot be the same as the built-in types (" + std::string(kReservedTypesText) +
                            ")");
  }
  const size_t file = std::exchange(context_.file, files_[index]);
  const Type* type = written_types_.ResolveTypeBefore(alias->type, TypeResolver::kNoVariables);
  context_.file = file;
  open_.pop_back();
  Global& global = context_.package().globals[static_cast<size_t>(index)];
  global.has_declared_type = true;
  global.schema = type->kind == TypeKind::kSchema ? type->schema : nullptr;
  // As a value the alias of a schema is the schema.
  global.type = global.schema ? types_.OfSchema(type->schema, false) : type;
}

}  // namespace kval::kcl::sema
