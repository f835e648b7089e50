#include "src/cli/kcl_names.h"

#include "src/support/native_stack.h"

namespace kval::cli {
namespace {

class NameVisitor {
 public:
  explicit NameVisitor(const std::function<void(const kcl::Name&)>& visit) : visit_(visit) {}

  void Statements(kcl::Stmts stmts) {
    for (const kcl::Stmt* stmt : stmts) {
      Statement(*stmt);
    }
  }

 private:
  void One(const kcl::Name& name) {
    if (name.id >= 0) {
      visit_(name);
    }
  }
  void Names(std::span<const kcl::Name> names) {
    for (const kcl::Name& name : names) {
      One(name);
    }
  }

  void Statement(const kcl::Stmt& stmt) {
    NeedStack();
    if (const auto* import = stmt.As<kcl::ImportStmt>()) {
      One(import->bound);
    } else if (const auto* assign = stmt.As<kcl::AssignStmt>()) {
      for (const kcl::Target& target : assign->targets) {
        Target(target);
      }
      Type(assign->type);
      Expression(assign->value);
    } else if (const auto* aug = stmt.As<kcl::AugAssignStmt>()) {
      Target(aug->target);
      Expression(aug->value);
    } else if (const auto* unification = stmt.As<kcl::UnificationStmt>()) {
      Target(unification->target);
      Expression(unification->value);
    } else if (const auto* condition = stmt.As<kcl::IfStmt>()) {
      for (const kcl::IfBranch& branch : condition->branches) {
        Expression(branch.condition);
        Statements(branch.body);
      }
    } else if (const auto* assertion = stmt.As<kcl::AssertStmt>()) {
      Expression(assertion->condition);
      Expression(assertion->guard);
      Expression(assertion->message);
    } else if (const auto* expressions = stmt.As<kcl::ExprStmt>()) {
      Expressions(expressions->exprs);
    } else if (const auto* alias = stmt.As<kcl::TypeAliasStmt>()) {
      One(alias->name);
      Type(alias->type);
    } else if (const auto* schema = stmt.As<kcl::SchemaStmt>()) {
      Schema(*schema);
    } else if (const auto* rule = stmt.As<kcl::RuleStmt>()) {
      One(rule->name);
      Decorators(rule->decorators);
      Parameters(rule->params);
      References(rule->bases);
      Reference(rule->for_protocol);
      Checks(rule->checks);
    } else if (const auto* attribute = stmt.As<kcl::AttributeStmt>()) {
      One(attribute->name);
      Decorators(attribute->decorators);
      Type(attribute->type);
      Expression(attribute->value);
    }
  }

  void Schema(const kcl::SchemaStmt& schema) {
    One(schema.name);
    Decorators(schema.decorators);
    Parameters(schema.params);
    Reference(schema.base);
    Reference(schema.for_protocol);
    References(schema.mixins);
    Statements(schema.body);
    if (const kcl::IndexSignature* index = schema.index_signature) {
      One(index->alias);
      Type(index->key_type);
      Type(index->value_type);
      Expression(index->default_value);
    }
    Checks(schema.checks);
  }

  void Reference(const kcl::SchemaRef* reference) {
    if (reference != nullptr) {
      Names(reference->names);
    }
  }
  void References(std::span<const kcl::SchemaRef> references) {
    for (const kcl::SchemaRef& reference : references) {
      Names(reference.names);
    }
  }
  void Decorators(std::span<const kcl::Decorator> decorators) {
    for (const kcl::Decorator& decorator : decorators) {
      Expression(decorator.callee);
      Arguments(decorator.args);
    }
  }
  void Parameters(std::span<const kcl::Parameter> parameters) {
    for (const kcl::Parameter& parameter : parameters) {
      One(parameter.name);
      Type(parameter.type);
      Expression(parameter.default_value);
    }
  }
  void Checks(std::span<const kcl::CheckLine> checks) {
    for (const kcl::CheckLine& check : checks) {
      Expression(check.condition);
      Expression(check.guard);
      Expression(check.message);
    }
  }
  void Target(const kcl::Target& target) {
    One(target.name);
    Steps(target.path);
  }
  void Steps(std::span<const kcl::KeyStep> steps) {
    for (const kcl::KeyStep& step : steps) {
      One(step.name);
      Expression(step.expr);
    }
  }
  void Arguments(std::span<const kcl::Argument> arguments) {
    for (const kcl::Argument& argument : arguments) {
      Expression(argument.value);
    }
  }

  void Type(const kcl::TypeExpr* type) {
    NeedStack();
    if (type == nullptr) {
      return;
    }
    if (const auto* named = type->As<kcl::NamedTypeExpr>()) {
      Names(named->names);
    } else if (const auto* literal = type->As<kcl::LiteralTypeExpr>()) {
      Expression(literal->value);
    } else if (const auto* list = type->As<kcl::ListTypeExpr>()) {
      Type(list->element);
    } else if (const auto* dict = type->As<kcl::DictTypeExpr>()) {
      Type(dict->key);
      Type(dict->value);
    } else if (const auto* members = type->As<kcl::UnionTypeExpr>()) {
      for (const kcl::TypeExpr* member : members->members) {
        Type(member);
      }
    } else if (const auto* function = type->As<kcl::FunctionTypeExpr>()) {
      for (const kcl::TypeExpr* parameter : function->params) {
        Type(parameter);
      }
      Type(function->result);
    }
  }

