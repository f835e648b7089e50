#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "tests/gotemplate/sample.h"

namespace kval::gotemplate {

struct Case {
  std::string_view text;
  std::string_view expected;  // the output, or the error
};

inline void ExpectOutputs(std::span<const Case> cases, std::string_view data) {
  for (const Case& test : cases) {
    const Rendered rendered = Render(test.text, data);
    EXPECT_EQ(rendered.error, "") << test.text;
    EXPECT_EQ(rendered.text, test.expected) << test.text;
  }
}

inline void ExpectErrors(std::span<const Case> cases, std::string_view data,
                         const RenderOptions& options = {}) {
  for (const Case& test : cases) {
    EXPECT_EQ(Render(test.text, data, options).error, test.expected) << test.text;
  }
}

}  // namespace kval::gotemplate
