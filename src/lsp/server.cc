#include "src/lsp/server.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "src/lsp/base_protocol.h"
#include "src/lsp/capabilities.h"
#include "src/lsp/code_actions.h"
#include "src/lsp/file_uri.h"
#include "src/lsp/json.h"
#include "src/lsp/results.h"

namespace kval::lsp {
namespace {

// JSON-RPC 2.0, section 5.1, and the protocol's own.
constexpr int kParseError = -32700, kInvalidRequest = -32600, kInvalidParams = -32602,
              kMethodNotFound = -32601, kNotInitialized = -32002, kRequestCancelled = -32800,
              kContentModified = -32801, kRequestFailed = -32803;

// Schemas, values and imported files can change on disk.
constexpr std::string_view kWatch =
    R"({"jsonrpc":"2.0","id":"kval-watch","method":"client/registerCapability","params":{"registrations":[)"
    R"({"id":"kval-watch","method":"workspace/didChangeWatchedFiles","registerOptions":{"watchers":[)"
    R"({"globPattern":"**/*.{yml,yaml,json,k,mod,star,txt,tpl,tgz}"},{"globPattern":"**/.kval.yaml"}]}}]}})";

bool Holds(const TextRange& range, TextPosition position) {
  return range.begin <= position && position <= range.end;
}

TextRange RangeOf(const Json* value) {
  return {PositionOf(Member(value, "start")), PositionOf(Member(value, "end"))};
}

// The paths of the protocol's `WorkspaceFolder[]`, or of one URI.
std::vector<std::string> DirectoriesOf(const Json* value) {
  std::vector<std::string> directories;
  const auto add = [&directories](const Json* uri) {
    if (std::optional<std::string> path = PathOf(TextOf(uri).value_or(""))) {
      directories.push_back(path->size() > 1 && path->ends_with('/') ? path->substr(0, path->size() - 1)
                                                                     : *path);
    }
  };
  if (value != nullptr && value->is(json::JsonKind::kArray)) {
    for (const Json& directory : *value) {
      add(Member(&directory, "uri"));
    }
  } else {
    add(value);
  }
  return directories;
}

// The number of spaces of an indentation; 2 if it is unusual.
uint32_t SizeOf(const Json* value) {
  const bool is_digit = value != nullptr && value->is(json::JsonKind::kNumber) &&
                        value->spelling.size() == 1 && value->spelling.front() > '0';
  return is_digit ? static_cast<uint32_t>(value->spelling.front() - '0') : 2;
}

// Requests that another process answers.
constexpr std::pair<std::string_view, SchemaQuery::QueryKind> kQueries[] = {
    {"textDocument/completion", SchemaQuery::QueryKind::kCompletion},
    {"textDocument/definition", SchemaQuery::QueryKind::kDeclaration},
    {"textDocument/declaration", SchemaQuery::QueryKind::kDeclaration},
    {"kval/validatedBy", SchemaQuery::QueryKind::kValidatedBy},
    {"textDocument/codeLens", SchemaQuery::QueryKind::kCodeLenses},
    {"textDocument/references", SchemaQuery::QueryKind::kReferences},
    {"textDocument/prepareRename", SchemaQuery::QueryKind::kPrepareRename},
    {"textDocument/rename", SchemaQuery::QueryKind::kRename},
    {"textDocument/documentSymbol", SchemaQuery::QueryKind::kDocumentSymbols},
    {"workspace/symbol", SchemaQuery::QueryKind::kWorkspaceSymbols},
    {"textDocument/foldingRange", SchemaQuery::QueryKind::kFoldings},
    {"textDocument/selectionRange", SchemaQuery::QueryKind::kSelections},
    {"textDocument/documentHighlight", SchemaQuery::QueryKind::kHighlights},
    {"textDocument/documentLink", SchemaQuery::QueryKind::kLinks},
    {"textDocument/formatting", SchemaQuery::QueryKind::kFormatting},
    {"textDocument/onTypeFormatting", SchemaQuery::QueryKind::kIndentation},
    {"textDocument/semanticTokens/full", SchemaQuery::QueryKind::kSemanticTokens},
    {"textDocument/semanticTokens/range", SchemaQuery::QueryKind::kSemanticTokens},
    {"textDocument/inlayHint", SchemaQuery::QueryKind::kInlayHints},
};

// The id of a request as JSON (JSON-RPC 2.0, section 4): a string, an integer or null.
std::optional<std::string> IdOf(const Json& id) {
  const bool is_integer =
      id.is(json::JsonKind::kNumber) && id.text.find_first_of(".eE") == std::string_view::npos;
  const bool is_id = is_integer || id.is(json::JsonKind::kString) || id.is(json::JsonKind::kNull);
  return is_id ? std::optional(std::string(id.spelling)) : std::nullopt;
}

// The version of a document as JSON.
std::string VersionOf(const Json* params) {
  const Json* version = Member(params, "textDocument", "version");
  const bool is_number = version != nullptr && version->is(json::JsonKind::kNumber);
  return is_number ? std::string(version->spelling) : "null";
}

}  // namespace

// A request, or a notification, which has no id.
struct Server::Call {
  std::string id;  // as JSON; empty: no response is expected
  std::string_view method;
  const Json* params = nullptr;