  void Expressions(kcl::Exprs expressions) {
    for (const kcl::Expr* expression : expressions) {
      Expression(expression);
    }
  }

  void Expression(const kcl::Expr* expr) {
    NeedStack();
    if (expr == nullptr || Leaf(*expr) || Operation(*expr) || Collection(*expr)) {
      return;
    }
    if (const auto* lambda = expr->As<kcl::LambdaExpr>()) {
      Parameters(lambda->params);
      Type(lambda->return_type);
      Statements(lambda->body);
    } else if (const auto* quantifier = expr->As<kcl::QuantifierExpr>()) {
      Names(quantifier->variables);
      Expression(quantifier->iterable);
      Expression(quantifier->body);
      Expression(quantifier->condition);
    } else if (const auto* call = expr->As<kcl::CallExpr>()) {
      Expression(call->callee);
      Arguments(call->args);
    } else if (const auto* init = expr->As<kcl::SchemaInitExpr>()) {
      Expression(init->schema);
      Arguments(init->args);
      Expression(init->config);
    }
  }

  bool Leaf(const kcl::Expr& expr) {
    if (const auto* name = expr.As<kcl::NameExpr>()) {
      One(name->name);
      return true;
    }
    if (const auto* text = expr.As<kcl::InterpolatedExpr>()) {
      for (const kcl::StringPart& part : text->parts) {
        Expression(part.expr);
      }
      return true;
    }
    return false;
  }

  bool Operation(const kcl::Expr& expr) {
    if (const auto* unary = expr.As<kcl::UnaryExpr>()) {
      Expression(unary->operand);
    } else if (const auto* binary = expr.As<kcl::BinaryExpr>()) {
      Expression(binary->left);
      Expression(binary->right);
    } else if (const auto* compare = expr.As<kcl::CompareExpr>()) {
      Expression(compare->first);
      for (const kcl::Comparison& next : compare->rest) {
        Expression(next.right);
      }
    } else if (const auto* conditional = expr.As<kcl::ConditionalExpr>()) {
      Expression(conditional->condition);
      Expression(conditional->then);
      Expression(conditional->otherwise);
    } else if (const auto* as = expr.As<kcl::AsExpr>()) {
      Expression(as->value);
      Type(as->type);
    } else if (const auto* selector = expr.As<kcl::SelectorExpr>()) {
      Expression(selector->value);
      One(selector->attribute);
    } else if (const auto* projection = expr.As<kcl::ProjectionExpr>()) {
      Expression(projection->value);
    } else if (const auto* subscript = expr.As<kcl::SubscriptExpr>()) {
      Expression(subscript->value);
      Expression(subscript->index);
    } else if (const auto* slice = expr.As<kcl::SliceExpr>()) {
      Expression(slice->value);
      Expression(slice->lower);
      Expression(slice->upper);
      Expression(slice->step);
    } else if (const auto* paren = expr.As<kcl::ParenExpr>()) {
      Expression(paren->inner);
    } else {
      return false;
    }
    return true;
  }

  bool Collection(const kcl::Expr& expr) {
    if (const auto* config = expr.As<kcl::ConfigExpr>()) {
      Entries(config->entries);
    } else if (const auto* list = expr.As<kcl::ListExpr>()) {
      Expressions(list->items);
    } else if (const auto* starred = expr.As<kcl::StarredExpr>()) {
      Expression(starred->value);
    } else if (const auto* branches = expr.As<kcl::ListIfExpr>()) {
      for (const kcl::ListIfBranch& branch : branches->branches) {
        Expression(branch.condition);
        Expressions(branch.items);
      }
    } else if (const auto* items = expr.As<kcl::ListComprehensionExpr>()) {
      Expression(items->item);
      Clauses(items->clauses);
    } else if (const auto* pairs = expr.As<kcl::DictComprehensionExpr>()) {
      Entries(std::span(&pairs->entry, 1));
      Clauses(pairs->clauses);
    } else {
      return false;
    }
    return true;
  }

  void Entries(std::span<const kcl::ConfigEntry> entries) {
    NeedStack();
    for (const kcl::ConfigEntry& entry : entries) {
      Steps(entry.key);
      Expression(entry.value);
      if (entry.condition == nullptr) {
        continue;
      }
      for (const kcl::ConfigIfBranch& branch : entry.condition->branches) {
        Expression(branch.condition);
        Entries(branch.entries);
      }
    }
  }

  void Clauses(std::span<const kcl::ForClause> clauses) {
    for (const kcl::ForClause& clause : clauses) {
      Names(clause.variables);
      Expression(clause.iterable);
      Expressions(clause.conditions);
    }
  }

  const std::function<void(const kcl::Name&)>& visit_;
};

}  // namespace

void ForEachName(const kcl::FileAst& file, const std::function<void(const kcl::Name&)>& visit) {
  NameVisitor(visit).Statements(file.body);
}

}  // namespace kval::cli
