#include "src/lsp/structure/helm_template_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kval::lsp {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The names with their paths: `a` for a field, `a()` for a function, `"a"` for a template, `def a` for its
// definition.
std::vector<std::string> Names(std::string_view text) {
  std::vector<std::string> shown;
  for (const HelmTemplateName& name : FindHelmTemplateNames(text).names) {
    EXPECT_LE(name.range.begin, name.range.end);
    EXPECT_LE(name.range.end, text.size());
    std::string path;
    for (const std::string_view part : name.path) {
      path += (path.empty() ? "" : ".") + std::string(part);
    }
    switch (name.kind) {
      case HelmTemplateName::NameKind::kField:
        EXPECT_TRUE(name.path.empty() ||
                    name.path.back() == text.substr(name.range.begin, name.range.end - name.range.begin));
        shown.push_back(name.path.empty() ? "?" : path.empty() ? "." : path);
        break;
      case HelmTemplateName::NameKind::kFunction:
        shown.push_back(path + "()");
        break;
      case HelmTemplateName::NameKind::kVariable:
        shown.push_back(path);
        break;
      case HelmTemplateName::NameKind::kReference:
        shown.push_back("\"" + path + "\"");
        break;
      case HelmTemplateName::NameKind::kDefinition:
        shown.push_back("def " + path);
        break;
    }
  }
  return shown;
}

TEST(HelmTemplateNames, FieldsHaveTheirWholePath) {
  EXPECT_THAT(Names("a: {{ .Values.a.b }}"), ElementsAre("Values", "Values.a", "Values.a.b"));
  EXPECT_THAT(Names("{{ $.Chart.Name | quote }}"), ElementsAre("$", "Chart", "Chart.Name", "quote()"));
  EXPECT_THAT(Names("{{ (.Values.a).b }}"), ElementsAre("Values", "Values.a", "Values.a.b"));
  EXPECT_THAT(Names("{{ (first .Values.a).b }}"), ElementsAre("first()", "Values", "Values.a", "?"));
  EXPECT_THAT(Names("{{ .ctx.Values.a }}"), ElementsAre("ctx", "Values", "Values.a"));
}

TEST(HelmTemplateNames, BlocksChangeWhatTheDotIs) {
  EXPECT_THAT(Names("{{ with .Values.a }}{{ .b }}{{ else }}{{ .c }}{{ end }}{{ .d }}"),
              ElementsAre("with()", "Values", "Values.a", "Values.a.b", "else()", "c", "end()", "d"));
  EXPECT_THAT(
      Names("{{ range .Values.a }}{{ .b }}{{ $.Values.c }}{{ end }}"),
      ElementsAre("range()", "Values", "Values.a", "Values.a.[].b", "$", "Values", "Values.c", "end()"));
  EXPECT_THAT(Names("{{ with f }}{{ .b }}{{ .Values.c }}{{ end }}"),
              ElementsAre("with()", "f()", "?", "Values", "Values.c", "end()"));
  EXPECT_THAT(Names("{{ if .x }}{{ else with .Values.a }}{{ .b }}{{ end }}{{ .c }}"),
              ElementsAre("if()", "x", "else()", "with()", "Values", "Values.a", "Values.a.b", "end()", "c"));
}

TEST(HelmTemplateNames, VariablesHaveTheirValuesPath) {
  EXPECT_THAT(Names("{{ $a := .Values.a }}{{ $a.b }}{{ $a = 1 }}{{ $a.b }}"),
              ElementsAre("$a", "Values", "Values.a", "$a", "Values.a.b", "$a", "$a", "?"));
  EXPECT_THAT(Names("{{ range $k, $v := .Values.a }}{{ $v.b }}{{ $k.c }}{{ end }}{{ $v.b }}"),
              ElementsAre("range()", "$k", "$v", "Values", "Values.a", "$v", "Values.a.[].b", "$k", "?",
                          "end()", "$v", "?"));
}

TEST(HelmTemplateNames, Templates) {
  const std::string_view text =
      "{{- define \"a\" }}{{ if .x }}{{ end }}{{ end }}{{ include \"a\" . }}{{ template `b` }}";
  EXPECT_THAT(Names(text), ElementsAre("define()", "def a", "if()", "x", "end()", "end()", "include()",
                                       "\"a\"", ".", "template()", "\"b\""));
  const HelmTemplateOutline outline = FindHelmTemplateNames(text);
  ASSERT_EQ(outline.definitions.size(), 1U);
  EXPECT_EQ(outline.definitions[0].name, "a");
  EXPECT_EQ(outline.definitions[0].range, (ByteRange{0, text.find("{{ include")}));
}

TEST(HelmTemplateNames, IncompleteText) {
  EXPECT_THAT(Names("{{ .Values.a."), ElementsAre("Values", "Values.a", "Values.a."));
  EXPECT_THAT(Names("{{ .Values.a\nb: {{ .Values.c }}"),
              ElementsAre("Values", "Values.a", "b()", "Values", "Values.c"));
  EXPECT_THAT(Names("{{ include \"a\nb: {{ .c }}"), ElementsAre("include()", "\"a\"", "c"));
  EXPECT_THAT(Names("{{ end }}{{ else }}{{ .a }}{{ define }}{{ .b"),
              ElementsAre("end()", "else()", "a", "define()", "b"));
  EXPECT_THAT(Names("{{ ) .a }}{{ (((.b }}{{/* {{ .c }} */}}{{/* "), testing::Contains("b"));
  EXPECT_THAT(Names("{{"), IsEmpty());
  EXPECT_THAT(Names("{{/* .a */}} {{- /* .b */ -}}"), IsEmpty());
}

TEST(HelmTemplateNames, CostIsLinear) {
  std::string text = "{{ with .a }}";
  for (int i = 0; i < 20000; ++i) {
    text += "{{ $v" + std::to_string(i) + " := .a }}{{ with .b }}{{ $x.c";
  }
  EXPECT_GT(FindHelmTemplateNames(text).names.size(), 20000U);
  std::string chain = "{{ ";
  for (int i = 0; i < 50000; ++i) {
    chain += ".a";
  }
  EXPECT_EQ(FindHelmTemplateNames(chain + " }}").names.size(), 50000U);
}

}  // namespace
}  // namespace kval::lsp
