#include <string>

#include "src/lang/cel/library/library.h"

// apiserver, pkg/cel/library/jsonpatch.go. Only an environment with Extension::kPatches knows them.
namespace kval::cel {
namespace {

// A key as a part of a JSON Pointer (RFC 6901).
Value EscapeKey(Call& call) {
  std::string escaped;
  for (const char c : call.args[0].text()) {
    if (c == '/' || c == '~') {
      escaped += c == '/' ? "~1" : "~0";
    } else {
      escaped += c;
    }
  }
  return call.context.NewString(escaped);
}

constexpr LibraryEntry kPatchesEntries[] = {
    {"jsonpatch.escapeKey", false, "string -> string", EscapeKey, CostOfPass},
};

}  // namespace

std::span<const LibraryEntry> PatchFunctions() {
  return kPatchesEntries;
}

}  // namespace kval::cel
