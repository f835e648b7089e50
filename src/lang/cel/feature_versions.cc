#include "src/lang/cel/feature_versions.h"

#include <algorithm>
#include <string_view>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/type.h"

namespace kval::cel {
namespace {

struct Introduced {
  std::string_view function;
  uint32_t since;
};

// Functions that are reached through a value of a library's own type (`quantity(…).add(…)`) need no line.
constexpr Introduced kFunctions[] = {
    {"quantity", 28},
    {"isQuantity", 28},
    {"optional.of", 28},
    {"optional.none", 28},
    {"optional.ofNonZeroValue", 28},
    {"optional.unwrap", 28},
    {"unwrapOpt", 28},
    {"first", 28},
    {"last", 28},
    {"sets.contains", 29},
    {"sets.equivalent", 29},
    {"sets.intersects", 29},
    {"strings.quote", 29},
    {"ip", 30},
    {"isIP", 30},
    {"ip.isCanonical", 30},
    {"cidr", 30},
    {"isCIDR", 30},
    {"semver", 33},
    {"isSemver", 33},
    {"lists.range", 34},
    {"flatten", 34},
    {"distinct", 34},
    {"sort", 34},
    {"slice", 34},
    {"reverse", 34},
};
constexpr uint32_t kOptionals = 28;
constexpr uint32_t kMixedNumbers = 28;  // `1 < 2.0`
constexpr uint32_t kFormat = 29;        // of strings
constexpr uint32_t kNamedFormats = 31;  // `format.uuid()`
constexpr uint32_t kTwoVariables = 32;
constexpr uint32_t kSortBy = 34;
constexpr uint32_t kAll = 35;

// Numbers of different kinds.
bool AreMixed(const Expr& call) {
  if (call.args.size() != 2 || call.args[0]->type == nullptr || call.args[1]->type == nullptr) {
    return false;
  }
  const auto is_number = [](const Type& type) {
    return type.kind == TypeKind::kInt || type.kind == TypeKind::kUint || type.kind == TypeKind::kDouble;
  };
  const Type& left = *call.args[0]->type;
  const Type& right = *call.args[1]->type;
  return is_number(left) && is_number(right) && left.kind != right.kind;
}

class Look {
 public:
  explicit Look(uint32_t version) : version_(version) {}

  std::vector<NewerFeature> Over(const Expr& program) {
    Take(&program);
    while (!waiting_.empty()) {
      const Expr& expr = *waiting_.back();
      waiting_.pop_back();
      At(expr);
      Take(expr.operand);
      std::for_each(expr.args.begin(), expr.args.end(), [&](const Expr* arg) { Take(arg); });
      if (const Comprehension* loop = expr.comprehension; loop != nullptr) {
        for (const Expr* part : {loop->range, loop->initial, loop->condition, loop->step, loop->result}) {
          Take(part);
        }
      }
    }
    return std::move(found_);
  }

 private:
  void Take(const Expr* expr) {
    if (expr != nullptr) {
      waiting_.push_back(expr);
    }
  }

  void At(const Expr& expr) {
    const bool is_optional = expr.op == Op::kOptionalIndex || expr.op == Op::kOptionalSelect ||
                             std::find(expr.optionals.begin(), expr.optionals.end(),
                                       Optionality::kOptional) != expr.optionals.end();
    if (is_optional) {
      Note(expr, kOptionals, "optional values, `?`,");
    } else if (expr.kind == ExprKind::kComprehension && expr.macro == Macro::kSortBy) {
      Note(expr, kSortBy, "the macro `sortBy`");
    } else if (expr.kind == ExprKind::kComprehension && HasSecondVariable(*expr.comprehension)) {
      Note(expr, kTwoVariables, "a macro with two variables");
    } else if (expr.kind == ExprKind::kCall && expr.op == Op::kFunction && !expr.is_implicit) {
      Function(expr);
    }
  }

  void Function(const Expr& call) {
    const std::string quoted = "the function `" + std::string(call.name) + "`";
    if (call.name == "@sortByAssociatedKeys") {
      return Note(call, kSortBy, "the macro `sortBy`");
    }
    const bool is_order =
        call.name == "_<_" || call.name == "_<=_" || call.name == "_>_" || call.name == "_>=_";
    if (is_order && AreMixed(call)) {
      return Note(call, kMixedNumbers, "the comparison of numbers of two types");
    }
    if (call.name == "format") {
      return Note(call, kFormat, quoted);
    }
    if (call.name.starts_with("format.")) {
      return Note(call, kNamedFormats, quoted);
    }
    // `cidr(…).ip()` comes with `cidr`.
    const bool is_global = call.name == "ip" && call.is_member;
    const auto* known = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                     [&](const Introduced& line) { return line.function == call.name; });
    if (known != std::end(kFunctions) && !is_global) {
      Note(call, known->since, quoted);
    }
  }

  void Note(const Expr& expr, uint32_t since, std::string what) {
    const bool is_known = std::any_of(found_.begin(), found_.end(),
                                      [&](const NewerFeature& part) { return part.what == what; });
    if (since > version_ && !is_known) {
      found_.push_back({expr.at, std::move(what), since});
    }
  }

  uint32_t version_;
  std::vector<const Expr*> waiting_;
  std::vector<NewerFeature> found_;
};

}  // namespace

std::vector<NewerFeature> FindFeaturesNewerThan(uint32_t version, const Expr& program) {
  return version >= kAll ? std::vector<NewerFeature>() : Look(version).Over(program);
}

}  // namespace kval::cel
