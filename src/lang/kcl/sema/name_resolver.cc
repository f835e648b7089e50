#include "src/lang/kcl/sema/name_resolver.h"

#include <algorithm>
#include <iterator>

#include "src/lang/kcl/sema/member_uses.h"
#include "src/lang/kcl/sema/signature_types.h"
#include "src/lang/kcl/sema/type_kinds.h"

namespace kval::kcl::sema {
namespace {

// Similar names are no longer searched after many errors, because the search is expensive.

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
    {"map", "{str:}"},    {"dict", "{str:}"},   {"elseif", "elif"},
    {"yes", "True"},      {"on", "True"},       {"no", "False"},
    {"off", "False"},     {"NULL", "None"},     {"Null", "None"},
    {"TRUE", "True"},     {"FALSE", "False"},
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

NameLookupResult NameResolver::Lookup(Symbol name) {
  return LookupFrom(name, scopes_.size(), 0);
}

// Searches the scopes below `scope`; `depth` frames were passed so far.
NameLookupResult NameResolver::LookupFrom(Symbol name, size_t scope, uint16_t depth) {
  while (scope > 0) {
    --scope;
    const Scope& here = scopes_[scope];
    const Local* local = here.names.Find(name);
    if (local && local->slot >= 0) {
      NameLookupResult found;
      found.ok = true;
      found.type = local->type;
      found.span = local->span;
      found.ref.kind = RefKind::kLocal;
      found.ref.depth = depth;
      found.ref.index = local->slot;
      if (local->begins_outside) {
        found.ref.fallback = StoreFallback(LookupFrom(name, scope, static_cast<uint16_t>(depth + 1)));
      }
      return found;
    }
    if (local) {
      // A key that was set before; a block's keys are its literal's.
      const size_t home = scopes_.LiteralAround(scope);
      const uint16_t next = static_cast<uint16_t>(depth + 1);
      NameLookupResult outer = LookupFrom(name, home, next);
      if (local->maybe && !outer.ok) {
        return outer;
      }
      NameLookupResult found;
      found.ok = true;
      found.type = types_.Widen(local->type);
      found.span = local->span;
      found.ref.kind = RefKind::kConfigKey;
      found.ref.depth = depth;
      found.ref.symbol = name;
      if (outer.ref.kind != RefKind::kAttribute || scopes_.PrecedesAttributes(name, scope)) {
        found.ref.fallback = StoreFallback(outer);
        return found;
      }
      // The attribute takes precedence; the name is the key if the instance has no such attribute.
      const bool is_declared = outer.ok && context_.body.schema && context_.body.schema->Find(name);
      if (!is_declared) {
        found.ref.fallback = outer.ref.fallback;
        outer.ok = true;
        outer.type = found.type;
        outer.ref.fallback = StoreFallback(found);
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
NameLookupResult NameResolver::LookupInSchema(Symbol name, size_t scope, uint16_t depth) {
  const NameLookupResult outer = LookupFrom(name, scope, static_cast<uint16_t>(depth + 1));
  NameLookupResult found = outer;
  found.ref = {};
  found.ref.kind = RefKind::kAttribute;
  found.ref.depth = depth;
  found.ref.symbol = name;
  found.ref.fallback = StoreFallback(outer);
  const Attribute* attribute = context_.body.schema ? context_.body.schema->Find(name) : nullptr;
  const auto body = context_.body.types.find(name);
  if (attribute && (!IsAny(attribute->type) || body == context_.body.types.end())) {
    found.ok = true;
    found.type = attribute->type;
    found.span = attribute->span;
  } else if (body != context_.body.types.end()) {
    found.ok = true;
    found.type = body->second;
  } else if (!outer.ok && context_.body.schema && !IsUpper(context_.Text(name)) &&
             (context_.body.schema->rule || context_.body.schema->stmt->schema_kind == SchemaKind::kMixin)) {
    // A mixin and a rule may use what their host has; a name with a capital is taken for a schema's.
    found.ok = true;
    found.type = types_.any();
  }
  return found;
}

NameLookupResult NameResolver::LookupGlobal(Symbol name) {
  NameLookupResult found;
  found.ok = true;
  const auto global = context_.package().by_name.find(name);
  if (global != context_.package().by_name.end()) {
    const Global& entry = context_.package().globals[static_cast<size_t>(global->second)];
    walker_.ResolveAlias(global->second);
    found.type = entry.type ? entry.type : types_.any();
    found.span = entry.span;
    found.ref.kind = RefKind::kGlobal;
    found.ref.package = static_cast<int32_t>(context_.package_index);
    found.ref.index = global->second;
    return found;
  }
  if (const Ref* import = FindImport(name)) {
    found.ref = *import;
    const bool missing = found.ref.kind == RefKind::kPackage && found.ref.package < 0;
    if (found.ref.kind == RefKind::kPackage && !missing) {
      context_.program.packages[static_cast<size_t>(found.ref.package)]->is_read = true;
    }
    const std::string_view path =
        found.ref.kind == RefKind::kPackage && !missing
            ? std::string_view(context_.program.packages[static_cast<size_t>(found.ref.package)]->path)
            : context_.Text(found.ref.symbol.has_value() ? found.ref.symbol : name);
    found.type = !missing              ? types_.Module(path, found.ref.package)
                 : found.ref.index < 0 ? types_.invalid()
                                       : types_.Module(path, kMissingModule - found.ref.index);
    if (found.ref.kind == RefKind::kPlugin) {
      found.type = types_.any();
    }
    return found;
  }
  if (const signatures::Signature* signature = signatures::FindBuiltin(context_.Text(name))) {
    found.type = signature_types_.FunctionOf(*signature);
    found.ref.kind = RefKind::kBuiltin;
    found.ref.symbol = name;
    return found;
  }
  found.ok = false;
  found.type = types_.invalid();
  return found;
}

const Ref* NameResolver::FindImport(Symbol name) {
  const auto& own = context_.package().imports[context_.file];
  if (const auto found = own.find(name); found != own.end()) {
    return &found->second;
  }
  if (!imports_of_.has_value() || *imports_of_ != context_.package_index) {
    imports_of_ = context_.package_index;
    all_imports_.clear();
    for (const auto& imports : context_.package().imports) {
      for (const auto& [bound, ref] : imports) {
        all_imports_.emplace(bound, &ref);
      }
    }
  }
  const auto found = all_imports_.find(name);
  return found == all_imports_.end() ? nullptr : found->second;
}

int32_t NameResolver::StoreFallback(const NameLookupResult& found) {
  if (!found.ok || found.ref.kind == RefKind::kNone) {
    return -1;
  }
  context_.program.fallbacks.push_back(found.ref);
  return static_cast<int32_t>(context_.program.fallbacks.size() - 1);
}

void NameResolver::Bind(const Name& name, const Type* type) {
  const Local& local = scopes_.Declare(name.symbol, type, name.span);
  Ref ref;
  ref.kind = RefKind::kLocal;
  ref.index = local.slot;
  context_.SetRef(name, ref);
}

const Type* NameResolver::Resolve(const Name& name, const std::string& note) {
  const NameLookupResult found = Lookup(name.symbol);
  context_.SetRef(name, found.ref);
  if (found.ref.kind == RefKind::kAttribute || found.ref.kind == RefKind::kConfigKey) {
    NoteDeclaredMember(name.span, name.symbol, found.span, context_);
  }
  if (!found.ok) {
    ReportUndefined(name, note);
    return types_.invalid();
  }
  return found.type;
}

void NameResolver::ReportUndefined(const Name& name, const std::string& note) {
  if (context_.Text(name.symbol).empty()) {
    return;
  }
  std::string suggestion;
  ErrorDetails remarks;
  remarks.note = note;
  const std::vector<std::string_view> names =
      diagnostics_.suggests() ? VisibleNames() : std::vector<std::string_view>();
  if (diagnostics_.Suggests(names.size())) {
    remarks.hint = ForeignHint(context_.Text(name.symbol));
    if (remarks.hint.empty()) {
      suggestion = Suggestion(context_.Text(name.symbol), names);
      remarks.hint = suggestion.empty() ? SuggestionHint(context_.Text(name.symbol), names) : "";
    }
  }
  diagnostics_.ReportWith(diag::Kind::kKclCompile, name.span,
                          "name " + context_.Quoted(name.symbol) + " is not defined" + suggestion, remarks);
}

std::vector<std::string_view> NameResolver::VisibleNames() const {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < scopes_.size(); ++i) {
    for (const auto& [name, local] : scopes_[i].names) {
      names.push_back(context_.Text(name));
    }
  }
  if (context_.body.schema) {
    for (const Attribute& attribute : context_.body.schema->attributes) {
      names.push_back(context_.Text(attribute.name));
    }
  }
  const Package& package = context_.package();
  for (const Global& global : package.globals) {
    names.push_back(context_.Text(global.name));
  }
  for (const auto& imports : package.imports) {
    for (const auto& [name, ref] : imports) {
      names.push_back(context_.Text(name));
    }
  }
  for (const signatures::Signature& signature : signatures::BuiltinFunctions()) {
    names.push_back(signature.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace kval::kcl::sema
