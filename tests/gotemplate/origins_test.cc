#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/gotemplate/evaluator.h"
#include "src/lang/gotemplate/template_set.h"

namespace kval::gotemplate {
namespace {

// Writes each piece as `text<begin-end:sources>`.
class PieceSink final : public Sink {
 public:
  explicit PieceSink(const Origins& origins) : origins_(origins) {}
  void Write(std::string_view text, const TextPiece& piece, source::Span /*action*/) override {
    pieces_ += std::string(text) + "<" + std::to_string(piece.span.begin) + "-" +
               std::to_string(piece.span.end) + ":" + SourcesOf(piece.origins) + ">";
  }
  void Read(OriginSet origins) override { reads_ += SourcesOf(origins); }
  const std::string& pieces() const { return pieces_; }
  const std::string& reads() const { return reads_; }

 private:
  std::string SourcesOf(OriginSet origins) const {
    std::string text;
    for (const uint32_t source : origins_.Sources(origins)) {
      text += (text.empty() ? "" : ",") + std::to_string(source);
    }
    return text;
  }

  const Origins& origins_;
  std::string pieces_;
  std::string reads_;
};

struct Traced {
  std::string pieces;
  std::string reads;
};

// The data has x, with the origin 1, y, with the origin 2, and a list of both.
Traced Trace(std::string_view text) {
  Heap heap(1 << 20);
  const FunctionTable functions;
  TemplateSet templates;
  EXPECT_FALSE(templates.Parse("t", text, 100, functions).has_value());
  const Value x = Value::Text("X").From(heap.origins().Of(1));
  const Value y = Value::Text("Y").From(heap.origins().Of(2));
  const Value items[] = {x, y};
  const Value data = heap.NewMap();
  data.map()->Set("x", x);
  data.map()->Set("y", y);
  data.map()->Set("list", heap.NewAnyList(items));
  Evaluator evaluator(heap, functions, {});
  PieceSink sink(heap.origins());
  EXPECT_FALSE(evaluator.Execute(templates, "t", data, sink).has_value());
  return {sink.pieces(), sink.reads()};
}

TEST(OriginsOfOutput, TextHasItsSpan) {
  EXPECT_EQ(Trace("ab{{- 1 }} c").pieces, "ab<100-102:>1<102-110:> c<110-112:>");
}

TEST(OriginsOfOutput, ActionHasTheOriginsOfWhatItRead) {
  EXPECT_EQ(Trace("{{.x}}").pieces, "X<100-106:1>");
  EXPECT_EQ(Trace("{{print .x `-` .y}}").pieces, "X-Y<100-119:1,2>");
  EXPECT_EQ(Trace("{{.x | printf `%s`}}").pieces, "X<100-120:1>");
  EXPECT_EQ(Trace("{{if eq .x `X`}}a{{end}}").pieces, "a<116-117:>");
}

TEST(OriginsOfOutput, VariablesAndElementsKeepTheirOrigin) {
  EXPECT_EQ(Trace("{{$v := html .y}}{{$v}}").pieces, "Y<117-123:2>");
  EXPECT_EQ(Trace("{{range .list}}{{.}}{{end}}").pieces, "X<115-120:1>Y<115-120:2>");
  EXPECT_EQ(Trace("{{index .list 1}}").pieces, "Y<100-117:2>");
}

TEST(OriginsOfOutput, ReadsAreReported) {
  EXPECT_EQ(Trace("{{if .x}}{{end}}{{with .y}}{{end}}").reads, "12");
}

TEST(Origins, SetsAreSmallAndEqualSetsAreOne) {
  Origins origins;
  OriginSet all;
  for (uint32_t source = 1; source <= 100; ++source) {
    all = origins.Union(all, origins.Of(source));
  }
  EXPECT_EQ(origins.Sources(all).size(), Origins::kMaxSources);
  EXPECT_EQ(origins.Union(origins.Of(1), origins.Of(2)), origins.Union(origins.Of(2), origins.Of(1)));
  EXPECT_EQ(origins.Union({}, origins.Of(3)), origins.Of(3));
}

}  // namespace
}  // namespace kval::gotemplate
