#include "src/helm/render/render.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "tests/helm/workbench.h"

namespace kval::helm::render {
namespace {

// A chart with one template.
class RenderTest : public testing::Test {
 protected:
  const RenderedFile& Render(const std::string& values, const std::string& text) {
    sandbox_.Add("chart/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\n");
    sandbox_.Add("chart/values.yaml", values);
    sandbox_.Add("chart/templates/a.yaml", text);
    Chart* chart = sandbox_.Load();
    context_.emplace(sandbox_.context());
    const FinalValues computed =
        helm::Compute(*chart, *context_->forest.NewTable(), HelmOperation::kTemplate, store_, *context_);
    rendered_ = render::Render(*chart, *computed.values, {}, {}, *context_);
    return rendered_->is_rendered() ? rendered_->files().front() : none_;
  }

  // The text of the template and the paths of the values that the first occurrence of `text` comes from.
  std::string OriginOf(const RenderedFile& file, const std::string& text) {
    const Piece* piece = file.PieceAt(static_cast<uint32_t>(file.text.find(text)));
    std::string out(context_->sources.Text(piece->span));
    for (const uint32_t source : rendered_->SourcesOf(piece->origins)) {
      out += " " + diag::Display(PathOf(rendered_->sources(), source));
    }
    return out;
  }

  Sandbox sandbox_;
  ChartStore store_;
  std::optional<HelmContext> context_;
  std::unique_ptr<RenderedChart> rendered_;
  const RenderedFile none_{};
};

TEST_F(RenderTest, PiecesNameTheirTemplateAndValues) {
  const RenderedFile& file =
      Render("a: {b: [one, two]}\n", "x: {{ index .Values.a.b 1 }}\ny: {{ .Values.a.b | join \"+\" }}\n");
  EXPECT_EQ(file.text, "x: two\ny: one+two\n");
  EXPECT_EQ(OriginOf(file, "two"), "{{ index .Values.a.b 1 }} a.b[1]");
  EXPECT_EQ(OriginOf(file, "one+two"), "{{ .Values.a.b | join \"+\" }} a.b");
  EXPECT_EQ(OriginOf(file, "x: "), "x: ");
}

TEST_F(RenderTest, PiecesFollowRemovedText) {
  const RenderedFile& file =
      Render("b: yes!\n", "a: {{ .Values.none }}{{ .Values.b }}{{ .Values.none }}, {{ .Values.b }}\n");
  EXPECT_EQ(file.text, "a: yes!, yes!\n");
  EXPECT_EQ(OriginOf(file, "yes!"), "{{ .Values.b }} b");
  EXPECT_EQ(file.pieces.back().end, file.text.size());
  EXPECT_EQ(OriginOf(file, ", "), ", ");
}

TEST_F(RenderTest, AnErrorIsReportedInTheTemplate) {
  Render("a: 1\n", "{{ fail \"no\" }}");
  EXPECT_FALSE(rendered_->is_rendered());
  EXPECT_EQ(sandbox_.Findings(), "the chart rejects the values: no\n");
}

}  // namespace
}  // namespace kval::helm::render
