#include <windows.h>
// After <windows.h>.
#include <aclapi.h>

#include <array>

#include "src/source/file_owner.h"
#include "src/support/wide_text.h"

namespace kval::source {
namespace {

// Whether the user is `owner`, or a member of it: administrators own files as their group.
bool IsUser(PSID owner) {
  BOOL is_member = FALSE;
  if (::CheckTokenMembership(nullptr, owner, &is_member) != 0 && is_member != FALSE) {
    return true;
  }
  HANDLE token = nullptr;
  alignas(TOKEN_USER) std::array<std::byte, 256> buffer{};
  DWORD size = 0;
  const bool is_read =
      ::OpenProcessToken(::GetCurrentProcess(), TOKEN_QUERY, &token) != 0 &&
      ::GetTokenInformation(token, TokenUser, buffer.data(), static_cast<DWORD>(buffer.size()), &size) != 0;
  if (token != nullptr) {
    ::CloseHandle(token);
  }
  return is_read && ::EqualSid(owner, reinterpret_cast<TOKEN_USER*>(buffer.data())->User.Sid) != 0;
}

}  // namespace

bool IsOwnedByUser(const std::string& path) {
  const std::wstring system = ToSystemPath(path);
  PSID owner = nullptr;
  PSECURITY_DESCRIPTOR descriptor = nullptr;
  const DWORD error =
      system.empty() ? ERROR_FILE_NOT_FOUND
                     : ::GetNamedSecurityInfoW(system.c_str(), SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION,
                                               &owner, nullptr, nullptr, nullptr, &descriptor);
  if (error != ERROR_SUCCESS) {
    return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
  }
  const bool is_own = ::IsWellKnownSid(owner, WinBuiltinAdministratorsSid) != 0 ||
                      ::IsWellKnownSid(owner, WinLocalSystemSid) != 0 || IsUser(owner);
  ::LocalFree(descriptor);
  return is_own;
}

}  // namespace kval::source
