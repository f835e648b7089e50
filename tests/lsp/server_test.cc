#include "src/lsp/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/base_protocol.h"
#include "src/lsp/results.h"

namespace kval::lsp {
namespace {

using Strings = std::vector<std::string>;

class ServerTest : public testing::Test {
 protected:
  // Returns the messages that the server has written since the last call, without headers.
  Strings Said() {
    MessageReader frames(1 << 20);
    frames.Add(server_.TakeOutput());
    Strings messages;
    while (true) {
      const Result<std::optional<std::string>> next = frames.Next();
      if (!next.ok() || !*next) {
        return messages;
      }
      messages.push_back(**next);
    }
  }

  Strings EnqueueQuery(std::string_view method, std::string_view params = "{}") {
    server_.Take(R"({"jsonrpc":"2.0","id":7,"method":")" + std::string(method) + R"(","params":)" +
                 std::string(params) + "}");
    return Said();
  }
  Strings Notify(std::string_view method, std::string_view params = "{}") {
    server_.Take(R"({"jsonrpc":"2.0","method":")" + std::string(method) + R"(","params":)" +
                 std::string(params) + "}");
    return Said();
  }

  void Initialize(std::string_view params = "{}") {
    EnqueueQuery("initialize", params);
    Notify("initialized");
  }

  Strings Open(std::string_view uri, std::string_view text) {
    return Notify("textDocument/didOpen", R"({"textDocument":{"uri":")" + std::string(uri) + R"(","text":")" +
                                              std::string(text) + R"("}})");
  }
  Strings Change(std::string_view changes) {
    return Notify("textDocument/didChange", R"({"textDocument":{"uri":"file:///a.yml"},"contentChanges":)" +
                                                std::string(changes) + "}");
  }

  // The code actions if no other process has any.
  Strings Actions(std::string_view params) {
    EXPECT_EQ(EnqueueQuery("textDocument/codeAction", params), Strings{});
    server_.AnswerQuery("[]");
    return Said();
  }

  Strings Found(std::string_view lines) {
    server_.BeginCheck();
    server_.EndCheck(lines);
    return Said();
  }

  // Returns a finding of /a.yml in the format of `-o lsp`: characters 3 to 7 of a line, with a quick fix.
  static std::string Line(int line, std::string_view code = "KV301") {
    const std::string range = R"({"start":{"line":)" + std::to_string(line) +
                              R"(,"character":3},"end":{"line":)" + std::to_string(line) +
                              R"(,"character":7}})";
    return R"({"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///a.yml",)"
           R"("diagnostics":[{"range":)" +
           range + R"(,"code":")" + std::string(code) +
           R"(","data":{"title":"remove the quotes","uri":"file:///a.yml","edits":[{"range":)" + range +
           R"(,"newText":"80"}]}}]}})"
           "\n";
  }

  Server server_{{"1.2.3", [](std::string_view code) {
                    return code == "KV301" ? std::string_view("# KV301") : std::string_view();
                  }}};
};

TEST_F(ServerTest, ReportsItsCapabilities) {
  const Strings said = EnqueueQuery("initialize");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find(R"("id":7,"result":{"capabilities":{"positionEncoding":"utf-16",)"),
            std::string::npos);
  EXPECT_NE(said[0].find(R"("serverInfo":{"name":"kval","version":"1.2.3"})"), std::string::npos);
  EXPECT_EQ(Notify("initialized"), Strings{}) << "the client does not watch files";
}

TEST_F(ServerTest, RegistersFileWatchingIfSupported) {
  EnqueueQuery("initialize",
               R"({"capabilities":{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}})");
  const Strings said = Notify("initialized");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find(R"("method":"client/registerCapability")"), std::string::npos);
  server_.Take(R"({"jsonrpc":"2.0","id":"kval-watch","result":null})");
  EXPECT_EQ(Said(), Strings{}) << "an answer is not answered";
  EXPECT_FALSE(server_.needs_check());
  Notify("workspace/didChangeWatchedFiles", R"({"changes":[]})");
  EXPECT_TRUE(server_.needs_check());
}

