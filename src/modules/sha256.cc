#include <mbedtls/sha256.h>

#include <array>

#include "src/modules/builders.h"
#include "src/modules/hex.h"
#include "src/modules/native.h"
#include "src/support/check.h"

// Source: ytt pkg/yttlibrary/sha256.go.
namespace kval::modules {
namespace {

Outcome<Value> RunSum(const Call& call, std::string_view text) {
  // Mixing takes longer than looking at each byte, which is counted for every text.
  if (Status spent = call.interpreter.Spend(2 * text.size()); !spent.ok()) {
    return spent.Pass();
  }
  std::array<unsigned char, 32> sum;
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  KVAL_CHECK(mbedtls_sha256_ret(bytes, text.size(), sum.data(), 0) == 0);
  return NewText(call, HexText(sum));
}

}  // namespace

starlark::Module* MakeSha256(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("sha256");
  DefineText(build.heap, *module, "sum", RunSum);
  return module;
}

}  // namespace kval::modules
