#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/lang/kcl/sema/diagnostics.h"
#include "src/lang/kcl/sema/program.h"
#include "src/lang/kcl/sema/type_table.h"
#include "src/lang/kcl/signatures/signatures.h"

// Private to the semantic library: resolves names and checks types, package by package, the imported ones
// first. Source of the rules: KCL's crates/sema/src/resolver; the file names there are those here.
namespace kval::kcl {

// The package of a module type whose module could not be found: this, less its place in Program::missing.
inline constexpr int32_t kMissingModule = -2;

enum class ScopeKind : uint8_t { kLambda, kLoop, kSchema, kConfig, kBlock };

// A name that a local scope knows.
struct Local {
  const Type* type = nullptr;
  source::Span span;
  int32_t slot = -1;   // -1: a config key
  bool maybe = false;  // a key that an if entry sets, seen from behind the entry
};

// A scope inside a package. All but kBlock (an if entry) are frames (program.h).
struct Scope {
  ScopeKind kind = ScopeKind::kLambda;
  std::unordered_map<Symbol, Local> names;
  int32_t slots = 0;
  bool is_instance = false;  // kConfig: the configuration of `S {…}`
};

// What a name was found to be.
struct Found {
  bool ok = false;
  const Type* type = nullptr;
  source::Span span;
  Ref ref;
};

// What the place of an expression asks of its value: null type when nothing is known. `at` is where that was
// declared.
struct Expected {
  const Type* type = nullptr;
  source::Span at;
};

class Checker {
 public:
  Checker(Program& program, diag::Emitter& emitter);
  void Run();

 private:
  // checker.cc: packages, scopes, names.
  std::vector<size_t> PackageOrder() const;
  void CheckPackage(size_t package);
  template <typename Visit>
  void ForEachFile(Visit visit) {
    for (file_ = 0; file_ < package().files.size(); ++file_) {
      visit(package().files[file_].body);
    }
    file_ = 0;
  }
  template <typename Visit>
  void ForEachStmt(Visit visit) {
    ForEachFile([&](Stmts body) {
      for (const Stmt* stmt : body) {
        visit(stmt);
      }
    });
  }
  // Parameters of a written function type and keys that are no names have no symbol.
  std::string_view Text(Symbol symbol) const {
    return symbol.has_value() ? program_.ast.names.Text(symbol) : std::string_view();
  }
  std::string Quoted(Symbol symbol) const { return "'" + std::string(Text(symbol)) + "'"; }
  std::string TypeText(const Type* type) const { return types_.Text(type); }
  Package& package() { return *program_.packages[package_]; }
  void SetRef(const Name& name, const Ref& ref) { program_.refs[static_cast<size_t>(name.id)] = ref; }
  const Type* Note(const Expr* expr, const Type* type) {
    program_.types[static_cast<size_t>(expr->id)] = type;
    return type;
  }
  Scope& Enter(ScopeKind kind);
  void Leave() { scopes_.pop_back(); }
  // Gives a name a slot of the innermost frame.
  Local& Declare(Symbol name, const Type* type, source::Span span);
  void DeclareKey(Symbol name, const Type* type, source::Span span);
  Found Lookup(Symbol name);
  Found LookupFrom(Symbol name, size_t scope, uint16_t depth);
  Found LookupGlobal(Symbol name);
  // What an import of the package binds a name to, null without. All files see it, the importing one first.
  const Ref* FindImport(Symbol name);
  Found LookupInSchema(Symbol name, size_t scope, uint16_t depth);
  // Whether a name that is a key of that scope means the key rather than the attribute of the schema around
  // it: inside an instance that sets it, and inside a lambda's literal.
  bool PrecedesAttributes(Symbol name, size_t scope) const;
  int32_t KeepFallback(const Found& found);
  // Looks a name up, reports it when it is not defined, and records its reference.
  const Type* Resolve(const Name& name, const std::string& note = {});
  std::vector<std::string_view> VisibleNames() const;
  bool IsLoopVariable(Symbol name) const;

  // global.cc: the names of a package.
  void DeclareGlobals();
  void DeclareAlias(const TypeAliasStmt& alias);
  void DeclareSchema(const Stmt* stmt, const Name& name, GlobalKind kind);
  void DeclareStatements(Stmts stmts);
  void DeclareTarget(const Target& target, bool may_repeat);
  int32_t AddGlobal(const Name& name, GlobalKind kind);
  void ResolveAlias(int32_t global);
  void ReportAliasCycle(int32_t global);

