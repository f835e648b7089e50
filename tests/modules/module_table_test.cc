#include "src/modules/module_table.h"

#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(ModuleTable, a_loaded_file_has_the_module_as_its_member) {
  Session session;
  starlark::Outcome<starlark::Module*> file = session.table().Load("base64");
  ASSERT_TRUE(file.ok());
  EXPECT_EQ((*file)->name(), "@ytt:base64");
  EXPECT_EQ((*file)->size(), 1U);
  const auto* module = (*file)->Find("base64").As<starlark::Module>();
  ASSERT_NE(module, nullptr);
  EXPECT_TRUE(module->Find("encode").is_set());
  EXPECT_EQ(*session.table().Load("base64"), *file);
}

TEST(ModuleTable, an_unknown_module_gets_the_nearest_name) {
  Session session;
  starlark::Outcome<starlark::Module*> file = session.table().Load("bas64");
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().kind, diag::Kind::kUnresolvedImport);
  EXPECT_EQ(file.error().message,
            "builtin ytt library does not have module 'bas64' (hint: is it available in newer version of "
            "ytt?)");
  EXPECT_EQ(file.error().hint, "did you mean `@ytt:base64`?");
  EXPECT_EQ(session.table().Load("zzzzzz").error().hint, "");
}

TEST(ModuleTable, the_host_adds_modules) {
  Session session;
  EXPECT_FALSE(session.table().Load("data").ok());
  auto* data = session.interpreter().heap().New<starlark::Module>("data");
  session.table().AddHost("data", [data] { return starlark::Value(data); });
  starlark::Outcome<starlark::Module*> file = session.table().Load("data");
  ASSERT_TRUE(file.ok());
  EXPECT_EQ((*file)->Find("data").As<starlark::Module>(), data);
  EXPECT_EQ(session.table().Names().size(), 17U);
}

TEST(ModuleTable, every_module_is_made) {
  Session session;
  for (const std::string_view name : session.table().Names()) {
    starlark::Outcome<starlark::Module*> file = session.table().Load(name);
    ASSERT_TRUE(file.ok()) << name;
    EXPECT_TRUE((*file)->Find(name).is_set()) << name;
  }
}

}  // namespace
}  // namespace kval::modules
