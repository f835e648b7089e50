#include "src/modules/encode.h"

#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

// A host value that converts to YAML, like a fragment of a template.
class Fragment final : public starlark::HostValue, public Encodable {
 public:
  std::string_view TypeName() const override { return "yamlfragment"; }
  std::string Repr() const override { return "fragment"; }
  std::optional<int64_t> Length() const override { return 1; }
  bool IsIterable() const override { return true; }
  bool Iterate(starlark::Interpreter& interpreter, std::vector<starlark::Value>& items) override {
    items.push_back(interpreter.heap().NewString("a"));
    return true;
  }

  starlark::Outcome<const value::Value*> ToDocument(starlark::Interpreter&,
                                                    value::Builder& builder) override {
    const value::Value* items[] = {builder.Int(1), builder.Bool(true)};
    const value::Entry entries[] = {{builder.String("a"), builder.Sequence(items)}};
    return builder.Mapping(entries);
  }
};

class DocumentSet final : public starlark::HostValue, public Encodable {
 public:
  std::string_view TypeName() const override { return "yamlfragment"; }
  std::string Repr() const override { return "documents"; }
  starlark::Outcome<const value::Value*> ToDocument(starlark::Interpreter&, value::Builder&) override {
    return starlark::EvalFailure("several documents are no value");
  }
  starlark::Outcome<std::vector<const value::Value*>> ToDocuments(starlark::Interpreter&,
                                                                  value::Builder& builder) override {
    return std::vector<const value::Value*>{builder.String("one"), builder.Null()};
  }
};

class EncodeTest : public testing::Test {
 protected:
  EncodeTest() {
    starlark::Heap& heap = session_.interpreter().heap();
    session_.environment().Define("fragment", starlark::Value(heap.New<Fragment>()));
    session_.environment().Define("documents", starlark::Value(heap.New<DocumentSet>()));
  }

  Session session_;
};

TEST_F(EncodeTest, host_values_encode_at_any_depth) {
  EXPECT_EQ(session_.Text("json.encode(fragment)"), R"({"a":[1,true]})");
  EXPECT_EQ(session_.Text("json.encode({'x': [fragment]})"), R"({"x":[{"a":[1,true]}]})");
  EXPECT_EQ(session_.Text("yaml.encode(struct.make(x=fragment))"), "x:\n  a:\n  - 1\n  - true\n");
  EXPECT_EQ(session_.Text("toml.encode({'x': fragment})"), "[x]\n  a = [1, true]\n");
}

TEST_F(EncodeTest, documents_are_parted_by_markers) {
  EXPECT_EQ(session_.Text("yaml.encode(documents)"), "one\n");
  EXPECT_EQ(session_.Text("json.encode(documents)"), "error: json.encode: several documents are no value");
}

TEST_F(EncodeTest, rules_see_host_values_in_their_plain_form) {
  EXPECT_EQ(session_.Eval("assert.equals(fragment, {'a': (1, True)})"), "None");
  EXPECT_EQ(session_.Eval("assert.min_len(1).check(fragment)"), "True");
  EXPECT_EQ(session_.Eval("assert.one_of([{'a': [1, True]}]).check(fragment)"), "True");
  EXPECT_EQ(session_.Eval("assert.one_not_null().check(fragment)"), "True");
  EXPECT_EQ(session_.Eval("assert.one_not_null(fragment).check({'a': 1})"), "True");
}

TEST_F(EncodeTest, structs_take_no_fragments) {
  EXPECT_EQ(session_.Eval("struct.encode({'a': fragment}).a"),
            "error: struct.encode: Unable to convert value: yamlfragment does not encode");
}

TEST_F(EncodeTest, what_is_no_yaml_says_why) {
  EXPECT_EQ(
      session_.Eval("yaml.encode([url.parse('http://a')])"),
      "error: yaml.encode: Unable to convert value: @ytt:url.value does not automatically encode (hint: "
      "use .string())");
  EXPECT_EQ(session_.Eval("yaml.encode({'a': len})"),
            "error: yaml.encode: unable to convert value of type builtin_function_or_method to a document");
  EXPECT_EQ(session_.Eval("yaml.encode((lambda l: l.append(l) or l)([]))"),
            "error: yaml.encode: Unable to convert value: a list holds itself");
}

TEST_F(EncodeTest, shared_structure_does_not_explode) {
  starlark::Outcome<starlark::Value> result = session_.Evaluate(
      "(lambda grow: yaml.encode(grow(grow, [], 60)))(lambda self, l, n: self(self, [l, l], n - 1) if n else "
      "l)");
  ASSERT_FALSE(result.ok());
  EXPECT_TRUE(IsLimit(result.error())) << result.error().message;
}

TEST_F(EncodeTest, a_fragment_counts_as_often_as_it_occurs) {
  starlark::Outcome<starlark::Value> result = session_.Evaluate("yaml.encode([fragment] * 4000000)");
  ASSERT_FALSE(result.ok());
  EXPECT_TRUE(IsLimit(result.error())) << result.error().message;
}

TEST_F(EncodeTest, normalized_floats_that_print_as_integers_are_integers) {
  const struct {
    const char* expression;
    const char* normalized;
    bool is_float;
  } cases[] = {{"3.0", "3", false}, {"1000000.0", "1e+06", true}, {"1.5", "1.5", true}};
  for (const auto& one : cases) {
    starlark::Outcome<starlark::Value> plain =
        Normalize(session_.interpreter(), *session_.Evaluate(one.expression));
    ASSERT_TRUE(plain.ok());
    EXPECT_EQ(starlark::Repr(*plain), one.normalized);
    EXPECT_EQ(plain->is_float(), one.is_float);
  }
  starlark::Outcome<starlark::Value> nested =
      Normalize(session_.interpreter(), *session_.Evaluate("{1.0: (2.0, [3.5])}"));
  EXPECT_EQ(starlark::Repr(*nested), "{1: [2, [3.5]]}");
}

}  // namespace
}  // namespace kval::modules
