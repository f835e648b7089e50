#include "src/lang/kcl/sema/main_schemas.h"

#include <algorithm>

#include "src/lang/kcl/sema/load.h"
#include "src/lang/kcl/sema/path_name.h"
#include "src/support/edit_distance.h"

namespace kval::kcl {
namespace {

std::string_view WithoutDot(std::string_view path) {
  return path.starts_with("./") ? path.substr(2) : path;
}

// Calls visit(schema) for each schema of the main package until it returns true.
template <typename Visit>
void ForEachSchema(const Program& program, const Visit& visit) {
  for (const FileAst& file : program.packages.front()->files) {
    for (const Stmt* stmt : file.body) {
      const auto* schema = stmt->As<SchemaStmt>();
      if (schema != nullptr && schema->schema_kind == SchemaKind::kSchema && visit(*schema)) {
        return;
      }
    }
  }
}

}  // namespace

void AddSchemaFiles(source::FileReader& reader, const std::vector<std::string>& files, LoadOptions& load) {
  std::vector<std::string>& all = load.entries;
  all.insert(all.end(), files.begin(), files.end());
  for (const std::string& file : files) {
    const std::string directory = DirectoryOf(file);
    if (reader.KindOf(Join(directory, "kcl.mod")) != source::PathKind::kFile) {
      continue;
    }
    for (std::string& sibling : PackageFiles(reader, directory)) {
      const bool is_known = std::any_of(all.begin(), all.end(), [&](const std::string& known) {
        return WithoutDot(known) == WithoutDot(sibling);
      });
      if (!is_known) {
        load.found_below[sibling] = directory;
        all.push_back(std::move(sibling));
      }
    }
  }
}

std::vector<std::string_view> SchemaNames(const Program& program) {
  std::vector<std::string_view> names;
  ForEachSchema(program, [&](const SchemaStmt& schema) {
    names.push_back(program.ast.names.Text(schema.name.symbol));
    return false;
  });
  return names;
}

const SchemaStmt* FindSchema(const Program& program, std::string_view name) {
  const SchemaStmt* found = nullptr;
  ForEachSchema(program, [&](const SchemaStmt& schema) {
    if (name.empty() || program.ast.names.Text(schema.name.symbol) == name) {
      found = &schema;
    }
    return found != nullptr;
  });
  return found;
}

const Name* FindSchemaName(const Program& program, std::string_view name) {
  const auto is_intended = [&](const Name& each) { return program.ast.names.Text(each.symbol) == name; };
  for (const FileAst& file : program.packages.front()->files) {
    for (const Stmt* stmt : file.body) {
      if (const auto* schema = stmt->As<SchemaStmt>(); schema != nullptr && is_intended(schema->name)) {
        return &schema->name;
      }
      if (const auto* rule = stmt->As<RuleStmt>(); rule != nullptr && is_intended(rule->name)) {
        return &rule->name;
      }
      if (const auto* alias = stmt->As<TypeAliasStmt>(); alias != nullptr && is_intended(alias->name)) {
        return &alias->name;
      }
      if (const auto* assign = stmt->As<AssignStmt>(); assign != nullptr && !assign->targets.empty()) {
        const Target& target = assign->targets.front();
        if (target.path.empty() && is_intended(target.name)) {
          return &target.name;
        }
      }
    }
  }
  return nullptr;
}

const Schema* FindAliasedSchema(const Program& program, std::string_view name) {
  const Package& main = *program.packages.front();
  const auto found = main.by_name.find(program.ast.names.Find(name));
  if (found == main.by_name.end()) {
    return nullptr;
  }
  const Type* type = main.globals[static_cast<size_t>(found->second)].type;
  return type != nullptr && type->kind == TypeKind::kSchemaType ? type->schema : nullptr;
}

std::string HintForSchema(const Program& program, std::string_view name) {
  const std::vector<std::string_view> known = SchemaNames(program);
  if (const std::string_view nearest = Nearest(name, known); !nearest.empty()) {
    return "did you mean `" + std::string(nearest) + "`?";
  }
  std::string names;
  for (std::string_view each : known) {
    names += (names.empty() ? "" : ", ") + std::string(each);
  }
  return names.empty() ? names : "its schemas are " + names;
}

}  // namespace kval::kcl
