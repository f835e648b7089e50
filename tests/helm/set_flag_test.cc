#include "src/helm/set_flag.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/helm/workbench.h"

namespace kval::helm {
namespace {

struct Case {
  SetKind kind;
  std::string text;
  std::string expected;
};

class SetFlagTest : public testing::TestWithParam<Case> {};

TEST_P(SetFlagTest, GivesWhatHelmGives) {
  Sandbox bench;
  EXPECT_EQ(bench.Set(GetParam().kind, GetParam().text), GetParam().expected) << GetParam().text << "\n"
                                                                              << bench.Findings();
}

// Source of the expectations: helm v3.22.
INSTANTIATE_TEST_SUITE_P(
    Grammar, SetFlagTest,
    testing::Values(
        Case{SetKind::kSet, "a=1", R"({"a":1})"}, Case{SetKind::kSet, "a=1,", R"({"a":1})"},
        Case{SetKind::kSet, "a=", R"({"a":""})"}, Case{SetKind::kSet, "a={}", R"({"a":[""]})"},
        Case{SetKind::kSet, "a={a,}", R"({"a":["a",""]})"},
        Case{SetKind::kSet, "a={1,null,x}", R"({"a":[1,null,"x"]})"},
        Case{SetKind::kSet, "a=[]", R"({"a":"[]"})"}, Case{SetKind::kSet, "=1", "{}"},
        Case{SetKind::kSet, "a", "refused"}, Case{SetKind::kSet, "a.b", "refused"},
        Case{SetKind::kSet, "a,b=1", "refused"}, Case{SetKind::kSet, "a={x", "refused"},
        Case{SetKind::kSet, "a={x}b", "refused"}, Case{SetKind::kSet, "a={x},b=2", R"({"a":["x"],"b":2})"},
        Case{SetKind::kSet, "a[2]=x", R"({"a":[null,null,"x"]})"},
        Case{SetKind::kSet, "a[0]=1,a[1]=2", R"({"a":[1,2]})"},
        Case{SetKind::kSet, "a[+1]=2", R"({"a":[null,2]})"}, Case{SetKind::kSet, "a[-1]=2", "refused"},
        Case{SetKind::kSet, "a[65537]=2", "refused"}, Case{SetKind::kSet, "a[x]=2", "refused"},
        Case{SetKind::kSet, "a[0][1].b=2", R"({"a":[[null,{"b":2}]]})"},
        Case{SetKind::kSet, "a[0].b=1,a[0].c=2", R"({"a":[{"b":1,"c":2}]})"},
        Case{SetKind::kSet, "a[0]", R"({"a":[]})"}, Case{SetKind::kSet, "a[0]x=1", "refused"},
        Case{SetKind::kSet, "a=1,a.b=2", "refused"}, Case{SetKind::kSet, "a.b=1,a[0]=2", "refused"},
        Case{SetKind::kSet, "a=null,a.b=1", "refused"},
        Case{SetKind::kSet, R"(a\.b=1\,2)", R"({"a.b":"1,2"})"},
        Case{SetKind::kSet, R"(a=\n)", R"({"a":"n"})"},
        Case{SetKind::kSet, "a=TRUE,b=False,c=NULL", R"({"a":true,"b":false,"c":null})"},
        Case{SetKind::kSet, "a=0,b=-5,c=+5,d=-0", R"({"a":0,"b":-5,"c":5,"d":0})"},
        Case{SetKind::kSet, "a=1.5,b=1e3,c=007,d=0x1f", R"({"a":"1.5","b":"1e3","c":"007","d":"0x1f"})"},
        Case{SetKind::kSet, "a=9223372036854775807", R"({"a":9223372036854775807})"},
        Case{SetKind::kSet, "a=9223372036854775808", R"({"a":"9223372036854775808"})"},
        Case{SetKind::kSet, "a= 1 ", R"({"a":" 1 "})"}, Case{SetKind::kSet, "a=b=c", R"({"a":"b=c"})"},
        Case{SetKind::kString, "a=1,b=null,c={1,2}", R"({"a":"1","b":"null","c":["1","2"]})"},
        Case{SetKind::kLiteral, R"(a.b=1,2\,{x)", R"({"a":{"b":"1,2\\,{x"}})"},
        Case{SetKind::kLiteral, "a=", R"({"a":""})"},
        Case{SetKind::kJson, R"(a={"b":[1,2.5]},c=null)", R"({"a":{"b":[1,2.5]},"c":null})"},
        Case{SetKind::kJson, "a=", R"({"a":null})"}, Case{SetKind::kJson, "a=1 b=2", R"({"a":1,"b":2})"},
        Case{SetKind::kJson, R"({"a":1})", "refused"}, Case{SetKind::kJson, "a=x", "refused"},
        Case{SetKind::kJson, "a=9007199254740993", R"({"a":9007199254740992})"},
        Case{SetKind::kJson, R"(a[1]="x")", R"({"a":[null,"x"]})"}));

TEST(SetFlagTest, NamesNestThirtyTimes) {
  std::string path = "a";
  for (int i = 0; i < 30; ++i) {
    path += ".a";
  }
  EXPECT_NE(Sandbox().Set(SetKind::kSet, path + "=1"), "refused");
  EXPECT_EQ(Sandbox().Set(SetKind::kSet, path + ".a=1"), "refused");
}

TEST(SetFlagTest, FilesAreTakenWhole) {
  Sandbox bench;
  bench.Add("x.txt", "one\ntwo\n");
  EXPECT_EQ(bench.Set(SetKind::kFile, "a=x.txt,b={x.txt}"), R"({"a":"one\ntwo\n","b":["one\ntwo\n"]})");
  EXPECT_EQ(bench.Set(SetKind::kFile, "a=none"), "refused");
  EXPECT_EQ(bench.Set(SetKind::kFile, "a=https://example.com/x"), "refused");
}

}  // namespace
}  // namespace kval::helm
