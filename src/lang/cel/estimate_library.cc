// What calls of libraries cost: apiserver, pkg/cel/library/cost.go, EstimateCallCost; cel-go, ext/lists.go
// and ext/sets.go.

#include <cmath>

#include "src/lang/cel/estimated_call.h"

namespace kval::cel {
namespace {

constexpr double kTextFactor = 0.1;
constexpr double kRegexFactor = 0.25;
constexpr uint64_t kListCost = 10;
constexpr uint64_t kObjectCost = 40;
// Two checks may be made.
constexpr uint64_t kCheckCost = 350'000;
constexpr double kLongestFormatRegex = 128;
constexpr uint64_t kLongestFormat = 64;

// Returns whether `name` is one of `names`, which are separated by spaces.
bool IsOneOf(std::string_view name, std::string_view names) {
  const size_t at = (" " + std::string(names) + " ").find(" " + std::string(name) + " ");
  return at != std::string::npos;
}

uint64_t WrittenInt(const Expr* expr, uint64_t otherwise) {
  if (expr->kind != ExprKind::kLiteral || expr->literal.kind() != ValueKind::kInt) {
    return otherwise;
  }
  return expr->literal.integer() < 0 ? 0 : static_cast<uint64_t>(expr->literal.integer());
}

// What makes a list of that size, with that much work for each item.
uint64_t NewListCost(double factor, SizeRange size) {
  return CappedSum(Scaled(size.max, factor), 1 + kListCost);
}

uint64_t SelectorCost(uint64_t length) {
  const uint64_t requirements = Scaled(length, 0.5);
  return CappedSum(CappedSum(kListCost, Scaled(length, kTextFactor)),
                   Scaled(requirements, static_cast<double>(kListCost + kObjectCost)));
}

bool IsText(const Type& type) {
  return type.kind == TypeKind::kString || type.kind == TypeKind::kBytes;
}

class LibraryCall {
 public:
  LibraryCall(const EstimatedCall& given, const SizeSource& sizes) : given_(given), sizes_(sizes) {}

  std::optional<CallEstimate> OfList() const;
  std::optional<CallEstimate> OfKubernetes() const;

 private:
  // Of an argument, by its path where it is not known otherwise.
  SizeRange SizeOf(const EstimatedArgument& argument) const;
  std::optional<EstimatedArgument> ItemsOf(const EstimatedArgument& list) const;
  CallEstimate OfTraversal(const EstimatedArgument& target) const;
  std::optional<CallEstimate> OfText() const;
  CallEstimate OfReplace() const;
  CallEstimate OfJoin() const;
  std::optional<CallEstimate> OfNetworks() const;
  std::optional<CallEstimate> OfEquality() const;

