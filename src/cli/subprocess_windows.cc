#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <string>
#include <vector>

#include "src/cli/subprocess.h"
#include "src/output/write_all.h"
#include "src/support/file_calls.h"
#include "src/support/wide_text.h"

namespace kval::cli {
namespace {

// The exit code of a child that was killed.
constexpr UINT kKilled = 0x4B4C;

HANDLE HandleOf(intptr_t process) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a handle that is kept as a number.
  return reinterpret_cast<HANDLE>(process);
}

// A pipe whose one end the child inherits.
struct Pipe {
  HANDLE read = nullptr, write = nullptr;

  bool Open(HANDLE Pipe::*inherited) {
    SECURITY_ATTRIBUTES attributes{sizeof(attributes), nullptr, FALSE};
    return ::CreatePipe(&read, &write, &attributes, 0) != 0 &&
           ::SetHandleInformation(this->*inherited, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT) != 0;
  }
  void Close(HANDLE Pipe::*end) {
    if (HANDLE handle = this->*end; handle != nullptr) {
      ::CloseHandle(handle);
      this->*end = nullptr;
    }
  }
};

// One argument as programs read it from their command line: a backslash is doubled in front of a quote only.
std::wstring Quoted(const std::string& argument) {
  std::wstring quoted = L"\"";
  size_t backslashes = 0;
  for (const wchar_t c : ToWide(argument)) {
    quoted.append(c == L'"' ? backslashes + 1 : 0, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    quoted += c;
  }
  quoted.append(backslashes, L'\\');
  return quoted + L"\"";
}

std::wstring OwnPath() {
  std::wstring program(32768, L'\0');
  program.resize(::GetModuleFileNameW(nullptr, program.data(), static_cast<DWORD>(program.size())));
  return program;
}

// A program that PATH has; empty if there is none. The working directory is not searched.
std::wstring PathOf(const std::string& name) {
  const std::wstring file = ToWide(name) + L".exe";
  std::wstring directories(32768, L'\0');
  directories.resize(
      ::GetEnvironmentVariableW(L"PATH", directories.data(), static_cast<DWORD>(directories.size())));
  std::wstring program(32768, L'\0');
  program.resize(::SearchPathW(directories.c_str(), file.c_str(), nullptr, static_cast<DWORD>(program.size()),
                               program.data(), nullptr));
  return program;
}

// Starts a program with the pipes; it inherits no other handle but the standard error.
HANDLE StartProgram(const std::wstring& program, const std::vector<std::string>& arguments, HANDLE input,
                    HANDLE output) {
  std::wstring command = L"\"" + program + L"\"";
  for (const std::string& argument : arguments) {
    command += L" " + Quoted(argument);
  }
  HANDLE error = ::GetStdHandle(STD_ERROR_HANDLE);
  std::vector<HANDLE> inherited = {input, output};
  if (::SetHandleInformation(error, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT) != 0) {
    inherited.push_back(error);
  }
  SIZE_T size = 0;
  ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
  std::vector<std::byte> buffer(size);
  auto* list = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(buffer.data());
  STARTUPINFOEXW start{};
  start.StartupInfo.cb = sizeof(start);
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  start.StartupInfo.hStdInput = input;
  start.StartupInfo.hStdOutput = output;
  start.StartupInfo.hStdError = error;
  start.lpAttributeList = list;
  PROCESS_INFORMATION started{};
  const bool is_started =
      ::InitializeProcThreadAttributeList(list, 1, 0, &size) != 0 &&
      ::UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, inherited.data(),
                                  inherited.size() * sizeof(HANDLE), nullptr, nullptr) != 0 &&
      ::CreateProcessW(program.c_str(), command.data(), nullptr, nullptr, TRUE,
                       CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT, nullptr, nullptr, &start.StartupInfo,
                       &started) != 0;
  if (!is_started) {
    return nullptr;
  }
  ::CloseHandle(started.hThread);
  return started.hProcess;
}

int DescriptorOf(HANDLE handle, int flags) {
  return ::_open_osfhandle(reinterpret_cast<intptr_t>(handle), flags | O_BINARY | O_NOINHERIT);
}

struct Started {
  HANDLE process = nullptr;
  int output = -1;
};

// Starts a program and writes its standard input.
Started StartWith(const std::wstring& program, const std::vector<std::string>& arguments,
                  const std::string& text) {
  Pipe input;
  Pipe output;
  const bool is_open = input.Open(&Pipe::read) && output.Open(&Pipe::write);
  HANDLE process = is_open ? StartProgram(program, arguments, input.read, output.write) : nullptr;
  input.Close(&Pipe::read);
  output.Close(&Pipe::write);
  if (process == nullptr) {
    input.Close(&Pipe::write);
    output.Close(&Pipe::read);
    return {};
  }
  const int descriptor = DescriptorOf(input.write, O_WRONLY);
  output::WriteAll(descriptor, text);
  CloseDescriptor(descriptor);
  return {process, DescriptorOf(output.read, O_RDONLY)};
}

}  // namespace

// The worker reads all of its input before it writes. If it ends early, so does its output.
bool Subprocess::Start(const Work& work) {
  Kill();
  const Started started = StartWith(OwnPath(), {"lsp", "--worker"}, work.input());
  Begin(reinterpret_cast<intptr_t>(started.process), started.output);
  return is_running();
}

bool Subprocess::Start(const std::vector<std::string>& words) {
  Kill();
  const std::wstring program = PathOf(words[0]);
  if (program.empty()) {
    text_.clear();
    status_ = kNotFound;
    return true;
  }
  const Started started = StartWith(program, {words.begin() + 1, words.end()}, {});
  Begin(reinterpret_cast<intptr_t>(started.process), started.output);
  return is_running();
}

void Subprocess::Terminate(intptr_t process) {
  ::TerminateProcess(HandleOf(process), kKilled);
}

std::optional<int> Subprocess::AwaitEnd(intptr_t process) {
  DWORD code = kKilled;
  ::WaitForSingleObject(HandleOf(process), INFINITE);
  ::GetExitCodeProcess(HandleOf(process), &code);
  ::CloseHandle(HandleOf(process));
  // Exceptions that ended it have large codes.
  return code <= 0xFF ? std::optional<int>(static_cast<int>(code)) : std::nullopt;
}

}  // namespace kval::cli
