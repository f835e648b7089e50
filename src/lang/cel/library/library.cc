#include "src/lang/cel/library/library.h"

namespace kval::cel {
namespace {

constexpr Library kLibraries[] = {
    Operators,         Conversions,       TimeFunctions,   StringFunctions,
    StringFormat,      ListFunctions,     SetFunctions,    MapFunctions,
    RegexFunctions,    OptionalFunctions, UrlFunctions,    NetworkFunctions,
    QuantityFunctions, SemverFunctions,   FormatFunctions, AuthorizationFunctions,
    PatchFunctions,    KyvernoFunctions,  MathFunctions,
};

}  // namespace

std::span<const Library> AllLibraries() {
  return kLibraries;
}

uint64_t CostOfPass(const Call& call, const Value&) {
  return PassCost(SizeForCost(call.args[0]));
}

uint64_t CostOfTwoPasses(const Call& call, const Value&) {
  return PassCost(SizeForCost(call.args[0]), 0.2);
}

uint64_t CostOfRegex(const Call& call, const Value&) {
  return PassCost(1 + SizeForCost(call.args[0])) * PassCost(SizeForCost(call.args[1]), 0.25);
}

}  // namespace kval::cel
