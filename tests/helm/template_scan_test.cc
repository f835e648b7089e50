#include "src/helm/template_scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kval::helm {
namespace {

TemplateReferences Scan(std::string_view text) {
  TemplateReferences mentions;
  ScanTemplate(text, mentions);
  return mentions;
}

TEST(TemplateScanTest, ChainsInTheirForms) {
  EXPECT_THAT(Scan("{{ .Values.a.b }}{{- $.Values.c -}}{{ $root.Values.d }}").chains,
              testing::ElementsAre("a.b", "c", "d"));
  EXPECT_THAT(Scan("{{ ((.Values.a).b).c }}").chains, testing::ElementsAre("a.b.c"));
  EXPECT_THAT(Scan(R"({{ index .Values "a" "b-c" }})").chains, testing::ElementsAre("a.b-c"));
  EXPECT_THAT(Scan(R"({{ (index .Values "a").b | quote }})").chains, testing::ElementsAre("a.b"));
  EXPECT_THAT(Scan(R"({{ dig "a" "b" "default" .Values }})").chains, testing::ElementsAre("a.b"));
  EXPECT_THAT(Scan("{{ get .Values `x` }}{{ hasKey .Values.m \"y\" }}").chains,
              testing::ElementsAre("m.y", "x"));
}

TEST(TemplateScanTest, WholeUse) {
  EXPECT_THAT(Scan("{{ toYaml .Values.labels }}{{ if .Values.test.it }}{{ end }}").used_whole,
              testing::ElementsAre("labels"));
  EXPECT_TRUE(Scan("{{- if .Values.a }}{{- else if .Values.b -}}{{- end }}").used_whole.empty());
  const TemplateReferences tests =
      Scan(R"({{ if and .Values.a (eq (toString (index .Values "b")) "true") }}{{ end }})");
  EXPECT_THAT(tests.tested, testing::ElementsAre("a"));
  EXPECT_THAT(tests.used_whole, testing::ElementsAre("b"));
  EXPECT_THAT(Scan("{{ include \"x\" (dict \"v\" .Values) }}").used_whole, testing::ElementsAre(""));
  const TemplateReferences mentions = Scan("{{ toYaml .Values.a.b }}");
  EXPECT_TRUE(mentions.IsOpen("a.b"));
  EXPECT_TRUE(mentions.IsOpen("a.b.c"));
  EXPECT_FALSE(mentions.IsOpen("a"));
  EXPECT_FALSE(mentions.IsOpen(""));
  EXPECT_TRUE(Scan("{{ toYaml .Values }}").IsOpen(""));
  EXPECT_TRUE(Scan("{{ toYaml .Values }}").IsOpen("x"));
}

TEST(TemplateScanTest, ResolvesPathAliases) {
  const TemplateReferences with = Scan("{{ with .Values.a }}{{ .b }}{{ else }}{{ .c }}{{ end }}{{ .d }}");
  EXPECT_THAT(with.chains, testing::ElementsAre("a", "a.b"));
  EXPECT_FALSE(with.IsOpen("a"));
  const TemplateReferences variable = Scan("{{ $v := .Values.a }}{{ $v.b }}{{ $v = 1 }}{{ $v.c }}");
  EXPECT_THAT(variable.chains, testing::ElementsAre("a.b"));
  EXPECT_TRUE(Scan("{{ $v := .Values.a | default dict }}{{ $v.b }}").IsOpen("a"));
  EXPECT_TRUE(Scan("{{ with $v := .Values.a }}{{ $v.b }}{{ end }}").IsOpen("a"));
  EXPECT_TRUE(Scan("{{ with .Values.a }}{{ toYaml . }}{{ end }}").IsRendered("a.b"));
  EXPECT_FALSE(Scan("{{ include \"x\" .Values.a }}").IsRendered("a"));
  EXPECT_TRUE(Scan("{{ toYaml .Values | sha256sum }}").used_whole.empty());
}

TEST(TemplateScanTest, WordsAreFieldsAndStrings) {
  const TemplateReferences mentions =
      Scan(R"(plain {{ with .x }}{{ .inner.part }}{{ tpl "a.b" . }}{{ end }} text)");
  EXPECT_THAT(mentions.names, testing::IsSupersetOf({"x", "inner", "part", "a", "b", "a.b"}));
  EXPECT_FALSE(mentions.names.contains("plain"));
}

TEST(TemplateScanTest, CommentsAndStringsWithBraces) {
  EXPECT_TRUE(Scan("{{/* .Values.a */}}{{- /* .Values.b */ -}}").chains.empty());
  EXPECT_THAT(Scan("{{ print \"}}\" .Values.a }}{{ .Values.b }}").chains, testing::ElementsAre("a", "b"));
  EXPECT_TRUE(Scan("{{ \"never closed").chains.empty());
  EXPECT_TRUE(Scan("{{").chains.empty());
}

}  // namespace
}  // namespace kval::helm