  // The text that it is about.
  std::string_view uri() const { return TextOf(Member(params, "textDocument", "uri")).value_or(""); }
};

struct Server::Method {
  std::string_view name;
  void (Server::*run)(const Call&);
};

const Server::Method Server::kMethods[] = {
    {"initialize", &Server::Initialize},
    {"initialized", &Server::Initialized},
    {"shutdown", &Server::End},
    {"exit", &Server::End},
    {"textDocument/didOpen", &Server::Open},
    {"textDocument/didChange", &Server::Change},
    {"textDocument/didClose", &Server::Close},
    {"textDocument/didSave", &Server::CheckAgain},
    {"workspace/didChangeWatchedFiles", &Server::CheckAgain},
    {"workspace/didChangeConfiguration", &Server::CheckAgain},
    {"workspace/didChangeWorkspaceFolders", &Server::ChangeDirectories},
    {"textDocument/codeAction", &Server::OfferActions},
    {"textDocument/hover", &Server::Hover},
    {"textDocument/diagnostic", &Server::Pull},
    {"workspace/executeCommand", &Server::Execute},
    {"$/cancelRequest", &Server::Cancel},
};

void Server::Take(std::string_view message) {
  json::Document document;
  Call call;
  if (!document.Parse(message)) {
    call.id = "null";
    return Reject(call, kParseError, "the message is not JSON");
  }
  const Json* id = Member(document.root(), "id");
  const std::optional<std::string> written = id == nullptr ? std::string() : IdOf(*id);
  if (!written) {
    call.id = "null";
    return Reject(call, kInvalidRequest, "the id must be a string, an integer or null");
  }
  const std::optional<std::string_view> method = TextOf(Member(document.root(), "method"));
  if (!method) {
    if (Member(document.root(), "result") == nullptr && Member(document.root(), "error") == nullptr) {
      call.id = "null";
      Reject(call, kInvalidRequest, "the message names no method");
    }
    return;  // else the answer to a request of ours
  }
  call.id = *written;
  call.method = *method;
  call.params = Member(document.root(), "params");
  if (state_ == State::kNew && call.method != "initialize" && call.method != "exit") {
    return Reject(call, kNotInitialized, "the first request is `initialize`");
  }
  if (state_ == State::kShutDown && call.method != "exit") {
    return Reject(call, kInvalidRequest, "the server was shut down");
  }
  for (const Method& known : kMethods) {
    if (known.name == call.method) {
      return (this->*known.run)(call);
    }
  }
  for (const auto& [name, kind] : kQueries) {
    if (name == call.method) {
      return EnqueueQuery(call, kind);
    }
  }
  Reject(call, kMethodNotFound, "unknown method " + std::string(call.method));
}

std::string Server::TakeOutput() {
  return std::exchange(output_, {});
}

void Server::Initialize(const Call& call) {
  if (state_ != State::kNew) {
    return Reject(call, kInvalidRequest, "the server is initialized already");
  }
  client_ = ReadClientCapabilities(call.params);
  directories_ = DirectoriesOf(Member(call.params, "workspaceFolders"));
  if (directories_.empty()) {
    directories_ = DirectoriesOf(Member(call.params, "rootUri"));
  }
  state_ = State::kRunning;
  open_.set_encoding(client_.encoding);
  CapabilityChoices choices;
  choices.encoding = client_.encoding == PositionEncoding::kUtf8 ? "utf-8" : "utf-16";
  choices.prepares_rename = client_.prepares_rename;
  choices.wants_lenses = client_.wants_lenses;
  choices.wants_pulls = client_.has_pulls;
  Answer(call, Joined({R"({"capabilities":)", ServerCapabilities(choices),
                       R"(,"serverInfo":{"name":"kval","version":)", Quoted(settings_.version), "}}"}));
}

void Server::Initialized(const Call&) {
  if (client_.can_watch) {
    Send(kWatch);
  }
}

// `shutdown` and then `exit`.
void Server::End(const Call& call) {
  if (call.method == "exit") {
    state_ = State::kEnded;
    return;
  }
  state_ = State::kShutDown;
  was_shut_down_ = true;
  Answer(call, "null");
}

void Server::Open(const Call& call) {
  RejectStaleQueries(open_.PathOf(call.uri()));
  open_.Open(call.uri(), TextOf(Member(call.params, "textDocument", "languageId")).value_or(""),
             TextOf(Member(call.params, "textDocument", "text")).value_or(""),
             directories_.empty() ? "/" : directories_.front());
  open_.SetVersion(call.uri(), VersionOf(call.params));
  CheckAgain(call);
}

void Server::Change(const Call& call) {
  const Json* changes = Member(call.params, "contentChanges");
  if (changes == nullptr || !changes->is(json::JsonKind::kArray)) {
    return;
  }
  RejectStaleQueries(open_.PathOf(call.uri()));
  for (const Json& change : *changes) {
    const std::string_view text = TextOf(Member(&change, "text")).value_or("");
    if (const Json* range = Member(&change, "range")) {
      open_.Replace(call.uri(), RangeOf(range), text);
    } else {
      open_.Replace(call.uri(), text);
    }
  }
  open_.SetVersion(call.uri(), VersionOf(call.params));
  CheckAgain(call);
}

void Server::Close(const Call& call) {
  RejectStaleQueries(open_.PathOf(call.uri()));
  open_.Close(call.uri());
  CheckAgain(call);
}

void Server::ChangeDirectories(const Call& call) {
  for (const std::string& gone : DirectoriesOf(Member(call.params, "event", "removed"))) {
    directories_.erase(std::remove(directories_.begin(), directories_.end(), gone), directories_.end());
  }
  const std::vector<std::string> added = DirectoriesOf(Member(call.params, "event", "added"));
  directories_.insert(directories_.end(), added.begin(), added.end());
  CheckAgain(call);
}

void Server::CheckAgain(const Call&) {
  needs_check_ = true;
  is_current_ = false;
}

void Server::OfferActions(const Call& call) {
  const Json* expected = Member(call.params, "context", "only");
  std::vector<std::string_view> only;
  if (expected != nullptr && expected->is(json::JsonKind::kArray)) {
    for (const Json& kind : *expected) {
      only.push_back(TextOf(&kind).value_or(""));
    }
  }
  // If the document changed since its check, the positions of its fixes are unknown.
  const std::span<const PublishedDiagnostic> findings =
      is_current_ ? published_.Of(call.uri()) : std::span<const PublishedDiagnostic>();
  const auto open = open_.strings().find(open_.PathOf(call.uri()));
  const std::string_view text =
      open == open_.strings().end() ? std::string_view() : std::string_view(open->second.text);
  const TextRange range = RangeOf(Member(call.params, "range"));
  std::string fixes = CodeActions({call.uri(), text, settings_.may_ignore}, findings, range, only);
  const bool is_answered_here =
      open == open_.strings().end() || std::none_of(kKindsOfText.begin(), kKindsOfText.end(),
                                                    [&](auto kind) { return IsRequested(kind, only); });
  if (is_answered_here) {
    return Answer(call, fixes);
  }
  const size_t count = pending_.size();
  EnqueueQuery(call, SchemaQuery::QueryKind::kCodeActions, std::move(fixes));
  if (pending_.size() > count) {
    SchemaQuery& query = pending_.back().pending_query;
    query.kinds.assign(only.begin(), only.end());
    query.findings = FindingsIn(findings, range);
  }
}

// `kval.openSchema` with the schema's URI.
void Server::Execute(const Call& call) {
  const Json* arguments = Member(call.params, "arguments");
  const bool has_uri =
      arguments != nullptr && arguments->is(json::JsonKind::kArray) && arguments->begin() != arguments->end();
  const std::string_view uri = has_uri ? TextOf(&*arguments->begin()).value_or("") : std::string_view();
  if (TextOf(Member(call.params, "command")).value_or("") != "kval.openSchema" || !PathOf(uri)) {
    return Reject(call, kInvalidParams, "the command must be `kval.openSchema` with the URI of a file");
  }
  if (!client_.can_show_documents) {
    return Reject(call, kRequestFailed, "the client does not support `window/showDocument`");
  }
  Send(Joined({R"({"jsonrpc":"2.0","id":"kval-show","method":"window/showDocument","params":{"uri":)",
               Quoted(uri), R"(,"takeFocus":true}})"}));
  Answer(call, "null");
}

void Server::Pull(const Call& call) {
  if (open_.PathOf(call.uri()).empty()) {
    return Answer(call, R"({"kind":"full","items":[]})");
  }
  const Json* previous = Member(call.params, "previousResultId");
  if (!call.id.empty()) {
    pulls_.Add({call.id, std::string(call.uri()), open_.PathOf(call.uri()),
                std::string(TextOf(previous).value_or(""))});
  }
  if (is_current_) {
    for (const std::string& response : pulls_.TakeAnswers(published_)) {
      Send(response);
    }
  }
}

void Server::Hover(const Call& call) {
  const TextPosition position = PositionOf(Member(call.params, "position"));
  std::string pages;
  std::vector<std::string_view> reported;
  for (const PublishedDiagnostic& finding : published_.Of(call.uri())) {
    if (!is_current_ || !Holds(finding.range, position) ||
        std::find(reported.begin(), reported.end(), finding.code) != reported.end()) {
      continue;
    }
    reported.push_back(finding.code);
    const std::string page = WithoutHeadings(settings_.rule_page(finding.code));
    pages += (page.empty() || pages.empty() ? "" : "\n---\n\n") + page;
  }
  EnqueueQuery(call, SchemaQuery::QueryKind::kHover, std::move(pages));
}

void Server::EnqueueQuery(const Call& call, SchemaQuery::QueryKind about, std::string below) {
  const bool is_about_all = about == SchemaQuery::QueryKind::kWorkspaceSymbols;
  const std::string path = open_.PathOf(call.uri());
  if (path.empty() && !is_about_all) {
    return Answer(call, HoverResult(below));
  }
  if (call.id.empty()) {
    return;
  }
  SchemaQuery query;
  query.kind = about;
  query.path = path;
  query.uri = call.uri();
  query.position = PositionOf(Member(call.params, "position"));
  const Json* positions = Member(call.params, "positions");
  if (positions != nullptr && positions->is(json::JsonKind::kArray)) {
    for (const Json& position : *positions) {
      query.positions.push_back(PositionOf(&position));
    }
  }
  if (const Json* range = Member(call.params, "range")) {
    query.positions = {RangeOf(range).begin, RangeOf(range).end};
  }
  query.tab_size = SizeOf(Member(call.params, "options", "tabSize"));
  query.below = std::move(below);
  query.word = TextOf(Member(call.params, is_about_all ? "query" : "newName")).value_or("");
  query.has_declaration = IsTrue(Member(call.params, "context", "includeDeclaration"));
  query.has_versions = client_.can_change_versions;
  const bool has_edits = about == SchemaQuery::QueryKind::kCodeActions;
  query.has_snippets = has_edits ? client_.can_insert_snippets_in_edits : client_.can_insert_snippets;
  query.can_create_files = client_.can_create_files;
  query.can_vendor = client_.can_vendor;
  query.has_default_hints = client_.wants_defaults;
  query.is_flat = !client_.can_show_hierarchy;
  query.number = ++last_query_;
  pending_.push_back({call.id, std::move(query)});
}

void Server::RejectStaleQueries(const std::string& path) {
  for (const std::string& response : pulls_.RejectAbout(path, "the document changed")) {
    Send(response);
  }
  for (size_t i = 0; i < pending_.size();) {
    const SchemaQuery& query = pending_[i].pending_query;
    if (!query.is_about_all() && query.path != path) {
      ++i;
      continue;
    }
    Call stale;
    stale.id = std::move(pending_[i].id);
    pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
    Reject(stale, kContentModified, "the document changed");
  }
}

void Server::AnswerQuery(std::string_view result) {
  Call call;
  call.id = std::move(pending_.front().id);
  const SchemaQuery query = std::move(pending_.front().pending_query);
  pending_.pop_front();
  if (const std::optional<std::string_view> why = RejectionOf(result)) {
    return Reject(call, kRequestFailed, *why);
  }
  if (query.kind == SchemaQuery::QueryKind::kCodeActions) {
    return Answer(call, WithFixes(result, query));
  }
  Answer(call, result == "null" ? HoverResult(query.below) : result);
}

void Server::Cancel(const Call& call) {
  const Json* id = Member(call.params, "id");
  const std::string expected = id == nullptr ? std::string() : std::string(id->spelling);
  const auto found = std::find_if(pending_.begin(), pending_.end(),
                                  [&](const PendingQuery& one) { return one.id == expected; });
  if (found == pending_.end() && !pulls_.Remove(expected)) {
    return;
  }
  Call cancelled;
  cancelled.id = expected;
  if (found != pending_.end()) {
    pending_.erase(found);
  }
  Reject(cancelled, kRequestCancelled, "the request was cancelled");
}

std::map<std::string, std::string> Server::BeginCheck() {
  needs_check_ = false;
  std::map<std::string, std::string> strings;
  for (const auto& [path, text] : open_.strings()) {
    strings.emplace(path, text.text);
  }
  return strings;
}

void Server::EndCheck(std::string_view lines) {
  for (const std::string& notification : published_.Take(lines, open_, client_.has_pulls)) {
    Send(notification);
  }
  is_current_ = !needs_check_;
  has_failed_ = false;
  if (is_current_) {
    for (const std::string& response : pulls_.TakeAnswers(published_)) {
      Send(response);
    }
    if (client_.can_refresh && pulls_.HasNews(open_, published_)) {
      Send(R"({"jsonrpc":"2.0","id":"kval-refresh","method":"workspace/diagnostic/refresh"})");
    }
  }
}

void Server::FailCheck(std::string_view why) {
  for (const std::string& response : pulls_.RejectAll(why)) {
    Send(response);
  }
  if (std::exchange(has_failed_, true)) {
    return;
  }
  Send(Joined({R"({"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":)", Quoted(why),
               "}}"}));
}

void Server::Answer(const Call& call, std::string_view result) {
  if (!call.id.empty()) {
    Send(Joined({R"({"jsonrpc":"2.0","id":)", call.id, R"(,"result":)", result, "}"}));
  }
}

void Server::Reject(const Call& call, int code, std::string_view why) {
  if (!call.id.empty()) {
    Send(Joined({R"({"jsonrpc":"2.0","id":)", call.id, R"(,"error":{"code":)", std::to_string(code),
                 R"(,"message":)", Quoted(why), "}}"}));
  }
}

void Server::Send(std::string_view message) {
  output_ += AddHeader(message);
}

}  // namespace kval::lsp
