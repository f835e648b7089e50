#include "src/helm/functions/descriptions.h"

#include <algorithm>

namespace kval::helm::functions {
namespace {

constexpr FunctionDescription kDescriptions[] = {
#define KVAL_DESCRIPTION(name, parameters, text) {#name, parameters, text},
#include "src/helm/functions/descriptions.def"
#undef KVAL_DESCRIPTION
};

}  // namespace

std::span<const FunctionDescription> Descriptions() {
  return kDescriptions;
}

const FunctionDescription* FindDescription(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kDescriptions), std::end(kDescriptions),
                   [name](const FunctionDescription& description) { return description.name == name; });
  return found == std::end(kDescriptions) ? nullptr : found;
}

}  // namespace kval::helm::functions
