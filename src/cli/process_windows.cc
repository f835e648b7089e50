#include <windows.h>
// After <windows.h>.
#include <shellapi.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "src/cli/process.h"
#include "src/support/file_calls.h"
#include "src/support/native_path.h"
#include "src/support/wide_text.h"

namespace kval::cli {
namespace {

bool IsTerminal(DWORD stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(::GetStdHandle(stream), &mode) != 0;
}

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Returns a path with `/`, or the text itself if it is none.
std::string ConvertPath(const std::string& text) {
  std::string path = text;
  std::replace(path.begin(), path.end(), '\\', '/');
  if (path.size() > 2 && IsLetter(path[0]) && path[1] == ':' && path[2] == '/') {
    return "/" + path;
  }
  const size_t end = path.rfind('/');
  FileStatus status;
  const bool is_path = path != text && end > 0 && end != std::string::npos &&
                       GetStatus(path.substr(0, end), Links::kFollow, status) &&
                       status.type == FileType::kDirectory;
  return is_path ? path : text;
}

std::string ConvertArgument(const std::string& argument) {
  const size_t equals = argument.starts_with("-") ? argument.find('=') : std::string::npos;
  return equals == std::string::npos
             ? ConvertPath(argument)
             : argument.substr(0, equals + 1) + ConvertPath(argument.substr(equals + 1));
}

}  // namespace

// Colors need the console's interpretation of escape sequences. What descriptors refer to needs no care: no
// other file becomes a standard stream.
void PrepareProcess() {
  for (const DWORD stream : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
    HANDLE handle = ::GetStdHandle(stream);
    DWORD mode = 0;
    if (::GetConsoleMode(handle, &mode) != 0) {
      ::SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
  }
}

ProcessEnvironment ReadEnvironment() {
  ProcessEnvironment environment;
  auto variables = std::make_shared<std::vector<std::string>>();
  wchar_t* block = ::GetEnvironmentStringsW();
  for (const wchar_t* variable = block; variable != nullptr && *variable != L'\0';
       variable += std::wstring_view(variable).size() + 1) {
    variables->push_back(ToUtf8(variable));
  }
  ::FreeEnvironmentStringsW(block);
  environment.variables = std::move(variables);
  environment.stdout_is_terminal = IsTerminal(STD_OUTPUT_HANDLE);
  environment.stderr_is_terminal = IsTerminal(STD_ERROR_HANDLE);
  std::error_code error;
  environment.directory = PathText(std::filesystem::current_path(error));
  CONSOLE_SCREEN_BUFFER_INFO screen{};
  if (environment.stdout_is_terminal &&
      ::GetConsoleScreenBufferInfo(::GetStdHandle(STD_OUTPUT_HANDLE), &screen) != 0) {
    environment.terminal_width = static_cast<uint32_t>(screen.srWindow.Right - screen.srWindow.Left + 1);
  }
  return environment;
}

std::vector<std::string> ReadArguments(int, char**) {
  int count = 0;
  wchar_t** wide = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  std::vector<std::string> arguments;
  for (int i = 1; wide != nullptr && i < count; ++i) {
    arguments.push_back(ConvertArgument(ToUtf8(wide[i])));
  }
  ::LocalFree(static_cast<void*>(wide));
  return arguments;
}

}  // namespace kval::cli
