#include <windows.h>

#include "src/support/host_name.h"
#include "src/support/wide_text.h"

namespace kval {

std::string GetHostName() {
  wchar_t name[256] = {};
  DWORD size = 256;
  return ::GetComputerNameExW(ComputerNameDnsHostname, name, &size) != 0 ? ToUtf8({name, size})
                                                                         : std::string();
}

}  // namespace kval
