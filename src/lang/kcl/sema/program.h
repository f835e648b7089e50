#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/sema/type.h"
#include "src/lang/kcl/syntax/ast.h"

// A KCL program after loading, name resolution and type checking, ready for evaluation.
//
// Evaluation never looks names up in scopes: `Program::refs[name.id]` is the resolved reference.
namespace kval::kcl {

struct Attribute;
struct Schema;

// Finds which schema among a schema and its bases declares a name, without walking the bases, whose number
// the program chooses.
//
// Built for the schemas of one package when their attributes are declared and cycles are broken. Bases in
// other packages have a separate lineage. Schemas are numbered in depth-first order from each base to its
// derived schemas, so the numbers identify the bases of a schema.
class BaseIndex {
 public:
  // Gives each schema its number and this lineage, which must live as long.
  explicit BaseIndex(std::span<Schema* const> schemas);
  BaseIndex(const BaseIndex&) = delete;
  BaseIndex& operator=(const BaseIndex&) = delete;

  // Returns the same as Schema::Find.
  const Attribute* Find(const Schema& schema, Symbol attribute) const;

 private:
  struct SchemaBases {
    const Schema*
        mixed;  // the nearest schema with mixins: the schema itself or one of its bases in the package
    const Schema* beyond;  // where the bases leave the package
  };
  // From that number on, a name is declared by this schema; null: by none.
  struct DeclarationRange {
    uint32_t number;
    const Schema* nearest;
  };

  void Enter(Schema& schema);
  void Leave(const Schema& schema);
  const Schema* Nearest(const Schema& schema, Symbol attribute) const;

  std::vector<SchemaBases> places_;  // by number
  std::unordered_map<Symbol, std::vector<DeclarationRange>> turns_;
  std::unordered_map<Symbol, std::vector<const Schema*>>
      open_;  // while it is made: those that declare a name
};

// The target of a Name.
enum class RefKind : uint8_t {
  kNone,     // nothing: a declaration that needs no reference, a plain config key, an attribute after a dot
  kGlobal,   // packages[package].globals[index]
  kPackage,  // the user package `package`, bound by an import
  kSystemModule,  // a module of KCL (`math`), by the symbol of its name in `symbol`
  kPlugin,        // `kcl_plugin.x`; the plugin's name in `symbol`
  kBuiltin,       // a builtin function, by its name in `symbol`
  kLocal,         // slot `index` of the frame `depth` frames up
  kAttribute,  // the attribute `symbol` of the schema instance that frame `depth` builds (own, of a base, of
               // a mixin, of the mixin's host); when the instance has none, what `fallback` says
  kConfigKey,  // the key `symbol` of the config literal that frame `depth` builds, when it was set before;
               // else what `fallback` says
};

// Frames are counted from the name outwards, 0 is the innermost one. A frame is made by
//   * a lambda: slots are its parameters, then the names assigned in its body,
//   * a comprehension: one frame for all its clauses, slots in the order of the text; a quantifier likewise,
//   * a schema, mixin, protocol or rule: slots are its parameters; attributes go by name (kAttribute),
//     then the alias of an index signature (the last slot),
//   * a config literal (ConfigExpr): no slots, keys go by name (kConfigKey).
// A config key (KeyStep) that is a name has a reference only when it names a loop variable: then the key is
// the variable's value, else the name itself. Not by if statements, if entries, strings, lists, calls. A
// lambda's parameter defaults and a schema's parameter defaults and types are read in the frame of the lambda
// or schema itself; the first clause's iterable of a comprehension is read in the comprehension's frame too.
struct Ref {
  RefKind kind = RefKind::kNone;
  uint16_t depth = 0;
  int32_t index = -1;
  int32_t package = -1;
  Symbol symbol;
  int32_t fallback = -1;  // index into Program::fallbacks
};

enum class GlobalKind : uint8_t { kVariable, kSchema, kRule, kTypeAlias };

// A global of a package: one slot for all files. `setters` are the statements that assign it, in the order of
// files and lines, including those nested in if statements (AssignStmt, AugAssignStmt, UnificationStmt,
// SchemaStmt, …).
struct Global {
  Symbol name;
  GlobalKind kind = GlobalKind::kVariable;
  source::Span span;           // the first declaration of the name
  int32_t place = 0;           // ascending in the order in which variables are put out
  const Type* type = nullptr;  // declared or inferred
  bool has_declared_type = false;
  const TypeExpr* type_expr = nullptr;  // the declared type, if any
  const Schema* schema = nullptr;       // of kSchema and kRule; of a kTypeAlias of a schema
  std::vector<const Stmt*> setters;
};

struct Attribute {
  Symbol name;
  source::Span span;  // the name in the declaration
  const Type* type = nullptr;
  bool optional = false;
  // A value is written, or the type is a literal: `kind: "Pod"` has the default "Pod" unless it is optional.
  bool has_default = false;
  const AttributeStmt* decl = nullptr;  // null: made by an assignment without a declared type
  const Schema* owner = nullptr;
};

// A schema, mixin, protocol or rule with its references resolved.
struct Schema {
  int32_t index = -1;  // in Program::schemas
  int32_t package = -1;
  int32_t global = -1;  // in the package's globals
  Symbol name;
  const SchemaStmt* stmt = nullptr;  // null for a rule
  const RuleStmt* rule = nullptr;
  const Schema* base = nullptr;  // may be null
  std::vector<const Schema*> rule_bases;
  const Schema* protocol = nullptr;  // may be null
  std::vector<const Schema*> mixins;
  std::vector<Attribute> attributes;           // its own ones, in the order of the text
  std::unordered_map<Symbol, size_t> by_name;  // index into attributes
  std::vector<FunctionParam> params;
  bool has_index_signature = false;  // its own
  Symbol index_alias;
  bool index_any_other = false;
  const Type* index_key = nullptr;
  const Type* index_value = nullptr;
  const Type* instance_type = nullptr;  // kSchema
  const Type* schema_type = nullptr;    // kSchemaType
  const BaseIndex* lineage = nullptr;   // once the attributes of the package are declared
  uint32_t number = 0;                  // in the lineage
  size_t part_count = 0;                // itself, bases and mixins, one per path to them; see BoundParts
  size_t mixin_depth = 0;               // of mixins within mixins