TEST_F(ServerTest, RejectsInvalidRequests) {
  EXPECT_EQ(
      EnqueueQuery("textDocument/hover"),
      Strings{
          R"({"jsonrpc":"2.0","id":7,"error":{"code":-32002,"message":"the first request is `initialize`"}})"});
  EXPECT_EQ(Open("file:///a.yml", "a"), Strings{}) << "nobody waits for an answer";
  Initialize();
  EXPECT_FALSE(server_.needs_check()) << "it was dropped";
  EXPECT_EQ(EnqueueQuery("initialize").size(), 1u);
  EXPECT_EQ(
      EnqueueQuery("textDocument/moniker"),
      Strings{
          R"({"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"unknown method textDocument/moniker"}})"});
  EXPECT_EQ(Notify("$/setTrace"), Strings{});
  server_.Take("{");
  EXPECT_EQ(
      Said(),
      Strings{R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not JSON"}})"});
  for (const std::string_view message : {"[]", "3", "{}", R"({"method":3})"}) {
    server_.Take(message);
    EXPECT_EQ(
        Said(),
        Strings{
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message names no method"}})"})
        << message;
  }
  for (const std::string_view method : {"textDocument/didOpen", "textDocument/didChange",
                                        "textDocument/didClose", "workspace/didChangeWorkspaceFolders"}) {
    EXPECT_EQ(Notify(method, "[1]"), Strings{}) << method;
    EXPECT_EQ(Notify(method,
                     R"({"textDocument":7,"contentChanges":[{"range":{"start":{"line":-1}}}],"event":null})"),
              Strings{})
        << method;
  }
  EXPECT_EQ(EnqueueQuery("textDocument/codeAction", "null"),
            Strings{R"({"jsonrpc":"2.0","id":7,"result":[]})"});
}

TEST_F(ServerTest, TracksDocumentChanges) {
  Initialize();
  Open("file:///a.yml", R"(a: 1\nb: é😀x\n)");
  Open("git:1", "a");
  EXPECT_TRUE(server_.needs_check());
  EXPECT_EQ(server_.BeginCheck(), (std::map<std::string, std::string>{{"/a.yml", "a: 1\nb: é😀x\n"}}));
  EXPECT_FALSE(server_.needs_check());
  Change(R"([{"range":{"start":{"line":1,"character":6},"end":{"line":1,"character":7}},"text":"yz"},
             {"range":{"start":{"line":0,"character":0},"end":{"line":1,"character":0}},"text":""}])");
  EXPECT_TRUE(server_.needs_check());
  EXPECT_EQ(server_.BeginCheck().at("/a.yml"), "b: é😀yz\n");
  Change(R"([{"text":"all new"}])");
  EXPECT_EQ(server_.BeginCheck().at("/a.yml"), "all new");
  Notify("textDocument/didClose", R"({"textDocument":{"uri":"file:///a.yml"}})");
  EXPECT_TRUE(server_.needs_check());
  EXPECT_TRUE(server_.BeginCheck().empty());
  Change(R"([{"text":"it is closed"}])");
  EXPECT_TRUE(server_.BeginCheck().empty());
}

