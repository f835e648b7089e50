#include "src/helm/functions/functions.h"

#include <array>
#include <iterator>

#include "src/helm/functions/functions_of.h"
#include "src/helm/functions/go_time.h"

namespace kval::helm::functions {

namespace {

using gotemplate::Function;
using gotemplate::kAnyListListType;
using gotemplate::kAnyListType;
using gotemplate::kAnyType;
using gotemplate::kIntType;
using gotemplate::kStringType;
using gotemplate::kUint32Type;
using gotemplate::Signature;

constexpr Signature kChunkSignature = {{&kIntType, &kAnyType}, false, &kAnyListListType};
constexpr Signature kToTime = {{}, false, &kTimeType};
constexpr Signature kTimeToText = {{&kTimeType}, false, &kStringType};
constexpr Signature kModifySignature = {{&kStringType, &kTimeType}, false, &kTimeType};
constexpr Signature kParseTimeSignature = {{&kStringType, &kStringType}, false, &kTimeType};
constexpr Signature kDerivePasswordSignature = {
    {&kUint32Type, &kStringType, &kStringType, &kStringType, &kStringType}, false, &kStringType};
constexpr Signature kCaSignature = {{&kStringType, &kIntType}, false, &kCertificateType};
constexpr Signature kCaWithKeySignature = {{&kStringType, &kIntType, &kStringType}, false, &kCertificateType};
constexpr Signature kSelfSignedSignature = {
    {&kStringType, &kAnyListType, &kAnyListType, &kIntType}, false, &kCertificateType};
constexpr Signature kSelfSignedWithKeySignature = {
    {&kStringType, &kAnyListType, &kAnyListType, &kIntType, &kStringType}, false, &kCertificateType};
constexpr Signature kSignedSignature = {
    {&kStringType, &kAnyListType, &kAnyListType, &kIntType, &kCertificateType}, false, &kCertificateType};
constexpr Signature kSignedWithKeySignature = {
    {&kStringType, &kAnyListType, &kAnyListType, &kIntType, &kCertificateType, &kStringType},
    false,
    &kCertificateType};
constexpr Signature kCustomCertSignature = {{&kStringType, &kStringType}, false, &kCertificateType};

constexpr Function kFunctions[] = {
#define KVAL_FUNCTION(name, signature, run, source, test) {#name, signature, run},
#include "src/helm/functions/functions.def"
#undef KVAL_FUNCTION
};

constexpr size_t kHelm4Functions = 2;  // the last ones, which Helm 3 does not have

constexpr FunctionInfo kInfos[] = {
#define KVAL_FUNCTION(name, signature, run, source, test) {#name, source, test},
#include "src/helm/functions/functions.def"
#undef KVAL_FUNCTION
};

}  // namespace

std::span<const FunctionInfo> Infos() {
  return kInfos;
}

void AddFunctions(gotemplate::FunctionTable* table, FunctionState* state) {
  const size_t omitted = state->version == Version::kHelm3 ? kHelm4Functions : 0;
  table->Add(std::span(kFunctions).first(std::size(kFunctions) - omitted), state);
}

}  // namespace kval::helm::functions
