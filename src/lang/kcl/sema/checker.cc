#include "src/lang/kcl/sema/checker.h"

#include <memory>
#include <utility>

#include "src/lang/kcl/sema/analyze.h"
#include "src/lang/kcl/sema/load.h"
#include "src/lang/kcl/sema/schema_graph.h"

namespace kval::kcl {
namespace sema {

void Checker::Run(diag::Emitter* incomplete) {
  for (const size_t package : PackageOrder()) {
    CheckPackage(package);
  }
  ReportMissingModules();
  context_.program.has_value_errors_only =
      context_.diagnostics.has_reported() && context_.diagnostics.are_about_values();
  if (incomplete == nullptr || context_.diagnostics.has_reported()) {
    incomplete_.ReportMissingAttributes(context_.diagnostics);
  } else {
    Diagnostics apart(incomplete);
    incomplete_.ReportMissingAttributes(apart);
  }
}

void Checker::ReportMissingModules() {
  for (const MissingModule& missing : context_.program.missing) {
    if (missing.text.empty()) {
      continue;
    }
    std::vector<RelatedLocation> uses;
    for (size_t i = 0; i < missing.uses.size(); ++i) {
      uses.push_back({missing.uses[i], "TypeError: attribute " + context_.Quoted(missing.attributes[i]) +
                                           " not found in 'module '" + missing.name + "''"});
    }
    context_.diagnostics.ReportWith(diag::Kind::kKclModule, missing.at, missing.text,
                                    {{}, uses, missing.note, missing.hint});
  }
}

// Imported packages before those that import them; without native recursion.
std::vector<size_t> Checker::PackageOrder() const {
  std::vector<size_t> order;
  std::vector<uint8_t> seen(context_.program.packages.size());
  std::vector<std::pair<size_t, bool>> open = {{0, false}};
  while (!open.empty()) {
    const auto [package, expanded] = open.back();
    open.pop_back();
    if (expanded) {
      order.push_back(package);
      continue;
    }
    if (seen[package]) {
      continue;
    }
    seen[package] = 1;
    open.push_back({package, true});
    for (const FileAst& file : context_.program.packages[package]->files) {
      for (const Stmt* stmt : file.body) {
        const ImportStmt* import = stmt->As<ImportStmt>();
        const int32_t target = import ? context_.program.RefOf(import->bound).package : -1;
        if (target >= 0) {
          open.push_back({static_cast<size_t>(target), false});
        }
      }
    }
  }
  return order;
}

void Checker::CheckPackage(size_t index) {
  context_.package_index = index;
  context_.assigned.clear();
  globals_.DeclareGlobals();
  DefineNames();
  context_.ForEachFile([&](Stmts body) { statements_.WalkStmts(body); });
}

// Links first, so that attributes may be of any schema; then the aliases and the variables, whose names may
// be types of attributes, the attributes, and what bases ask of them.
void Checker::DefineNames() {
  std::vector<Schema*> own;
  context_.ForEachStmt([&](const Stmt* stmt) {
    const auto found = context_.program.schema_of.find(stmt);
    if (found != context_.program.schema_of.end()) {
      found->second->stmt ? links_.LinkSchema(*found->second) : links_.LinkRule(*found->second);
      own.push_back(found->second);
    }
  });
  CutCycles(context_);
  BoundParts(context_);
  for (size_t i = 0; i < context_.package().globals.size(); ++i) {
    aliases_.ResolveAlias(static_cast<int32_t>(i));
  }
  globals_.TypeAll();
  context_.ForEachStmt([&](const Stmt* stmt) {
    const auto found = context_.program.schema_of.find(stmt);
    if (found != context_.program.schema_of.end()) {
      schema_attributes_.BuildSchema(*found->second);
    }
  });
  context_.program.lineages.push_back(std::make_unique<BaseIndex>(own));
  for (Schema* schema : own) {
    schema_attributes_.CheckAttributes(*schema);
  }
}

}  // namespace sema

std::unique_ptr<Program> Analyze(source::SourceMap& sources, source::FileReader& reader,
                                 const LoadOptions& options, diag::Emitter& emitter) {
  auto program = std::make_unique<Program>();
  Load(*program, sources, reader, options, emitter);
  program->records_member_uses = options.records_member_uses;
  Check(*program, emitter);
  return program;
}

void Check(Program& program, diag::Emitter& emitter, diag::Emitter* incomplete) {
  program.refs.resize(static_cast<size_t>(program.ast.next_name));
  program.types.resize(static_cast<size_t>(program.ast.next_id), nullptr);
  sema::Checker(program, emitter).Run(incomplete);
}

}  // namespace kval::kcl