TEST_F(ServerTest, UnsavedDocumentsAreInTheWorkspace) {
  Initialize(R"({"rootUri":"file:///docs"})");
  Open("untitled:Untitled-1", "a: [");
  EXPECT_EQ(server_.BeginCheck(),
            (std::map<std::string, std::string>{{"/docs/untitled:Untitled-1.yaml", "a: ["}}));
  server_.EndCheck(
      R"({"method":"textDocument/publishDiagnostics","params":{"uri":"file:///docs/untitled%3AUntitled-1.yaml","diagnostics":[{}]}})");
  EXPECT_EQ(Said(), Strings{R"({"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":)"
                            R"({"uri":"untitled:Untitled-1","diagnostics":[{}]}})"});
  Notify("textDocument/didClose", R"({"textDocument":{"uri":"untitled:Untitled-1"}})");
  EXPECT_TRUE(server_.BeginCheck().empty());
}

TEST_F(ServerTest, TracksWorkspaceDirectories) {
  Initialize(
      R"({"rootUri":"file:///old","workspaceFolders":[{"uri":"file:///a%20b/"},{"uri":"untitled:x"}]})");
  EXPECT_EQ(server_.directories(), Strings{"/a b"});
  Notify("workspace/didChangeWorkspaceFolders",
         R"({"event":{"added":[{"uri":"file:///c"}],"removed":[{"uri":"file:///a%20b"}]}})");
  EXPECT_EQ(server_.directories(), Strings{"/c"});
  EXPECT_TRUE(server_.needs_check());
}

TEST_F(ServerTest, PublishesChangedDiagnostics) {
  Initialize(R"({"rootUri":"file:///srv","workspaceFolders":null})");
  EXPECT_EQ(server_.directories(), Strings{"/srv"});
  Open("file:///%61.yml", "x");
  const std::string none =
      R"({"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///%61.yml","diagnostics":[]}})";
  EXPECT_EQ(Found(""), Strings{none}) << "an open text is told of, by the client's own name for it";
  EXPECT_EQ(Found(""), Strings{}) << "once";
  Strings said = Found(Line(1) + Line(1) + "no notification\n" + R"({"jsonrpc":"2.0","method":"x"})" + "\n");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].find("KV301"), said[0].rfind("KV301")) << "what is found twice is told once: " << said[0];
  EXPECT_NE(said[0].find(R"("uri":"file:///%61.yml","diagnostics":[{)"), std::string::npos) << said[0];
  EXPECT_EQ(Found(Line(1)), Strings{});
  Notify("textDocument/didClose", R"({"textDocument":{"uri":"file:///a.yml"}})");
  said = Found(Line(1));
  EXPECT_EQ(said.size(), 2u) << "it has its own name again, and the client's name for it is forgotten";
  said = Found("");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find(R"("uri":"file:///a.yml","diagnostics":[]})"), std::string::npos) << said[0];
}

TEST_F(ServerTest, MessagesAreShownOnce) {
  Initialize();
  const std::string message =
      R"({"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"no project"}})";
  EXPECT_EQ(Found(message + "\n" + message + "\n"), Strings{message});
  EXPECT_EQ(Found(message + "\n"), Strings{});
  EXPECT_EQ(Found(""), Strings{});
  EXPECT_EQ(Found(message + "\n"), Strings{message}) << "it was mended, and is there again";
  server_.FailCheck("it \"broke\"");
  EXPECT_EQ(
      Said(),
      Strings{
          R"({"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"it \"broke\""}})"});
  server_.FailCheck("it broke again");
  EXPECT_EQ(Said(), Strings{}) << "until a check succeeds, the client knows";
  Found("");
  server_.FailCheck("it broke");
  EXPECT_EQ(Said().size(), 1U);
}

constexpr std::string_view kAtFinding =
    R"({"textDocument":{"uri":"file:///a.yml"},"range":{"start":{"line":1,"character":7},"end":{"line":1,"character":9}},)"
    R"("position":{"line":1,"character":3},"context":{"diagnostics":[]}})";

TEST_F(ServerTest, OffersQuickFixes) {
  Initialize();
  Open("file:///a.yml", "x");
  Found(Line(1) + Line(2));
  EXPECT_EQ(EnqueueQuery("textDocument/codeAction", kAtFinding), Strings{}) << "another process knows more";
  ASSERT_NE(server_.pending_query(), nullptr);
  EXPECT_EQ(server_.pending_query()->findings.size(), 1u) << "the one that is there";
  server_.AnswerQuery(R"([{"title":"more","diagnostics":["kval:finding:0"]}])");
  Strings said = Said();
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find(R"(,{"title":"more","diagnostics":[{"range")"), std::string::npos) << said[0];
  const std::string edit =
      R"({"range":{"start":{"line":1,"character":3},"end":{"line":1,"character":7}},"newText":"80"})";
  EXPECT_NE(
      said[0].find(
          R"("result":[{"title":"remove the quotes","kind":"quickfix","isPreferred":true,"diagnostics":[{)"),
      std::string::npos);
  EXPECT_NE(said[0].find(R"("edit":{"changes":{"file:///a.yml":[)" + edit + "]}}}"), std::string::npos);
  EXPECT_NE(said[0].find(R"("kind":"source.fixAll.kval","edit":{"changes":{"file:///a.yml":[)" + edit + ","),
            std::string::npos)
      << said[0];
  const auto only = [&](std::string_view kind) {
    return EnqueueQuery("textDocument/codeAction",
                        R"({"textDocument":{"uri":"file:///a.yml"},"range":{},"context":{"only":[")" +
                            std::string(kind) + R"("]}})")[0];
  };
  EXPECT_NE(only("source").find("source.fixAll.kval"), std::string::npos);
  EXPECT_NE(only("source.fixAll").find("source.fixAll.kval"), std::string::npos);
  EXPECT_EQ(only("source.fix"), R"({"jsonrpc":"2.0","id":7,"result":[]})");
}

TEST_F(ServerTest, AppliesOneOfSeveralOverlappingFixes) {
  Initialize();
  Open("file:///a.yml", "x");
  Found(Line(1) + Line(1, "KV302"));
  const std::string said =
      EnqueueQuery("textDocument/codeAction",
                   R"({"textDocument":{"uri":"file:///a.yml"},"context":{"only":["source"]}})")[0];
  EXPECT_EQ(said.find("newText"), said.rfind("newText")) << said;
}

TEST_F(ServerTest, OffersNoFixesForAChangedDocument) {
  Initialize();
  Open("file:///a.yml", "x");
  Found(Line(1));
  Change(R"([{"text":"y"}])");
  EXPECT_EQ(Actions(kAtFinding), Strings{R"({"jsonrpc":"2.0","id":7,"result":[]})"});
  EXPECT_EQ(EnqueueQuery("textDocument/hover", kAtFinding), Strings{}) << "the schema is asked";
  server_.AnswerQuery("null");
  Said();
  server_.BeginCheck();
  Change(R"([{"text":"z"}])");
  server_.EndCheck(Line(1));
  Said();
  EXPECT_EQ(Actions(kAtFinding), Strings{R"({"jsonrpc":"2.0","id":7,"result":[]})"})
      << "it changed while it was checked";
}

TEST_F(ServerTest, ShowsThePageOfARule) {
  Initialize();
  Open("file:///a.yml", "x");
  Found(Line(1) + Line(1, "KV9999"));
  EXPECT_EQ(EnqueueQuery("textDocument/hover", kAtFinding), Strings{});
  ASSERT_NE(server_.pending_query(), nullptr);
  EXPECT_EQ(server_.pending_query()->below, "**KV301**") << "below what the schema states";
  server_.AnswerQuery("null");
  EXPECT_EQ(
      Said(),
      Strings{R"({"jsonrpc":"2.0","id":7,"result":{"contents":{"kind":"markdown","value":"**KV301**"}}})"});
  EXPECT_EQ(server_.pending_query(), nullptr);
}

TEST_F(ServerTest, RequestsSchemaInformation) {
  Initialize();
  Open("file:///%61.yml", "x");
  const std::string place = R"({"textDocument":{"uri":"file:///a.yml"},"position":{"line":2,"character":5}})";
  EXPECT_EQ(EnqueueQuery("textDocument/hover", place), Strings{}) << "it is asked first";
  EnqueueQuery("textDocument/completion", place);
  EnqueueQuery("textDocument/definition", place);
  EnqueueQuery("kval/validatedBy", place);
  for (const SchemaQuery::QueryKind about :
       {SchemaQuery::QueryKind::kHover, SchemaQuery::QueryKind::kCompletion,
        SchemaQuery::QueryKind::kDeclaration, SchemaQuery::QueryKind::kValidatedBy}) {
    ASSERT_NE(server_.pending_query(), nullptr);
    EXPECT_EQ(server_.pending_query()->kind, about);
    EXPECT_EQ(server_.pending_query()->path, "/a.yml");
    EXPECT_EQ(server_.pending_query()->position, (TextPosition{2, 5}));
    server_.AnswerQuery("[1]\n");
    EXPECT_EQ(Said(), Strings{"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":[1]\n}"});
  }
  EXPECT_EQ(server_.pending_query(), nullptr);
  EXPECT_EQ(EnqueueQuery("textDocument/completion", R"({"textDocument":{"uri":"file:///b.yml"}})"),
            Strings{R"({"jsonrpc":"2.0","id":7,"result":null})"})
      << "nobody has it open";
  ASSERT_EQ(server_.documents().strings().size(), 1u);
  EXPECT_EQ(server_.documents().strings().at("/a.yml").text, "x");
}

TEST_F(ServerTest, ARequestThatWaitsCanBeCancelled) {
  Initialize();
  Open("file:///a.yml", "x");
  for (const std::string id : {"1", "\"two\"", "3"}) {
    server_.Take(R"({"id":)" + id +
                 R"(,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.yml"}}})");
  }
  EXPECT_EQ(
      Notify("$/cancelRequest", R"({"id":"two"})"),
      Strings{
          R"({"jsonrpc":"2.0","id":"two","error":{"code":-32800,"message":"the request was cancelled"}})"});
  EXPECT_EQ(Notify("$/cancelRequest", R"({"id":1})").size(), 1u) << "its owner stops the work for it";
  EXPECT_EQ(Notify("$/cancelRequest", R"({"id":"unknown"})"), Strings{});
  server_.AnswerQuery("null");
  EXPECT_EQ(Said(), Strings{R"({"jsonrpc":"2.0","id":3,"result":null})"});
  EXPECT_EQ(server_.pending_query(), nullptr);
}

TEST_F(ServerTest, RejectsRequestsWhoseDocumentChanges) {
  Initialize();
  Open("file:///a.yml", "x");
  Open("file:///b.yml", "x");
  const auto ask = [this](std::string_view id, std::string_view method, std::string_view uri) {
    server_.Take(R"({"id":)" + std::string(id) + R"(,"method":")" + std::string(method) +
                 R"(","params":{"textDocument":{"uri":")" + std::string(uri) + R"("}}})");
  };
  const auto rejected = [](std::string_view id) {
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) +
           R"(,"error":{"code":-32801,"message":"the document changed"}})";
  };
  ask("1", "textDocument/hover", "file:///a.yml");
  ask("2", "textDocument/documentSymbol", "file:///b.yml");
  ask("3", "workspace/symbol", "");
  const uint64_t first = server_.pending_query()->number;
  EXPECT_EQ(Change(R"([{"text":"y"}])"), (Strings{rejected("1"), rejected("3")}));
  ASSERT_NE(server_.pending_query(), nullptr);
  EXPECT_EQ(server_.pending_query()->kind, SchemaQuery::QueryKind::kDocumentSymbols);
  EXPECT_NE(server_.pending_query()->number, first);
  EXPECT_EQ(Notify("textDocument/didClose", R"({"textDocument":{"uri":"file:///b.yml"}})"),
            Strings{rejected("2")});
  EXPECT_EQ(server_.pending_query(), nullptr);
}

