#include <gtest/gtest.h>

#include "tests/report/hard_findings.h"

namespace kval::report {
namespace {

TEST_F(HardFindings, AsLsp) {
  options_.directory = "/srv/shop";
  EXPECT_EQ(
      scene_.Print("lsp", options_),
      R"~({"jsonrpc":"2.0","method":"window/showMessage","params":)~"
      R"~({"type":1,)~"
      R"~("message":"kval: cannot read `b.yml`"}})~"
      "\n"
      R"~({"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":)~"
      R"~({"uri":"file:///srv/shop/envs/a%20b.yml","diagnostics":[)~"
      R"~({"range":{"start":{"line":0,"character":7},"end":{"line":0,"character":8}},)~"
      R"~("severity":1,"code":"KV301","codeDescription":{"href":"https://example.com/rules/KV301"},)~"
      R"~("source":"kval",)~"
      R"~("message":"a/b[0]: expected integer, found 100% <string>, \"odd\"\nnote: a note\nhelp: drop: it","relatedInformation":)~"
      R"~([{"location":{"uri":"file:///srv/shop/schema.yml","range":{"start":{"line":0,"character":3},"end":{"line":0,"character":4}}},)~"
      R"~("message":"declared; here"},{"location":{"uri":"file:///srv/shop/schema.yml","range":{"start":{"line":0,"character":3},"end":{"line":0,"character":4}}},)~"
      R"~("message":"default"}]},{"range":{"start":{"line":2,"character":0},"end":{"line":3,"character":3}},)~"
      R"~("severity":2,"code":"KV310","codeDescription":{"href":"https://example.com/rules/KV310"},)~"
      R"~("source":"kval",)~"
      R"~("message":"old # thing","tags":[2],"relatedInformation":)~"
      R"~([]}]}})~"
      "\n");
}

TEST(LspFormat, NotesWithoutAPlaceAreForTheLog) {
  Scene scene;
  scene.Report({}, diag::Kind::kUnreadable, "so it is").As(diag::Severity::kNote).Emit();
  EXPECT_EQ(
      scene.Print("lsp", {}),
      R"~({"jsonrpc":"2.0","method":"window/logMessage","params":{"type":3,"message":"kval: so it is"}})~"
      "\n");
}

}  // namespace
}  // namespace kval::report