  const EstimatedCall& given_;
  const SizeSource& sizes_;
};

SizeRange LibraryCall::SizeOf(const EstimatedArgument& argument) const {
  if (argument.size) {
    return *argument.size;
  }
  const std::optional<SizeRange> stated =
      argument.path.empty() ? std::nullopt : sizes_.Of(argument.path.steps());
  return stated.value_or(SizeRange());
}

// Returns the items of a list as an argument; nullopt for other types.
std::optional<EstimatedArgument> LibraryCall::ItemsOf(const EstimatedArgument& list) const {
  if (list.type->parameters.empty()) {
    return std::nullopt;
  }
  return EstimatedArgument{nullptr, list.path.empty() ? ValuePath() : list.path.Apart("@items"),
                           list.type->parameters[0], std::nullopt};
}

std::optional<CallEstimate> LibraryCall::OfList() const {
  const std::string_view name = given_.call.name;
  const size_t count = given_.args.size();
  if (given_.target == nullptr && count == 2 &&
      IsOneOf(name, "sets.contains sets.intersects sets.equivalent")) {
    const SizeRange pairs = Product(SizeOf(given_.args[0]), SizeOf(given_.args[1]));
    return CallEstimate{CappedSum(Scaled(pairs.max, name == "sets.equivalent" ? 2 : 1), 1), std::nullopt};
  }
  const auto made = [](double factor, SizeRange size) {
    return CallEstimate{NewListCost(factor, size), size};
  };
  if (given_.target == nullptr) {
    return name == "lists.range" && count == 1
               ? std::optional(made(1, SizeRange::Exactly(WrittenInt(given_.args[0].expr, kUnbounded))))
               : std::nullopt;
  }
  if (given_.target->type->kind != TypeKind::kList && given_.target->type->kind != TypeKind::kDyn) {
    return std::nullopt;
  }
  const auto sorted = [&](const EstimatedArgument& by) {
    const std::optional<EstimatedArgument> items = ItemsOf(by);
    const bool may_be_text = !items || IsText(*items->type) || items->type->kind == TypeKind::kDyn;
    const SizeRange size = SizeOf(by);
    return made(may_be_text ? 2 + kTextFactor : 2, Product(size, size));
  };
  const SizeRange size = SizeOf(*given_.target);
  if (name == "slice" && count == 2) {
    return made(1, SizeRange::Exactly(WrittenInt(given_.args[1].expr, size.max) -
                                      WrittenInt(given_.args[0].expr, 0)));
  }
  if (name == "flatten" && count <= 1) {
    return made(count == 0 ? 1 : static_cast<double>(WrittenInt(given_.args[0].expr, kUnbounded)), size);
  }
  if (name == "reverse" && count == 0) {
    return made(1, size);
  }
  if (name == "distinct" && count == 0) {
    return made(2, Product(size, size));
  }
  if (name == "sort" && count == 0) {
    return sorted(*given_.target);
  }
  if (name == "@sortByAssociatedKeys" && count == 1) {
    return sorted(given_.args[0]);
  }
  return std::nullopt;
}

std::optional<CallEstimate> LibraryCall::OfKubernetes() const {
  const std::string_view name = given_.call.name;
  const size_t count = given_.args.size();
  if (name == "check") {
    return CallEstimate{kCheckCost, std::nullopt};
  }
  if (count == 1 && IsOneOf(name, "fieldSelector labelSelector")) {
    return CallEstimate{SelectorCost(SizeOf(given_.args[0]).max), std::nullopt};
  }
  if (given_.target != nullptr && IsOneOf(name, "isSorted sum max min indexOf lastIndexOf")) {
    return OfTraversal(*given_.target);
  }
  if (count >= 1 && IsOneOf(name, "quantity isQuantity semver isSemver cidr isIP isCIDR")) {
    return CallEstimate{Scaled(SizeOf(given_.args[0]).max, kTextFactor), std::nullopt};
  }
  if (count >= 1 && name == "validate") {
    const uint64_t pass = Scaled(SizeOf(given_.args[0]).max, kTextFactor);
    return CallEstimate{Scaled(pass, kLongestFormatRegex * kRegexFactor), std::nullopt};
  }
  if (name == "_==_") {
    return OfEquality();
  }
  const std::optional<CallEstimate> found = OfNetworks();
  return found ? found : OfText();
}

// Traversal of a string, or of a list and its strings.
CallEstimate LibraryCall::OfTraversal(const EstimatedArgument& target) const {
  const SizeRange size = SizeOf(target);
  const std::optional<EstimatedArgument> items = ItemsOf(target);
  if (!items) {
    return {Scaled(size.max, kTextFactor), std::nullopt};
  }
  const uint64_t text = IsText(*items->type) ? Scaled(SizeOf(*items).max, kTextFactor) : 0;
  return {CappedProduct(size.max, CappedSum(1, text)), std::nullopt};
}

std::optional<CallEstimate> LibraryCall::OfText() const {
  const std::string_view name = given_.call.name;
  const size_t count = given_.args.size();
  if (count == 1 && IsOneOf(name, "url jsonpatch.escapeKey")) {
    const SizeRange size = SizeOf(given_.args[0]);
    return CallEstimate{Scaled(size.max, kTextFactor), size};
  }
  if (given_.target == nullptr) {
    return std::nullopt;
  }
  const SizeRange size = SizeOf(*given_.target);
  if (IsOneOf(name, "lowerAscii upperAscii substring trim")) {
    return CallEstimate{Scaled(size.max, kTextFactor), size};
  }
  if (name == "replace" && count >= 2) {
    return OfReplace();
  }
  if (name == "split") {
    // At most one item for each character.
    const uint64_t most = count > 1 ? WrittenInt(given_.args[1].expr, size.max) : size.max;
    return CallEstimate{Scaled(size.max, 2 * kTextFactor), SizeRange{0, most}};
  }
  if (name == "join") {
    return OfJoin();
  }
  if (count >= 1 && IsOneOf(name, "find findAll")) {
    const uint64_t text = Scaled(CappedSum(size.max, 1), kTextFactor);
    return CallEstimate{CappedProduct(text, Scaled(SizeOf(given_.args[0]).max, kRegexFactor)),
                        SizeRange{0, size.max}};
  }
  return std::nullopt;
}

CallEstimate LibraryCall::OfReplace() const {
  const SizeRange size = SizeOf(*given_.target);
  const SizeRange replaced = SizeOf(given_.args[0]);
  const SizeRange with = SizeOf(given_.args[1]);
  const auto times = [](uint64_t whole, uint64_t part) {
    return Scaled(1, std::ceil(static_cast<double>(whole) / static_cast<double>(part)));
  };
  SizeRange count{0, 0};
  SizeRange kept{0, 0};
  // The longest result: an empty string matches around each character.
  if (replaced.min == 0) {
    count.max = CappedSum(size.max, 1);
    kept.max = size.max;
  } else if (with.max <= replaced.min) {
    kept.max = size.max;
  } else {
    count.max = times(size.max, replaced.min);
  }
  // The shortest one.
  if (replaced.max == 0) {
    count.min = CappedSum(size.min, 1);
    kept.min = size.min;
  } else if (replaced.max <= with.min) {
    kept.min = size.min;
  } else {
    count.min = times(size.min, replaced.max);
  }
  return {Scaled(size.max, 2 * kTextFactor), Sum(Product(count, with), kept)};
}

CallEstimate LibraryCall::OfJoin() const {
  const SizeRange list = SizeOf(*given_.target);
  const std::optional<EstimatedArgument> items = ItemsOf(*given_.target);
  SizeRange size = items ? Product(list, SizeOf(*items)) : SizeRange::Exactly(0);
  if (!given_.args.empty()) {
    const SizeRange separators{list.min == 0 ? 0 : list.min - 1, list.max == 0 ? 0 : list.max - 1};
    size = Sum(size, Product(SizeOf(given_.args[0]), separators));
  }
  return {Scaled(size.max, kTextFactor), size};
}

std::optional<CallEstimate> LibraryCall::OfNetworks() const {
  const std::string_view name = given_.call.name;
  // Addresses have 4 or 16 bytes.
  constexpr uint64_t kAddress = 16;
  if (given_.args.empty()) {
    return std::nullopt;
  }
  const EstimatedArgument& arg = given_.args[0];
  const uint64_t read = Scaled(SizeOf(arg).max, kTextFactor);
  if (name == "ip" && given_.target == nullptr) {
    return CallEstimate{read, std::nullopt};
  }
  if (name == "ip.isCanonical") {
    return CallEstimate{Scaled(SizeOf(arg).max, 2 * kTextFactor), std::nullopt};
  }
  if (name != "containsIP" && name != "containsCIDR") {
    return std::nullopt;
  }
  uint64_t cost = Scaled(2 * kAddress, kTextFactor);
  if (name == "containsCIDR") {
    cost += Scaled(kAddress, kTextFactor) + 1;
  }
  const bool is_read = arg.type->kind == TypeKind::kString || arg.type->kind == TypeKind::kDyn;
  return CallEstimate{is_read ? CappedSum(cost, read) : cost, std::nullopt};
}

std::optional<CallEstimate> LibraryCall::OfEquality() const {
  const Type& type = *given_.args[0].type;
  if (type.kind != TypeKind::kObject || !SameType(type, *given_.args[1].type)) {
    return std::nullopt;
  }
  if (type.name == kIpType.name || type.name == kCidrType.name || type.name == kQuantityType.name ||
      type.name == kSemverType.name) {
    return CallEstimate{1, std::nullopt};
  }
  if (type.name == kFormatType.name) {
    return CallEstimate{Scaled(kLongestFormat, kTextFactor), std::nullopt};
  }
  if (type.name == kUrlType.name) {
    return CallEstimate{Scaled(given_.args[1].size.value_or(SizeRange::Exactly(1)).max, kTextFactor),
                        std::nullopt};
  }
  return std::nullopt;
}

}  // namespace

std::optional<CallEstimate> EstimateLibraryCall(const EstimatedCall& given, const SizeSource& sizes) {
  const LibraryCall call(given, sizes);
  const std::optional<CallEstimate> found = call.OfList();
  return found ? found : call.OfKubernetes();
}

}  // namespace kval::cel
