#include "src/kubernetes/admission/server_knowledge.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "src/support/check.h"

namespace kval::kubernetes {
namespace {

constexpr std::array<cel::Error, std::size(kServerKnowledge)> kUnknown = {
    {{kServerKnowledge[0], 0, false, true},
     {kServerKnowledge[1], 0, false, true},
     {kServerKnowledge[2], 0, false, true},
     {kServerKnowledge[3], 0, false, true},
     {kServerKnowledge[4], 0, false, true},
     {kServerKnowledge[5], 0, false, true, true},
     {kServerKnowledge[6], 0, false, true},
     {kServerKnowledge[7], 0, false, true},
     {kServerKnowledge[8], 0, false, true},
     {kServerKnowledge[9], 0, false, true},
     {kServerKnowledge[10], 0, false, true}}};

}  // namespace

cel::Value UnknownValue(ServerKnowledge what) {
  return cel::Value::OfError(&kUnknown[static_cast<size_t>(what)]);
}

ServerKnowledge KnowledgeOf(const cel::Error& unknown) {
  const auto* const found =
      std::find(std::begin(kServerKnowledge), std::end(kServerKnowledge), unknown.message);
  KVAL_CHECK(found != std::end(kServerKnowledge));
  return static_cast<ServerKnowledge>(found - std::begin(kServerKnowledge));
}

const value::Value& GeneratedValue() {
  static const value::Value generated{};
  return generated;
}

}  // namespace kval::kubernetes
