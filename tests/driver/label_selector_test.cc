#include "src/driver/kubernetes/label_selector.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "src/support/arena.h"
#include "src/value/builder.h"

namespace kval::driver {
namespace {

class LabelSelector : public testing::Test {
 protected:
  std::optional<bool> Selects(std::string_view selector) {
    value::Builder build(&arena_);
    const std::vector<value::Entry> labels = {{build.String("app"), build.String("web")},
                                              {build.String("a.b/c"), build.String("")}};
    return SelectsLabels(selector, build.Mapping(labels));
  }

  Arena arena_;
};

TEST_F(LabelSelector, SelectsAsApimachinery) {
  for (const char* const selector :
       {"app", "!x", "! x", "app=web", "app == web", "app!=db", "x != web", "a.b/c=", "app in (db, web)",
        "app\tin (web)", "x notin (a)", "app notin (a,),!x", "a.b/c in ()", "a.b/c in (x,)"}) {
    EXPECT_EQ(Selects(selector), true) << selector;
  }
  for (const char* const selector : {"x", "!app", "! app", "app=db", "app!=web", "app in (db)", "x in (a)",
                                     "app notin (web)", "app,x", "x="}) {
    EXPECT_EQ(Selects(selector), false) << selector;
  }
}

TEST_F(LabelSelector, ReadsNoOtherForm) {
  for (const char* const selector : {"app in web", "app in (web", "app foo (web)",
                                     "app in (db, x in (web, db)", "app=a b", "!app=web", "app > 1"}) {
    EXPECT_EQ(Selects(selector), std::nullopt) << selector;
  }
}

}  // namespace
}  // namespace kval::driver
