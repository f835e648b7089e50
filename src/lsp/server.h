#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lsp/client_capabilities.h"
#include "src/lsp/diagnostic_pulls.h"
#include "src/lsp/open_documents.h"
#include "src/lsp/published_diagnostics.h"
#include "src/lsp/schema_query.h"

namespace kval::lsp {

// A language server (Language Server Protocol 3.17) without input and output: it consumes and produces
// messages; its owner runs the requested checks. Independent of the kinds of files that are checked.
//
// Features: diagnostics while typing (incremental sync), also for files that are not open; fixes as code
// actions; the rule's page in hover over a diagnostic, below the declaration of the value;
// `kval/validatedBy`, which names the schema of a document and the reason; symbols, foldings and other
// structure of documents. Positions are counted in bytes or in UTF-16 code units, as the client prefers.
// An answer never belongs to another version of a document than its request.
//
// Errors: an invalid message gets an error response, or is dropped if no response is expected; the state does
// not change. Threads: one.
class Server {
 public:
  struct Settings {
    std::string version;
    // Returns the page about a rule, in Markdown; empty for an unknown rule.
    std::function<std::string_view(std::string_view code)> rule_page;
    // Whether a comment may ignore the rule.
    std::function<bool(std::string_view code)> may_ignore;
  };
  explicit Server(Settings settings) : settings_(std::move(settings)) {}

  // Takes one message.
  void Take(std::string_view message);
  // Returns the messages to send, with headers.
  std::string TakeOutput();

  // Whether documents, or files they depend on, may have changed since the last check started.
  bool needs_check() const { return needs_check_ && state_ == State::kRunning; }
  // Starts a check. Returns the open documents by absolute path.
  std::map<std::string, std::string> BeginCheck();
  // The workspace directories: absolute paths.
  const std::vector<std::string>& directories() const { return directories_; }
  // Ends a check; `lines` are its diagnostics in the format `-o lsp`.
  void EndCheck(std::string_view lines);
  // Ends a failed check: published diagnostics are kept, and the client shows the reason, once until a check
  // succeeds.
  void FailCheck(std::string_view why);

  // The request that waits for an answer; null if there is none. Answer with the JSON result, `null`, or
  // RejectedResult (results.h). A
  // request whose document changes is rejected: then another one, or none, waits.
  const SchemaQuery* pending_query() const {
    return pending_.empty() ? nullptr : &pending_.front().pending_query;
  }
  void AnswerQuery(std::string_view result);
  // The open documents. Their encoding is that of all positions in messages; the owner converts positions in
  // queries and results.
  const OpenDocuments& documents() const { return open_; }

  // Whether the client requested the end of the process (`exit`).
  bool has_ended() const { return state_ == State::kEnded; }
  // Returns whether the client sent `shutdown` before `exit`.
  bool was_shut_down() const { return was_shut_down_; }

 private:
  enum class State : uint8_t { kNew, kRunning, kShutDown, kEnded };
  struct Call;
  struct Method;
  static const Method kMethods[];

  void Initialize(const Call& call);
  void Initialized(const Call& call);
  void End(const Call& call);
  void Open(const Call& call);
  void Change(const Call& call);
  void Close(const Call& call);
  void ChangeDirectories(const Call& call);
  void CheckAgain(const Call& call);
  void OfferActions(const Call& call);
  void Execute(const Call& call);
  void Pull(const Call& call);
  void Hover(const Call& call);
  void Cancel(const Call& call);

  struct PendingQuery {
    std::string id;  // as JSON
    SchemaQuery pending_query;
  };
  void EnqueueQuery(const Call& call, SchemaQuery::QueryKind about, std::string below = {});
  // Rejects waiting requests about a document that changes, or about all of them.
  void RejectStaleQueries(const std::string& path);

  void Answer(const Call& call, std::string_view result);
  void Reject(const Call& call, int code, std::string_view why);
  void Send(std::string_view message);

  Settings settings_;
  State state_ = State::kNew;
  bool was_shut_down_ = false;
  ClientCapabilities client_;
  bool needs_check_ = false;
  bool has_failed_ = false;  // the last check
  bool is_current_ = false;  // published diagnostics match the current documents
  std::vector<std::string> directories_;
  OpenDocuments open_;
  std::deque<PendingQuery> pending_;
  uint64_t last_query_ = 0;
  PublishedDiagnostics published_;
  DiagnosticPulls pulls_;
  std::string output_;
};

}  // namespace kval::lsp
