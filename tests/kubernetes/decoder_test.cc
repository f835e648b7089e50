#include "schemas/kubernetes/decoder.h"

#include <gtest/gtest.h>

#include <string>

#include "src/types/model.h"

namespace kval::schemas::kubernetes {
namespace {

class DecoderTest : public testing::Test {
 protected:
  // Returns the dump of the type `a.T` whose fields are the lines of `body`.
  std::string Decoded(const std::string& body) {
    const ApiTable table("V 1.30\nT a.T 1 v1/T\n" + body + "\nT b.U 1\nx s!\n");
    Decoder decoder(table, 0, arena_, model_);
    return types::Dump(model_, decoder.TypeNamed("a.T"));
  }

  Arena arena_;
  Interner interner_;
  types::Model model_{&interner_};
};

TEST_F(DecoderTest, FieldsWithTheirShapes) {
  const std::string dump = Decoded("a s!\nb [@b.U\nc {q\nd o\ne (s|b)");
  EXPECT_NE(dump.find("a"), std::string::npos);
  EXPECT_NE(dump.find("quantity"), std::string::npos) << dump;
}

TEST_F(DecoderTest, ATypeMayHoldItself) {
  EXPECT_FALSE(Decoded("next @a.T").empty());
}

TEST_F(DecoderTest, RulesOfFieldsReplaceTheRangeOfTheirType) {
  const std::string dump = Decoded("* one:a,b\na s! e=A|B r=filled\nb 4 r=min:1;max:5");
  EXPECT_NE(dump.find("min 1"), std::string::npos) << dump;
  EXPECT_EQ(dump.find("-2147483648"), std::string::npos) << dump;
}

TEST(BuiltinTypesTest, EveryKindOfEveryVersionDecodes) {
  const ApiTable table = ApiTable::Builtin();
  for (size_t version = 0; version < table.versions().size(); ++version) {
    Arena arena;
    Interner interner;
    types::Model model(&interner);
    Decoder decoder(table, version, arena, model);
    for (const Api& api : table.Apis()) {
      if (const TypeRecord* record = table.FindKind(api.api_version, api.kind, version)) {
        EXPECT_FALSE(std::holds_alternative<types::InvalidType>(model.Resolve(decoder.TypeOf(*record)).shape))
            << api.kind;
      }
    }
  }
}

}  // namespace
}  // namespace kval::schemas::kubernetes
