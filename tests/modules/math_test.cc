#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Math, functions) {
  Check({{"math.ceil(1.2)", "2"},
         {"math.floor(-1.2)", "-2"},
         {"type(math.floor(1.5))", "\"int\""},
         {"math.ceil(7)", "7"},
         {"math.ceil(1e20)", "100000000000000000000"},
         {"math.copysign(3, -1.0)", "-3"},
         {"math.fabs(-2)", "2"},
         {"math.mod(7, 4)", "3"},
         {"math.pow(2, 10)", "1024"},
         {"math.remainder(7, 4)", "-1"},
         {"math.round(2.5)", "3"},
         {"math.sqrt(16)", "4"},
         {"math.hypot(3, 4)", "5"},
         {"math.log(8, 2)", "3"},
         {"math.log(math.e)", "1"},
         {"math.degrees(math.pi)", "180"},
         {"math.gamma(5)", "24"},
         {"math.atan2(0, 1)", "0"}});
}

TEST(Math, refuses) {
  Check({{"math.sqrt('a')", "error: sqrt: expected float value, but was starlark.String"},
         {"math.sqrt()", "error: sqrt: expected exactly one argument"},
         {"math.pow(1)", "error: pow: expected exactly two arguments"},
         {"math.ceil(float('nan'))", "error: ceil: cannot convert float NaN to integer"},
         {"math.floor('a')", "error: floor: expected float value, but was starlark.String"},
         {"math.log()", "error: log: got 0 arguments, want at least 1"}});
}

TEST(Math, warns_once) {
  Session session;
  EXPECT_EQ(session.Eval("math.pi > 3"), "True");
  EXPECT_TRUE(session.printed().empty());
  session.Eval("[math.sqrt(4), math.floor(1.5)]");
  ASSERT_EQ(session.printed().size(), 1U);
  EXPECT_NE(session.printed()[0].find("does not guarantee bit-identical results"), std::string::npos);
}

}  // namespace
}  // namespace kval::modules