  // schema.cc: headers and attributes.
  void DefineSchemas();
  void CheckAttributes(Schema& schema);
  void InheritRelaxation(Schema& schema) const;
  const Schema* ResolveSchemaRef(const SchemaRef& ref, const Type*& type);
  void LinkSchema(Schema& schema);
  void LinkRule(Schema& schema);
  const Schema* LinkProtocol(const SchemaRef& ref);
  std::unordered_set<const Schema*> PossiblyCircular() const;
  void CutCycles();
  void BuildSchema(Schema& schema);
  void BuildParams(Schema& schema, std::span<const Parameter> params);
  void BuildIndexSignature(Schema& schema);
  void BuildAttribute(Schema& schema, const Stmt* stmt);
  void CheckAttributeRules(const Schema& schema, const Attribute& attribute, const Attribute* earlier,
                           const Attribute* inherited);
  void CheckSchemaName(const Schema& schema);
  void CheckDecorators(std::span<const Decorator> decorators);
  void CollectAssigned(Stmts body, std::unordered_set<Symbol>& names) const;
  void CollectSetters(Stmts stmts);
  void TypeGlobals(Stmts stmts);
  void NoteLambda(const AssignStmt& stmt);
  void TypeTarget(const Target& target, const TypeExpr& type);
  std::string QualifiedName(const Schema& schema) const;

  // type_expr.cc
  const Type* ResolveType(const TypeExpr* type);
  const Type* ResolveTypeNode(const TypeExpr* type);
  const Type* ResolveNamedType(const NamedTypeExpr& type);
  const Type* LiteralType(const Expr* value);
  const Type* ParseSignatureType(std::string_view text);
  const Type* FunctionOf(const signatures::Signature& signature);

  // stmt.cc
  const Type* WalkStmts(Stmts stmts);
  const Type* WalkStmt(const Stmt* stmt);
  const Type* WalkAssign(const AssignStmt& stmt);
  void AssignTo(const Target& target, const AssignStmt& stmt, const Type* value);
  const Type* WalkAugAssign(const AugAssignStmt& stmt);
  const Type* WalkUnification(const UnificationStmt& stmt);
  const Type* WalkIf(const IfStmt& stmt);
  void WalkAssert(const AssertStmt& stmt);
  void WalkSchema(const Stmt* stmt);
  void WalkParams(std::span<const Parameter> params, std::span<const FunctionParam> types);
  void WalkAttribute(const AttributeStmt& stmt);
  void WalkCheckLines(std::span<const CheckLine> lines);
  void CheckUniqueKey(const Name& name);
  const Type* TargetType(const Target& target, bool store);
  const Type* StoreName(const Target& target);
  const Type* WalkTargetPath(const Type* type, const Target& target);
  void SetInferred(const Target& target, const Type* type);

  // expr.cc
  const Type* Walk(const Expr* expr);
  const Type* WalkNode(const Expr* expr);
  const Type* WalkPlain(const Expr* expr);  // where nothing is expected
  const Type* WalkExpecting(const Expr* expr, const Type* type, source::Span at);
  const Type* WalkConditional(const ConditionalExpr& expr);
  const Type* WalkInterpolated(const InterpolatedExpr& expr);
  const Type* WalkCompare(const CompareExpr& expr);
  const Type* WalkAs(const AsExpr& expr);
  const Type* WalkSelector(const SelectorExpr& expr);
  const Type* WalkSubscript(const SubscriptExpr& expr);
  const Type* WalkSlice(const SliceExpr& expr);
  const Type* WalkList(const ListExpr& expr);
  const Type* WalkStarred(const StarredExpr& expr);
  const Type* WalkListIf(const ListIfExpr& expr);
  const Type* WalkListComprehension(const ListComprehensionExpr& expr);
  const Type* WalkDictComprehension(const DictComprehensionExpr& expr);
  const Type* WalkQuantifier(const QuantifierExpr& expr);
  const Type* WalkLambda(const LambdaExpr& expr);
  void WalkClauses(std::span<const ForClause> clauses);
  void DeclareLoopVariables(std::span<const Name> variables, const Type* iterated, source::Span at);
  std::vector<std::string_view> MemberNames(const Type* object) const;
  const Type* LoadAttribute(const Type* object, const Name& attribute, source::Span at);
  const Type* AttributeOf(const Type* object, const Name& attribute, bool& found);
  const Type* ModuleMember(const Type* module, const Name& attribute, bool& found);
  const Type* IndexType(const Type* object, const Expr* index, source::Span at);

