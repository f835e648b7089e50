#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/helm/context.h"

// The values of Helm's command line. Source: helm pkg/strvals/parser.go, literal_parser.go; the order among
// the flags and files is in user_values.h.
namespace kval::helm {

enum class SetKind : uint8_t { kJson, kSet, kString, kFile, kLiteral };

// One flag: `a.b=1,c[0].d=x,e={1,2},f\.g=null`.
struct SetFlag {
  SetKind kind;
  std::string text;
  source::Span place = {};  // its source if it is not a command-line flag
  bool is_secret = false;   // the flag comes from a Secret
};

// `--set`, `--set-json` …
std::string_view FlagName(SetKind kind);

// Applies the flag's assignments to `values` in place, as Helm does: commas and `\`, growing lists, created
// maps. Returns false after reporting an error; assignments before it are applied.
bool ApplySet(const SetFlag& flag, Table& values, HelmContext& context);

}  // namespace kval::helm
