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
  source::Span place = {};  // what is answerable for all of it, where it is no flag of the command line
  bool is_secret = false;   // it comes from a Secret
};

// `--set`, `--set-json` …
std::string_view FlagName(SetKind kind);

// Writes what the flag assigns into `values`, in place, as Helm does: by commas and `\`, lists that grow,
// maps that are made. False when Helm refuses the flag, which was reported; what stood before the mistake is
// set then all the same.
bool ApplySet(const SetFlag& flag, Table& values, Context& context);

}  // namespace kval::helm
