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
      R"~("message":"default"}]},{"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":3}},)~"
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

TEST(LspFormat, AFindingAboutSeveralLinesIsAtItsFirstKey) {
  Scene scene;
  scene.File("a.yml", "# c\n\nkind: b\nx:\n  y: 1\n  z: [\n1]\n");
  const auto range = [](source::Span at) {
    Scene one;
    one.File("a.yml", "# c\n\nkind: b\nx:\n  y: 1\n  z: [\n1]\n");
    one.Report(at, diag::Kind::kTypeMismatch, "x").Emit();
    const std::string text = one.Print("lsp", {});
    const size_t begin = text.find("\"range\":") + 8;
    return text.substr(begin, text.find("}}", begin) + 2 - begin);
  };
  const source::Span all = scene.At("a.yml", "# c\n\nkind: b\nx:\n");
  constexpr std::string_view kKind = R"({"start":{"line":2,"character":0},"end":{"line":2,"character":4}})";
  EXPECT_EQ(range(all), kKind) << "comments are skipped";
  EXPECT_EQ(range({all.begin, all.begin}), kKind) << "so is the beginning of the file";
  EXPECT_EQ(range(scene.At("a.yml", "y: 1\n  z: [")),
            R"({"start":{"line":4,"character":2},"end":{"line":4,"character":3}})");
  EXPECT_EQ(range(scene.At("a.yml", "[\n1]")),
            R"({"start":{"line":5,"character":5},"end":{"line":5,"character":6}})");
  EXPECT_EQ(range(scene.At("a.yml", "kind: b")),
            R"({"start":{"line":2,"character":0},"end":{"line":2,"character":7}})");
  EXPECT_EQ(range(scene.At("a.yml", "\n", "kind: b")),
            R"({"start":{"line":2,"character":7},"end":{"line":2,"character":7}})");
}

}  // namespace
}  // namespace kval::report
