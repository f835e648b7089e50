// What calls of the language's own functions cost: cel-go, checker/cost.go, functionCost.

#include <algorithm>
#include <initializer_list>

#include "src/lang/cel/estimator.h"

namespace kval::cel {
namespace {

constexpr double kTextFactor = 0.1;
constexpr double kRegexFactor = 0.25;

bool MayBe(const Type& type, TypeKind kind) {
  return type.kind == kind || type.kind == TypeKind::kDyn || type.kind == TypeKind::kParameter;
}

bool IsOneOf(const Type& type, std::initializer_list<TypeKind> kinds) {
  return std::find(kinds.begin(), kinds.end(), type.kind) != kinds.end();
}

SizeRange KnownSize(const std::optional<SizeRange>& size) {
  return size.value_or(SizeRange());
}

CallEstimate OfOrder(const EstimatedCall& given) {
  const Type& left = *given.args[0].type;
  const Type& right = *given.args[1].type;
  const auto is_text = [](const Type& type) { return IsOneOf(type, {TypeKind::kString, TypeKind::kBytes}); };
  const auto is_any = [](const Type& type) { return IsOneOf(type, {TypeKind::kDyn, TypeKind::kParameter}); };
  const bool may_be_text = (is_text(left) || is_any(left)) && (is_text(right) || is_any(right));
  const uint64_t size = std::min(KnownSize(given.args[0].size).max, KnownSize(given.args[1].size).max);
  const uint64_t least = is_text(left) || is_text(right) ? 0 : 1;
  return {may_be_text ? std::max(least, Scaled(size, kTextFactor)) : 1, std::nullopt};
}

std::optional<CallEstimate> OfText(const EstimatedCall& given) {
  const std::string_view name = given.call.name;
  const bool is_member = given.target != nullptr;
  const auto target = [&] { return KnownSize(given.target->size); };
  const auto arg = [&](size_t i) { return KnownSize(given.args[i].size); };
  if (is_member && name == "format") {
    return CallEstimate{Scaled(target().max, kTextFactor), std::nullopt};
  }
  if (!is_member && name == "bytes" && MayBe(*given.args[0].type, TypeKind::kString)) {
    return CallEstimate{std::max<uint64_t>(Scaled(arg(0).max, kTextFactor),
                                           given.args[0].type->kind == TypeKind::kString ? 0 : 1),
                        SizeRange{arg(0).min, arg(0).max * 4}};
  }
  if (!is_member && name == "string" && MayBe(*given.args[0].type, TypeKind::kBytes)) {
    return CallEstimate{std::max<uint64_t>(Scaled(arg(0).max, kTextFactor),
                                           given.args[0].type->kind == TypeKind::kBytes ? 0 : 1),
                        SizeRange{arg(0).min / 4, arg(0).max}};
  }
  if (!is_member && name == "strings.quote") {
    return CallEstimate{Scaled(arg(0).max, kTextFactor), SizeRange{arg(0).min + 2, arg(0).max * 2 + 2}};
  }
  if (is_member && (name == "startsWith" || name == "endsWith")) {
    return CallEstimate{Scaled(arg(0).max, kTextFactor), std::nullopt};
  }
  if (is_member && name == "matches") {
    // An empty text does not make an expensive pattern cheap.
    return CallEstimate{
        CappedProduct(Scaled(CappedSum(target().max, 1), kTextFactor), Scaled(arg(0).max, kRegexFactor)),
        std::nullopt};
  }
  if (is_member && name == "contains") {
    return CallEstimate{CappedProduct(Scaled(target().max, kTextFactor), Scaled(arg(0).max, kTextFactor)),
                        std::nullopt};
  }
  return std::nullopt;
}

}  // namespace

// Estimates of libraries override those of the language.
CallEstimate Estimator::OfCall(const EstimatedCall& given) {
  if (std::optional<CallEstimate> found = EstimateLibraryCall(given, sizes_)) {
    found->cost = CappedSum(found->cost, given.cost_sum);
    return *found;
  }
  return OfOperator(given);
}

CallEstimate Estimator::OfOperator(const EstimatedCall& given) {
  const std::string_view name = given.call.name;
  if (name == "_&&_" || name == "_||_") {
    return {given.cost_sum, std::nullopt};
  }
  if (name == "_?_:_") {
    return OfConditional(given);
  }
  CallEstimate found;
  if (name == "_+_") {
    found = OfSum(given);
  } else if (name == "_<_" || name == "_<=_" || name == "_>_" || name == "_>=_") {
    found = OfOrder(given);
  } else if (name == "_==_" || name == "_!=_") {
    const uint64_t size = std::min(KnownSize(given.args[0].size).max, KnownSize(given.args[1].size).max);
    found.cost = Scaled(size, kTextFactor);
  } else if (name == "@in" && MayBe(*given.args[1].type, TypeKind::kList)) {
    found.cost = std::max<uint64_t>(KnownSize(given.args[1].size).max,
                                    given.args[1].type->kind == TypeKind::kList ? 0 : 1);
  } else {
    found = OfText(given).value_or(CallEstimate());
  }
  found.cost = CappedSum(found.cost, given.cost_sum);
  return found;
}

CallEstimate Estimator::OfConditional(const EstimatedCall& given) {
  const auto entry = [&](size_t i) { return EntrySizeOf(*given.args[i].expr); };
  SetEntrySize(given.call, UnionOf(entry(1), entry(2)));
  return {CappedSum(given.costs[0], std::max(given.costs[1], given.costs[2])),
          Union(KnownSize(given.args[1].size), KnownSize(given.args[2].size))};
}

CallEstimate Estimator::OfSum(const EstimatedCall& given) {
  const Type& left = *given.args[0].type;
  const Type& right = *given.args[1].type;
  const auto may_be = [&](TypeKind kind) { return MayBe(left, kind) && MayBe(right, kind); };
  const bool is_text = may_be(TypeKind::kString) || may_be(TypeKind::kBytes);
  if (!is_text && !may_be(TypeKind::kList)) {
    return {};
  }
  const SizeRange size = Sum(KnownSize(given.args[0].size), KnownSize(given.args[1].size));
  SetEntrySize(given.call, UnionOf(EntrySizeOf(*given.args[0].expr), EntrySizeOf(*given.args[1].expr)));
  // Values that are not, or may not be, strings cost 1.
  const uint64_t least = left.kind == TypeKind::kDyn || !is_text ? 1 : 0;
  return {is_text ? std::max(least, Scaled(size.max, kTextFactor)) : 1, size};
}

std::optional<Estimator::EntrySize> Estimator::UnionOf(const std::optional<EntrySize>& a,
                                                       const std::optional<EntrySize>& b) {
  if (!a || !b) {
    return std::nullopt;
  }
  return EntrySize{a->container, Union(a->key, b->key), Union(a->value, b->value)};
}

}  // namespace kval::cel
