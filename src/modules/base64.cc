#include <optional>

#include "src/modules/builders.h"
#include "src/modules/documented.h"
#include "src/modules/native.h"
#include "src/support/base64.h"

// RFC 4648 with the variants of Go's encoding/base64, whose errors these are.
namespace kval::modules {
namespace {

constexpr std::string_view kDoc =
    "Decodable base64: text in base64 (RFC 4648, section 4), for example a3ZhbA==";

Outcome<Base64> SpellingOf(const Call& call) {
  Base64 spelling;
  Outcome<bool> url = BoolKeyword(call, "url", false);
  Outcome<bool> raw = BoolKeyword(call, "raw", false);
  Outcome<bool> strict = BoolKeyword(call, "strict", false);
  for (Outcome<bool>* flag : {&url, &raw, &strict}) {
    if (!flag->ok()) {
      return flag->Pass();
    }
  }
  spelling.is_url = *url;
  spelling.padding = *raw ? Base64::Padding::kNone : Base64::Padding::kRequired;
  spelling.is_strict = *strict;
  return spelling;
}

Outcome<Value> RunEncode(const Call& call, std::string_view text) {
  Outcome<Base64> spelling = SpellingOf(call);
  if (!spelling.ok()) {
    return spelling.Pass();
  }
  return NewText(call, EncodeBase64(text, *spelling));
}

Outcome<Value> RunDecode(const Call& call, std::string_view text) {
  Outcome<Base64> spelling = SpellingOf(call);
  if (!spelling.ok()) {
    return spelling.Pass();
  }
  std::string out;
  if (const std::optional<size_t> error = DecodeBase64(text, out, *spelling)) {
    return EvalFailure("illegal base64 data at input byte " + std::to_string(*error));
  }
  return NewText(call, std::move(out));
}

bool IsDecodable(starlark::Interpreter& /*interpreter*/, std::string_view text) {
  std::string out;
  return !DecodeBase64(text, out).has_value();
}

}  // namespace

starlark::Module* MakeBase64(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("base64");
  DefineText(build.heap, *module, "encode", RunEncode);
  DefineText(build.heap, *module, "decode", RunDecode);
  DefinePredicate(build.heap, *module, "decodable", kDoc, IsDecodable);
  return module;
}

}  // namespace kval::modules
