#include "src/lang/cel/library/library.h"

// apiserver, pkg/cel/library/authz.go: declared so that these functions are known. Rules of
// CustomResourceDefinitions have no authorizer, so they cannot be called.
namespace kval::cel {
namespace {

Value Unavailable(Call& call) {
  return call.context.NoSuchOverload();
}

constexpr LibraryEntry kAuthorizationEntries[] = {
    {"path", true, "authorizer, string -> path_check", Unavailable},
    {"check", true, "path_check, string -> decision | resource_check, string -> decision", Unavailable},
    {"group", true, "authorizer, string -> group_check", Unavailable},
    {"serviceAccount", true, "authorizer, string, string -> authorizer", Unavailable},
    {"resource", true, "group_check, string -> resource_check", Unavailable},
    {"subresource", true, "resource_check, string -> resource_check", Unavailable},
    {"namespace", true, "resource_check, string -> resource_check", Unavailable},
    {"name", true, "resource_check, string -> resource_check", Unavailable},
    {"fieldSelector", true, "resource_check, string -> resource_check", Unavailable},
    {"labelSelector", true, "resource_check, string -> resource_check", Unavailable},
    {"errored", true, "decision -> bool", Unavailable},
    {"error", true, "decision -> string", Unavailable},
    {"allowed", true, "decision -> bool", Unavailable},
    {"reason", true, "decision -> string", Unavailable},
};

}  // namespace

std::span<const LibraryEntry> AuthorizationFunctions() {
  return kAuthorizationEntries;
}

}  // namespace kval::cel
