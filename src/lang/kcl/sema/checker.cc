#include "src/lang/kcl/sema/checker.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/lang/kcl/sema/analyze.h"
#include "src/lang/kcl/sema/load.h"

namespace kval::kcl {
namespace {

// Looking for similar names takes time that nobody needs after so many mistakes.
constexpr size_t kMostSuggestions = 100;

struct Foreign {
  std::string_view word, meaning;
};

// Words of other languages for what KCL has.
constexpr Foreign kForeign[] = {
    {"null", "None"},     {"nil", "None"},      {"none", "None"},
    {"true", "True"},     {"false", "False"},   {"undefined", "Undefined"},
    {"string", "str"},    {"integer", "int"},   {"boolean", "bool"},
    {"number", "int"},    {"double", "float"},  {"int64", "int"},
    {"float64", "float"}, {"object", "{str:}"}, {"array", "[]"},
    {"elseif", "elif"},   {"yes", "True"},      {"on", "True"},
    {"no", "False"},      {"off", "False"},     {"NULL", "None"},
    {"Null", "None"},     {"TRUE", "True"},     {"FALSE", "False"},
};

std::string ForeignHint(std::string_view word) {
  const Foreign* found = std::find_if(std::begin(kForeign), std::end(kForeign),
                                      [&](const Foreign& each) { return each.word == word; });
  return found == std::end(kForeign) ? std::string()
                                     : std::string("write `").append(found->meaning).append("`");
}

bool IsUpper(std::string_view name) {
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
}

}  // namespace

Checker::Checker(Program& program, diag::Emitter& emitter)
    : program_(program), types_(&program.arena, &program.ast.names), diagnostics_(&emitter) {}

void Checker::Run() {
  for (const size_t package : PackageOrder()) {
    CheckPackage(package);
  }
  for (const MissingModule& missing : program_.missing) {
    if (missing.text.empty()) {
      continue;
    }
    std::vector<Related> uses;
    for (size_t i = 0; i < missing.uses.size(); ++i) {
      uses.push_back({missing.uses[i], "TypeError: attribute " + Quoted(missing.attributes[i]) +
                                           " not found in 'module '" + missing.name + "''"});
    }
    diagnostics_.ReportWith(diag::Kind::kKclModule, missing.at, missing.text,
                            {{}, uses, missing.note, missing.hint});
  }
  if (diagnostics_.has_reported()) {
    ReportIncomplete();
  }
}

// Imported packages before those that import them; without native recursion.
std::vector<size_t> Checker::PackageOrder() const {
  std::vector<size_t> order;
  std::vector<uint8_t> seen(program_.packages.size());
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
    for (const FileAst& file : program_.packages[package]->files) {
      for (const Stmt* stmt : file.body) {
        const ImportStmt* import = stmt->As<ImportStmt>();
        const int32_t target = import ? program_.RefOf(import->bound).package : -1;
        if (target >= 0) {
          open.push_back({static_cast<size_t>(target), false});
        }
      }
    }
  }
  return order;
}

void Checker::CheckPackage(size_t index) {
  package_ = index;
  assigned_.clear();
  seen_aliases_.clear();
  lambdas_.clear();
  alias_files_.clear();
  DeclareGlobals();
  ForEachFile([&](Stmts body) { WalkStmts(body); });
}

Scope& Checker::Enter(ScopeKind kind) {
  scopes_.emplace_back();
  scopes_.back().kind = kind;
  return scopes_.back();
}

Local& Checker::Declare(Symbol name, const Type* type, source::Span span) {
  size_t scope = scopes_.size() - 1;
  while (scope > 0 &&
         (scopes_[scope].kind == ScopeKind::kConfig || scopes_[scope].kind == ScopeKind::kBlock)) {
    --scope;
  }
  Scope& home = scopes_[scope];
  Local& local = home.names[name];
  local = {type, span, home.slots++};
  return local;
}

void Checker::DeclareKey(Symbol name, const Type* type, source::Span span) {
  scopes_.back().names[name] = {type, span, -1};
}