  // Returns the attribute in this schema, its mixins or a base, nearest first; null if there is none.
  const Attribute* Find(Symbol attribute) const;
  // Returns the attribute in one of its mixins, or of their mixins.
  const Attribute* FindInMixins(Symbol attribute) const;
  // Returns whether both have the same declaration: a file may be a module and also a part of a package.
  bool IsSame(const Schema& other) const;
  // Returns whether this schema is `other` or inherits from it.
  bool IsA(const Schema* other) const;
};

struct Package {
  std::string path;  // `__main__`, `pkg.sub`
  std::string directory;
  std::vector<FileAst> files;
  std::vector<std::unordered_map<Symbol, Ref>> imports;  // of each file: what its imports bind, for all files
  std::vector<Global> globals;
  std::unordered_map<Symbol, int32_t> by_name;  // index into globals
  bool is_read = false;  // whether some file reads the name that an import of this package binds
};

// An unresolved import. Its reference is a kPackage without package; `index` is the index in
// Program::missing.
struct MissingModule {
  source::Span at;                 // the import statement
  std::string name;                // as in the source: `.a.b`
  std::string text;                // the error; empty if it was reported
  std::string note, hint;          // may be empty
  std::vector<source::Span> uses;  // attributes that are read from it
  std::vector<Symbol> attributes;
};

// Code that names a member of a value: the attribute in `a.name`, a key of a config, a name that means an
// attribute of the schema around it. One place may have several uses.
struct MemberUse {
  source::Span at;
  Symbol name;
  source::Span declared;  // the attribute or the key; `at` if it is no attribute; unset if it is unknown
};

struct Program {
  AstContext ast;
  std::string root;                                // directory from which absolute imports start
  std::vector<std::unique_ptr<Package>> packages;  // the first is the main package
  std::vector<std::unique_ptr<Schema>> schemas;
  std::unordered_map<const Stmt*, Schema*> schema_of;  // a SchemaStmt's or RuleStmt's schema
  std::vector<Ref> refs;                               // by NameId
  std::unordered_map<NameId, Ref> key_refs;            // of keys that are loop variables
  std::vector<Ref> fallbacks;
  std::vector<const Type*>
      types;  // by NodeId of a TypeExpr: the type it means; of an Expr: its static type; may be null
  std::vector<MissingModule> missing;
  std::vector<std::unique_ptr<BaseIndex>> lineages;
  size_t mixed_parts = 0;            // of all schemas with mixins
  bool has_too_many_mixins = false;  // which was reported
  bool records_member_uses = false;  // whether the checker fills `member_uses`
  std::vector<MemberUse> member_uses;
  // Whether values that do not fit and undeclared keys are all that the checker found: what does not depend
  // on these can be evaluated.
  bool has_value_errors_only = false;
  Arena arena;  // the types' memory

  const Ref& RefOf(const Name& name) const {
    return name.id >= 0 ? refs[static_cast<size_t>(name.id)] : KeyRefOf(name);
  }
  const Ref& KeyRefOf(const Name& key) const;
  const Type* TypeOf(const TypeExpr& type) const { return types[static_cast<size_t>(type.id)]; }
  const Type* TypeOf(const Expr& expr) const { return types[static_cast<size_t>(expr.id)]; }
};

}  // namespace kval::kcl