  // config.cc
  const Type* WalkConfig(const ConfigExpr& expr);
  const Type* WalkConfigOf(const ConfigExpr& expr, bool is_instance);
  const Type* WalkEntries(std::span<const ConfigEntry> entries);
  struct EntryTypes {
    std::vector<const Type*> keys;
    std::vector<const Type*> values;
    std::vector<DictAttribute> attributes;        // their types are known at the end
    std::vector<std::vector<const Type*>> given;  // by attribute: the types of its values
    std::unordered_map<Symbol, size_t> places;    // by name
    void Add(Symbol name, const Type* type, source::Span span, TypeTable& types);
    // Takes the place of what is known of the key.
    void Set(const DictAttribute& attribute);
    std::span<const DictAttribute> Finish(TypeTable& types);
  };
  void WalkPair(const ConfigEntry& entry, EntryTypes& types);
  const Type* WalkStep(const ConfigEntry& entry, size_t step);
  const Type* WalkEntryValue(const ConfigEntry& entry);
  void WalkUnpack(const ConfigEntry& entry, EntryTypes& types);
  void AddUnpacked(const Type* type, const Expr* value, EntryTypes& types);
  void WalkConfigIf(const ConfigIf& condition, EntryTypes& types);
  const Type* WalkSchemaInit(const SchemaInitExpr& expr);
  Expected ExpectedOf(const Expected& outer, Symbol key);
  Expected TopExpected() const { return expected_.empty() ? Expected() : expected_.back(); }
  void CheckMember(Symbol name, const Type* type, source::Span at, source::Span attribute_at);
  void CheckSchemaMember(Symbol name, const Schema& schema, source::Span at, source::Span attribute_at);
  void ReportMember(Symbol name, const std::string& owner, const std::vector<std::string_view>& known,
                    source::Span at, source::Span attribute_at);
  void CheckUnpacked(const Type* type, source::Span at, int depth);
  std::vector<std::string_view> AttributeNames(const Schema& schema) const;

  // call.cc
  const Type* WalkCall(const CallExpr& expr);
  void CheckArguments(const Expr* callee, std::span<const Argument> args, const FunctionType& function);
  const FunctionParam* CheckKeyword(const std::string& callee, const Argument& arg,
                                    const FunctionType& function);
  void CheckEnough(const Expr* callee, size_t positional, const std::unordered_set<Symbol>& keywords,
                   const FunctionType& function);
  void WalkArguments(std::span<const Argument> args);
  std::string CalleeName(const Expr* callee) const;
  const Type* LambdaBefore(const Expr* callee) const;
  FunctionType FunctionOfSchema(const Schema& schema) const;

  // operation.cc
  const Type* Binary(const Type* left, const Type* right, BinaryOp op, source::Span at);
  const Type* BinaryResult(const Type* left, const Type* right, BinaryOp op, source::Span at);
  const Type* UnionResult(const Type* left, const Type* right);
  const Type* Unary(const Type* operand, UnaryOp op, source::Span at);
  void Compare(const Type* left, const Type* right, CompareOp op, source::Span at);
  bool Comparable(const Type* left, const Type* right, CompareOp op) const;

  // assign.cc
  void MustAssign(const Type* from, const Type* to, source::Span at, source::Span declared = {},
                  source::Span attribute = {});
  // The same for the value of an expression, whose wrong parts are pointed at.
  // `is_entry`: in a config, where `declared` is the attribute of a schema.
  void MustHold(const Expr& value, const Type* from, const Type* to, source::Span declared,
                bool is_entry = false);
  void CollectMisfits(const Expr& value, const Type* to, std::vector<Related>& misfits, int depth);
  bool CheckType(const Type* from, const Type* to, source::Span at);
  bool DictFits(const Type* dict, const Schema& schema, source::Span at);
  // Whether CheckType holds and has nothing to report.
  bool Fits(const Type* from, const Type* to);

  // incomplete.cc: instances that lack attributes, of a program that is not run since something is wrong with
  // it.
  void NoteInstance(const Expr* value, const Target* target);
  void ReportIncomplete();

  Program& program_;
  TypeTable types_;
  Diagnostics diagnostics_;
  size_t package_ = 0;
  size_t file_ = 0;
  std::vector<Scope> scopes_;
  std::vector<Expected> expected_;
  int check_steps_ = 0;                                 // of the comparison of types in work
  int check_depth_ = 0;                                 // comparisons inside comparisons
  Schema* schema_ = nullptr;                            // whose body is being walked
  std::unordered_map<Symbol, const Type*> body_types_;  // what its statements assign without declaring it
  std::unordered_map<Symbol, source::Span> assigned_;   // globals of the package that were assigned so far
  std::unordered_map<Symbol, const Type*> lambdas_;     // globals that are lambdas
  std::unordered_map<int32_t, size_t> alias_files_;     // by global: where a type alias stands
  std::unordered_set<int32_t> seen_aliases_;            // globals: done or in work
  std::vector<int32_t> open_aliases_;                   // those in work, outermost first
  std::unordered_map<const signatures::Signature*, const Type*> signature_types_;
  bool is_too_deep_ = false;
  std::vector<std::pair<const SchemaInitExpr*, const Schema*>> instances_;  // that globals are
};

}  // namespace kval::kcl
