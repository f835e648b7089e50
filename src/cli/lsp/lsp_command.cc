#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/deadline.h"
#include "src/cli/lsp/wait_for_streams.h"
#include "src/cli/lsp/work.h"
#include "src/cli/subprocess.h"
#include "src/cli/usage.h"
#include "src/cli/version.h"
#include "src/diag/kind.h"
#include "src/explain/page.h"
#include "src/lsp/base_protocol.h"
#include "src/lsp/server.h"
#include "src/output/write_all.h"
#include "src/source/file_reader.h"
#include "src/support/file_calls.h"

// `kval lsp`: a language server on standard input and output. Each check runs in its own process, which
// limits and bugs end without affecting the server, and which is killed when the document changes.
namespace kval::cli {
namespace {

// Editors send every keystroke.
constexpr int kQuietMilliseconds = 20;
constexpr int kStandardInput = 0;
// The time of a check and of an answer: input that needs more is not checked while it is edited.
constexpr std::string_view kDefaultTimeout = "30s";
// The largest text that is read, escaped as JSON.
constexpr size_t kMostMessageBytes = size_t{256} << 20;

std::string_view PageOfRule(std::string_view code) {
  const diag::KindEntry* entry = diag::FindKind(code);
  return entry == nullptr ? std::string_view() : explain::PageOf(entry->kind);
}

// Whether a comment may ignore the rule.
bool MayIgnore(std::string_view code) {
  const diag::KindEntry* entry = diag::FindKind(code);
  return entry != nullptr && diag::CategoryOf(entry->kind).may_be_ignored;
}

using Clock = std::chrono::steady_clock;

class Loop {
 public:
  // `timeout`: of each check and each answer; none if it is zero.
  Loop(const ProcessEnvironment& environment, std::chrono::milliseconds timeout)
      : environment_(environment),
        timeout_(timeout),
        server_({kVersion, PageOfRule, MayIgnore}),
        frames_(kMostMessageBytes) {}

  int Run(CommandOutput& output) {
    while (!server_.has_ended()) {
      const std::array<int, 3> streams = {kStandardInput, check_.stream(), answer_.stream()};
      const std::optional<unsigned> ready = WaitForStreams(streams, MostToWait());
      if (!ready) {
        return kUnusable;
      }
      EndLateOnes();
      if (*ready == 0 && server_.needs_check()) {
        Check();
      }
      if ((*ready & 1U) != 0 && !Read(output)) {
        return kUnusable;
      }
      if ((*ready & 2U) != 0 && check_.is_running()) {
        TakeFound();
      }
      if ((*ready & 4U) != 0 && answer_.is_running() && answer_.Take()) {
        server_.AnswerQuery(answer_.status() == kOk ? answer_.text() : "null");
      }
      if (server_.pending_query() != nullptr && !answer_.is_running()) {
        Answer();
      }
      if (!Write()) {
        return kUnusable;  // the client is gone
      }
    }
    return server_.was_shut_down() ? kOk : kFindings;
  }

 private:
  // Milliseconds until something must be done that no stream announces; -1 if there is nothing.
  int MostToWait() const {
    int64_t most = server_.needs_check() ? kQuietMilliseconds : std::numeric_limits<int>::max();
    for (const auto& [work, end] : {std::pair(&check_, check_end_), std::pair(&answer_, answer_end_)}) {
      if (work->is_running() && timeout_.count() > 0) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        most = std::min(most, std::max<int64_t>(0, left));
      }
    }
    return most == std::numeric_limits<int>::max() ? -1 : static_cast<int>(most);
  }

  // Ends the check and the answer that take longer than they may.
  void EndLateOnes() {
    const auto is_late = [this](const Subprocess& work, Clock::time_point end) {
      return work.is_running() && timeout_.count() > 0 && Clock::now() >= end;
    };
    if (is_late(check_, check_end_)) {
      check_.Kill();
      server_.FailCheck(
          "kval: the check exceeded its time limit, so its result is missing; `kval lsp --timeout` sets the "
          "limit");
    }
    if (is_late(answer_, answer_end_)) {
      answer_.Kill();
      server_.AnswerQuery("null");
    }
  }

  // Stops work for a request that was rejected.
  void StopStaleAnswer() {
    const lsp::SchemaQuery* query = server_.pending_query();
    if (answer_.is_running() && (query == nullptr || query->number != answered_query_)) {
      answer_.Kill();
    }
  }