bool Checker::PrecedesAttributes(Symbol name, size_t scope) const {
  const auto has_lambda = [this](size_t begin, size_t end) {
    return std::any_of(scopes_.begin() + static_cast<std::ptrdiff_t>(begin),
                       scopes_.begin() + static_cast<std::ptrdiff_t>(end),
                       [](const Scope& each) { return each.kind == ScopeKind::kLambda; });
  };
  size_t schema = scope;
  bool is_of_instance = false;
  for (; schema > 0 && scopes_[schema].kind != ScopeKind::kSchema; --schema) {
    size_t literal = schema;
    while (scopes_[literal].kind == ScopeKind::kBlock) {
      --literal;
    }
    is_of_instance =
        is_of_instance || (scopes_[literal].is_instance && scopes_[schema].names.count(name) > 0);
  }
  return !has_lambda(scope, scopes_.size()) && (is_of_instance || has_lambda(schema, scope));
}

Found Checker::Lookup(Symbol name) {
  return LookupFrom(name, scopes_.size(), 0);
}

// Searches the scopes below `scope`; `depth` frames were passed so far.
Found Checker::LookupFrom(Symbol name, size_t scope, uint16_t depth) {
  while (scope > 0) {
    --scope;
    const Scope& here = scopes_[scope];
    const auto local = here.names.find(name);
    if (local != here.names.end() && local->second.slot >= 0) {
      Found found;
      found.ok = true;
      found.type = local->second.type;
      found.span = local->second.span;
      found.ref.kind = RefKind::kLocal;
      found.ref.depth = depth;
      found.ref.index = local->second.slot;
      return found;
    }
    if (local != here.names.end()) {
      // A key that was set before; a block's keys are its literal's.
      size_t home = scope;
      while (scopes_[home].kind == ScopeKind::kBlock) {
        --home;
      }
      const uint16_t next = static_cast<uint16_t>(depth + 1);
      Found outer = LookupFrom(name, home, next);
      if (local->second.maybe && !outer.ok) {
        return outer;
      }
      Found found;
      found.ok = true;
      found.type = local->second.type;
      found.span = local->second.span;
      found.ref.kind = RefKind::kConfigKey;
      found.ref.depth = depth;
      found.ref.symbol = name;
      if (outer.ref.kind != RefKind::kAttribute || PrecedesAttributes(name, scope)) {
        found.ref.fallback = KeepFallback(outer);
        return found;
      }
      // The attribute comes first; the key is meant when the instance has no such attribute.
      const bool is_declared = outer.ok && schema_ && schema_->Find(name);
      if (!is_declared) {
        found.ref.fallback = outer.ref.fallback;
        outer.ok = true;
        outer.type = found.type;
        outer.ref.fallback = KeepFallback(found);
      }
      return outer;
    }
    if (here.kind == ScopeKind::kSchema) {
      return LookupInSchema(name, scope, depth);
    }
    depth = static_cast<uint16_t>(depth + (here.kind == ScopeKind::kBlock ? 0 : 1));
  }
  return LookupGlobal(name);
}

// Behind the parameters: attributes of the schema, of its bases and mixins, and whatever its instance has at
// run time.
Found Checker::LookupInSchema(Symbol name, size_t scope, uint16_t depth) {
  const Found outer = LookupFrom(name, scope, static_cast<uint16_t>(depth + 1));
  Found found = outer;
  found.ref = {};
  found.ref.kind = RefKind::kAttribute;
  found.ref.depth = depth;
  found.ref.symbol = name;
  found.ref.fallback = KeepFallback(outer);
  const Attribute* attribute = schema_ ? schema_->Find(name) : nullptr;
  const auto body = body_types_.find(name);
  if (attribute && (!IsAny(attribute->type) || body == body_types_.end())) {
    found.ok = true;
    found.type = attribute->type;
    found.span = attribute->span;
  } else if (body != body_types_.end()) {
    found.ok = true;
    found.type = body->second;
  } else if (!outer.ok && schema_ && !IsUpper(Text(name)) &&
             (schema_->rule || schema_->stmt->schema_kind == SchemaKind::kMixin)) {
    // A mixin and a rule may use what their host has; a name with a capital is taken for a schema's.
    found.ok = true;
    found.type = types_.any();
  }
  return found;
}