TEST_F(ServerTest, RenamesAreAboutAllDocuments) {
  Initialize(R"({"capabilities":{"workspace":{"workspaceEdit":{"documentChanges":true}}}})");
  Notify("textDocument/didOpen", R"({"textDocument":{"uri":"file:///a.yml","version":3,"text":"x"}})");
  Open("file:///b.yml", "x");
  const std::string place = R"({"textDocument":{"uri":"file:///a.yml"},"newName":"n"})";
  EnqueueQuery("textDocument/rename", place);
  ASSERT_NE(server_.pending_query(), nullptr);
  EXPECT_EQ(server_.pending_query()->word, "n");
  EXPECT_TRUE(server_.pending_query()->has_versions);
  EXPECT_EQ(server_.documents().strings().at("/a.yml").version, "3");
  EXPECT_EQ(server_.documents().strings().at("/b.yml").version, "null");
  EXPECT_EQ(Notify("textDocument/didClose", R"({"textDocument":{"uri":"file:///b.yml"}})").size(), 1u)
      << "an edit of all files would be about an older version";
  EXPECT_EQ(server_.pending_query(), nullptr);
  EnqueueQuery("textDocument/rename", place);
  server_.AnswerQuery(RejectedResult("it is \"used\""));
  EXPECT_EQ(Said(),
            Strings{R"({"jsonrpc":"2.0","id":7,"error":{"code":-32803,"message":"it is \"used\""}})"});
}

TEST_F(ServerTest, OpensSchemasInClientsThatCan) {
  const std::string command = R"({"command":"kval.openSchema","arguments":["file:///s.yml"]})";
  Initialize(R"({"capabilities":{"window":{"showDocument":{"support":true}}}})");
  EXPECT_EQ(EnqueueQuery("workspace/executeCommand", command),
            (Strings{R"({"jsonrpc":"2.0","id":"kval-show","method":"window/showDocument","params":)"
                     R"({"uri":"file:///s.yml","takeFocus":true}})",
                     R"({"jsonrpc":"2.0","id":7,"result":null})"}));
  for (const std::string_view wrong :
       {"{}", R"({"command":"kval.openSchema","arguments":[]})",
        R"({"command":"kval.openSchema","arguments":["https://x.org/"]})", R"({"command":"other"})"}) {
    const Strings said = EnqueueQuery("workspace/executeCommand", wrong);
    ASSERT_EQ(said.size(), 1u) << wrong;
    EXPECT_NE(said[0].find("-32602"), std::string::npos) << wrong;
  }
}

TEST_F(ServerTest, AnswersRequestsForDiagnosticsAfterTheCheck) {
  Initialize(
      R"({"initializationOptions":{"pullDiagnostics":true},"capabilities":{"textDocument":{"diagnostic":{}},)"
      R"("workspace":{"diagnostics":{"refreshSupport":true}}}})");
  Open("file:///a.yml", "x");
  const auto pull = [this](std::string_view previous) {
    return EnqueueQuery(
        "textDocument/diagnostic",
        R"({"textDocument":{"uri":"file:///a.yml"},"previousResultId":")" + std::string(previous) + R"("})");
  };
  EXPECT_EQ(pull(""), Strings{}) << "the check has not ended";
  Strings said = Found(Line(1));
  ASSERT_EQ(said.size(), 2u);
  EXPECT_NE(said[0].find(R"("diagnostics":[])"), std::string::npos) << "an open document is not published";
  EXPECT_NE(said[1].find(R"("id":7,"result":{"kind":"full","resultId":"1","items":[{)"), std::string::npos);
  EXPECT_EQ(pull("1"), Strings{R"({"jsonrpc":"2.0","id":7,"result":{"kind":"unchanged","resultId":"1"}})"});
  Notify("workspace/didChangeWatchedFiles");
  EXPECT_EQ(Found(""),
            Strings{R"({"jsonrpc":"2.0","id":"kval-refresh","method":"workspace/diagnostic/refresh"})"});
  EXPECT_EQ(pull("1"),
            Strings{R"({"jsonrpc":"2.0","id":7,"result":{"kind":"full","resultId":"2","items":[]}})"});
  Change(R"([{"text":"y"}])");
  pull("2");
  const std::string rejected =
      R"({"jsonrpc":"2.0","id":7,"error":{"code":-32802,"message":"the document changed","data":{"retriggerRequest":false}}})";
  EXPECT_EQ(Change(R"([{"text":"z"}])"), Strings{rejected});
  EXPECT_EQ(Notify("textDocument/didClose", R"({"textDocument":{"uri":"file:///a.yml"}})"), Strings{});
  said = Found(Line(1));
  ASSERT_EQ(said.size(), 1u) << "a document that is closed is published";
  EXPECT_NE(said[0].find("KV301"), std::string::npos);
  EXPECT_EQ(pull(""), Strings{R"({"jsonrpc":"2.0","id":7,"result":{"kind":"full","items":[]}})"});
}

TEST_F(ServerTest, EndsInOrder) {
  Initialize();
  EXPECT_EQ(EnqueueQuery("shutdown"), Strings{R"({"jsonrpc":"2.0","id":7,"result":null})"});
  EXPECT_EQ(EnqueueQuery("textDocument/hover").size(), 1u);
  EXPECT_FALSE(server_.has_ended());
  Notify("exit");
  EXPECT_TRUE(server_.has_ended());
  EXPECT_TRUE(server_.was_shut_down());
}

TEST_F(ServerTest, EndsWithoutWarning) {
  Notify("exit");
  EXPECT_TRUE(server_.has_ended());
  EXPECT_FALSE(server_.was_shut_down());
}

// Source: JSON-RPC 2.0, section 4.
TEST_F(ServerTest, TakesStringsIntegersAndNullForIds) {
  Initialize();
  const std::string_view known[] = {"\"a\"", "\"\\u0061\"", "12", "-1", "null"};
  for (const std::string_view id : known) {
    server_.Take(R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":"nothing"})");
    EXPECT_THAT(Said(), testing::ElementsAre(testing::HasSubstr("\"id\":" + std::string(id) + ",\"error\"")));
  }
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  for (const std::string& id :
       {std::string("1.5"), std::string("1e3"), std::string("true"), std::string("{}"), deep}) {
    for (const std::string_view rest : {R"(,"method":"shutdown"})", R"(,"result":1})"}) {
      server_.Take(R"({"jsonrpc":"2.0","id":)" + id + std::string(rest));
      EXPECT_EQ(Said(), Strings{R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,)"
                                R"("message":"the id must be a string, an integer or null"}})"});
    }
  }
  EXPECT_FALSE(server_.has_ended());
}

}  // namespace
}  // namespace kval::lsp
