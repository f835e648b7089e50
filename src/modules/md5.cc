#include <mbedtls/md5.h>

#include <array>

#include "src/modules/builders.h"
#include "src/modules/hex.h"
#include "src/modules/native.h"
#include "src/support/check.h"

// Source: ytt pkg/yttlibrary/md5.go.
namespace kval::modules {
namespace {

Outcome<Value> RunSum(const Call& call, std::string_view text) {
  std::array<unsigned char, 16> sum;
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  KVAL_CHECK(mbedtls_md5_ret(bytes, text.size(), sum.data()) == 0);
  return NewText(call, HexText(sum));
}

}  // namespace

starlark::Module* MakeMd5(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("md5");
  DefineText(build.heap, *module, "sum", RunSum);
  return module;
}

}  // namespace kval::modules