  // False at the end of the input, or where it makes no sense any more.
  bool Read(CommandOutput& output) {
    std::array<char, 65536> piece;
    const ptrdiff_t size = ReadSome(kStandardInput, piece.data(), piece.size());
    if (size <= 0) {
      return false;
    }
    frames_.Add({piece.data(), static_cast<size_t>(size)});
    while (!server_.has_ended()) {
      Result<std::optional<std::string>> message = frames_.Next();
      if (!message) {
        output.err += "kval: " + message.failure().message + "\n";
        return false;
      }
      if (!*message) {
        break;
      }
      server_.Take(**message);
    }
    if (server_.needs_check()) {
      check_.Kill();
    }
    StopStaleAnswer();
    return true;
  }

  OpenDocuments Opened() const {
    OpenDocuments opened;
    opened.directories = server_.directories();
    opened.counts_bytes = server_.documents().encoding() == lsp::PositionEncoding::kUtf8;
    for (const auto& [path, document] : server_.documents().strings()) {
      opened.strings.emplace(path, document.text);
      opened.languages.emplace(path, document.language);
      opened.uris.emplace(path, document.uri);
      opened.versions.emplace(path, document.version);
      opened.revisions.emplace(path, std::to_string(document.revision));
    }
    return opened;
  }

  bool Start(Subprocess& process, const LspWork& work) {
    return process.Start({.run = [&] { return RunLspWork(work, reuse_, environment_); },
                          .input = [&] { return EncodeLspWork(work, reuse_); }});
  }

  void Check() {
    server_.BeginCheck();
    check_end_ = Clock::now() + timeout_;
    if (!Start(check_, {Opened(), std::nullopt})) {
      server_.FailCheck("kval: cannot start another process: nothing was checked");
    }
  }

  void Answer() {
    answered_query_ = server_.pending_query()->number;
    answer_end_ = Clock::now() + timeout_;
    if (!Start(answer_, {Opened(), *server_.pending_query()})) {
      server_.AnswerQuery("null");
    }
  }

  void TakeFound() {
    if (!check_.Take()) {
      return;
    }
    std::optional<LspCheckResult> result =
        check_.status() == kOk ? DecodeCheckResult(check_.text()) : std::nullopt;
    if (result) {
      server_.EndCheck(result->lines);
      Update(std::move(result->changed), Opened(), reuse_);
    } else {
      server_.FailCheck("kval: the check was aborted (see the standard error of the server)");
    }
  }

  bool Write() {
    const std::string text = server_.TakeOutput();
    return text.empty() || output::WriteAll(output::kStandardOutput, text);
  }

  const ProcessEnvironment& environment_;
  std::chrono::milliseconds timeout_;
  lsp::Server server_;
  lsp::MessageReader frames_;
  Subprocess check_, answer_;
  CheckReuse reuse_;             // results of earlier checks
  uint64_t answered_query_ = 0;  // the number of the request that `answer_` is about
  Clock::time_point check_end_, answer_end_;
};

// Runs one task of another process's language server (Subprocess).
int RunWorker(const ProcessEnvironment& environment, CommandOutput& output) {
  const Result<std::string> input = source::DiskFileReader().Read("-");
  CheckReuse reuse;
  const std::optional<LspWork> work = input ? DecodeLspWork(*input, reuse) : std::nullopt;
  return work ? RunLspWork(*work, reuse, environment)
              : ReportUsageError(output,
                                 "--worker reads a task that a language server of the same version wrote");
}

}  // namespace

RunCommand DeclareLsp(CommandApp& app) {
  auto stdio = std::make_shared<bool>(false);
  auto timeout = std::make_shared<std::string>(kDefaultTimeout);
  auto is_worker = std::make_shared<bool>(false);
  app.add_flag("--stdio", *stdio, "use standard input and output; this is the default");
  app.add_option("--timeout", *timeout,
                 "TIME: end a check after it, 90s or 2m; 0 for no limit (default: 30s)");
  app.add_flag("--worker", *is_worker, "run one task of a language server (standard input)")->group("");
  return [stdio, timeout, is_worker](const ProcessEnvironment& environment, CommandOutput& output) {
    if (*is_worker) {
      return RunWorker(environment, output);
    }
    const Result<std::chrono::milliseconds> limit = ParseDuration(*timeout);
    return limit ? Loop(environment, *limit).Run(output) : ReportUsageError(output, limit.failure().message);
  };
}

}  // namespace kval::cli
