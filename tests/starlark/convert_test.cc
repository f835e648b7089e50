#include "src/lang/starlark/convert.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/starlark/fixture.h"

namespace kval::starlark {
namespace {

class ConvertTest : public testing::Test {
 protected:
  // Converts the value of an expression to a document and back. Returns its repr.
  std::string RoundTrip(std::string_view text) {
    const source::SourceFile& file = session_.sources().AddText("e", std::string(text));
    std::optional<Outcome<Value>> made =
        Evaluate(session_.interpreter(), file.span(), session_.environment(), session_.emitter());
    Outcome<const value::Value*> document = ToDocument(builder_, **made, {5, 6});
    if (!document) {
      return document.error().message;
    }
    EXPECT_EQ((*document)->span, (source::Span{5, 6}));
    return Repr(*FromDocument(session_.interpreter().heap(), **document));
  }

  Session session_;
  Arena arena_;
  value::Builder builder_{&arena_};
};

TEST_F(ConvertTest, plain_values_survive) {
  EXPECT_EQ(RoundTrip("[None, True, 1, -2, 1.5, 'a', {'b': [], 3: {}}]"),
            R"([None, True, 1, -2, 1.5, "a", {"b": [], 3: {}}])");
  EXPECT_EQ(RoundTrip("(1, 2)"), "[1, 2]");
  EXPECT_EQ(RoundTrip("set([1])"), "[1]");
  EXPECT_EQ(RoundTrip("list(range(3))"), "[0, 1, 2]");
  EXPECT_EQ(RoundTrip("18446744073709551615"), "18446744073709551615");
}

TEST_F(ConvertTest, the_rest_is_refused) {
  EXPECT_EQ(RoundTrip("18446744073709551616"), "int 18446744073709551616 does not fit into 64 bits");
  EXPECT_EQ(RoundTrip("[len]"), "unable to convert value of type builtin_function_or_method to a document");
  EXPECT_EQ(RoundTrip("[range(3)]"), "unable to convert value: a range does not encode");
  EXPECT_EQ(RoundTrip("(lambda l: l.append(l) or l)([])"), "list contains itself");
}

TEST_F(ConvertTest, structs_become_maps) {
  Heap& heap = session_.interpreter().heap();
  const Value record = heap.NewStruct({{"a", Value::Int(1)}, {"b", heap.NewList({Value::None()})}});
  Outcome<const value::Value*> document = ToDocument(builder_, record, {});
  ASSERT_TRUE(document);
  EXPECT_EQ(Repr(*FromDocument(heap, **document)), R"({"a": 1, "b": [None]})");
}

}  // namespace
}  // namespace kval::starlark