Found Checker::LookupGlobal(Symbol name) {
  Found found;
  found.ok = true;
  const auto global = package().by_name.find(name);
  if (global != package().by_name.end()) {
    const Global& entry = package().globals[static_cast<size_t>(global->second)];
    ResolveAlias(global->second);
    found.type = entry.type ? entry.type : types_.any();
    found.span = entry.span;
    found.ref.kind = RefKind::kGlobal;
    found.ref.package = static_cast<int32_t>(package_);
    found.ref.index = global->second;
    return found;
  }
  if (const Ref* import = FindImport(name)) {
    found.ref = *import;
    const bool missing = found.ref.kind == RefKind::kPackage && found.ref.package < 0;
    if (found.ref.kind == RefKind::kPackage && !missing) {
      program_.packages[static_cast<size_t>(found.ref.package)]->is_read = true;
    }
    const std::string_view path =
        found.ref.kind == RefKind::kPackage && !missing
            ? std::string_view(program_.packages[static_cast<size_t>(found.ref.package)]->path)
            : Text(found.ref.symbol.has_value() ? found.ref.symbol : name);
    found.type = !missing              ? types_.Module(path, found.ref.package)
                 : found.ref.index < 0 ? types_.invalid()
                                       : types_.Module(path, kMissingModule - found.ref.index);
    if (found.ref.kind == RefKind::kPlugin) {
      found.type = types_.any();
    }
    return found;
  }
  if (const signatures::Signature* signature = signatures::FindBuiltin(Text(name))) {
    found.type = FunctionOf(*signature);
    found.ref.kind = RefKind::kBuiltin;
    found.ref.symbol = name;
    return found;
  }
  found.ok = false;
  found.type = types_.invalid();
  return found;
}

const Ref* Checker::FindImport(Symbol name) {
  const auto own = package().imports[file_].find(name);
  if (own != package().imports[file_].end()) {
    return &own->second;
  }
  for (const auto& imports : package().imports) {
    if (const auto found = imports.find(name); found != imports.end()) {
      return &found->second;
    }
  }
  return nullptr;
}

int32_t Checker::KeepFallback(const Found& found) {
  if (!found.ok || found.ref.kind == RefKind::kNone) {
    return -1;
  }
  program_.fallbacks.push_back(found.ref);
  return static_cast<int32_t>(program_.fallbacks.size() - 1);
}

const Type* Checker::Resolve(const Name& name, const std::string& note) {
  const Found found = Lookup(name.symbol);
  SetRef(name, found.ref);
  if (!found.ok) {
    if (!Text(name.symbol).empty()) {
      std::string suggestion;
      Remarks remarks;
      remarks.note = note;
      if (diagnostics_.count() < kMostSuggestions) {
        const std::vector<std::string_view> names = VisibleNames();
        suggestion = Suggestion(Text(name.symbol), names);
        remarks.hint = ForeignHint(Text(name.symbol));
        if (remarks.hint.empty() && suggestion.empty()) {
          remarks.hint = NearestHint(Text(name.symbol), names);
        }
      }
      diagnostics_.ReportWith(diag::Kind::kKclCompile, name.span,
                              "name " + Quoted(name.symbol) + " is not defined" + suggestion, remarks);
    }
    return types_.invalid();
  }
  return found.type;
}

std::vector<std::string_view> Checker::VisibleNames() const {
  std::vector<std::string_view> names;
  for (const Scope& scope : scopes_) {
    for (const auto& [name, local] : scope.names) {
      names.push_back(Text(name));
    }
  }
  if (schema_) {
    for (const Attribute& attribute : schema_->attributes) {
      names.push_back(Text(attribute.name));
    }
  }
  const Package& package = *program_.packages[package_];
  for (const Global& global : package.globals) {
    names.push_back(Text(global.name));
  }
  for (const auto& imports : package.imports) {
    for (const auto& [name, ref] : imports) {
      names.push_back(Text(name));
    }
  }
  for (const signatures::Signature& signature : signatures::BuiltinFunctions()) {
    names.push_back(signature.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool Checker::IsLoopVariable(Symbol name) const {
  for (size_t i = scopes_.size(); i > 0; --i) {
    const Scope& scope = scopes_[i - 1];
    if (scope.kind == ScopeKind::kLoop && scope.names.count(name) > 0) {
      return true;
    }
    if (scope.kind == ScopeKind::kLambda || scope.kind == ScopeKind::kSchema) {
      return false;
    }
  }
  return false;
}

std::unique_ptr<Program> Analyze(source::SourceMap& sources, source::FileReader& reader,
                                 const LoadOptions& options, diag::Emitter& emitter) {
  auto program = std::make_unique<Program>();
  Load(*program, sources, reader, options, emitter);
  Check(*program, emitter);
  return program;
}

void Check(Program& program, diag::Emitter& emitter) {
  const size_t nodes = static_cast<size_t>(program.ast.next_id);
  program.refs.resize(nodes);
  program.types.resize(nodes, nullptr);
  Checker(program, emitter).Run();
}

}  // namespace kval::kcl
