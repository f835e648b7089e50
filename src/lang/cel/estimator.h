#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/estimate.h"
#include "src/lang/cel/estimated_call.h"
#include "src/lang/cel/type.h"
#include "src/lang/cel/value_path.h"
#include "src/support/keyed_hash.h"

namespace kval::cel {

// Estimates one program: cel-go, checker/cost.go, coster. Sizes are ranges, because minimum sizes matter for
// replacement; costs are maxima.
class Estimator {
 public:
  explicit Estimator(const SizeSource& sizes) : sizes_(sizes) {}

  uint64_t CostOf(const Expr& expr);

 private:
  // The sizes of a collection's elements.
  struct EntrySize {
    TypeKind container = TypeKind::kList;
    SizeRange key;
    SizeRange value;
  };
  // A variable of a loop, an accumulator, a name that is bound.
  struct Local {
    ValuePath path;
    std::optional<SizeRange> size;
    std::optional<EntrySize> entry;
  };
  enum class LoopVariableKind { kKey, kValue, kSingle };

  uint64_t Ident(const Expr& expr);
  uint64_t Select(const Expr& expr);
  uint64_t NewList(const Expr& expr);
  uint64_t NewMap(const Expr& expr);
  uint64_t NewObject(const Expr& expr);
  uint64_t Loop(const Expr& expr);
  uint64_t Bind(const Expr& expr);
  uint64_t Call(const Expr& expr);
  uint64_t CostOfCall(const EstimatedCall& given, std::optional<SizeRange>& size);
  uint64_t Index(const EstimatedCall& given, std::optional<SizeRange>& size);

  // estimate_call.cc: costs of calls, those of arguments among them.
  CallEstimate OfCall(const EstimatedCall& given);
  CallEstimate OfOperator(const EstimatedCall& given);
  CallEstimate OfSum(const EstimatedCall& given);
  CallEstimate OfConditional(const EstimatedCall& given);

  void Push(std::string_view name, Local local) { locals_[name].push_back(std::move(local)); }
  void Pop(std::string_view name) { locals_[name].pop_back(); }
  void PushLoopVariable(std::string_view name, const Expr& range, LoopVariableKind which);
  void PushBound(std::string_view name, const Expr& value);
  const Local* LocalNamed(std::string_view name) const;

  EstimatedArgument ArgumentOf(const Expr& expr);
  static const Type& TypeOf(const Expr& expr);
  ValuePath PathOf(const Expr& expr) const;
  std::optional<SizeRange> SizeOf(const Expr& expr);
  SizeRange KnownOrAny(const Expr& expr) { return SizeOf(expr).value_or(SizeRange()); }
  std::optional<EntrySize> EntrySizeOf(const Expr& expr) const;
  void SetEntrySize(const Expr& expr, const std::optional<EntrySize>& size);
  static std::optional<EntrySize> UnionOf(const std::optional<EntrySize>& a,
                                          const std::optional<EntrySize>& b);

  const SizeSource& sizes_;
  std::unordered_map<const Expr*, ValuePath> paths_;
  std::unordered_map<const Expr*, SizeRange> sizes_of_;
  std::unordered_map<const Expr*, EntrySize> entry_sizes_;
  TextMap<std::string_view, std::vector<Local>> locals_;
};

}  // namespace kval::cel
