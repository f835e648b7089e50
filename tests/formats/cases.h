#pragma once

#include <span>
#include <string>
#include <string_view>

// Valid and invalid strings for every builtin format.
namespace kval::formats {

struct Good {
  std::string_view format;
  std::string text;
};

struct Bad {
  std::string_view format;
  std::string text;
  std::string why;  // the expected reason; empty: not compared, a library provides it
};

std::span<const Good> GoodStrings();
std::span<const Bad> BadStrings();

}  // namespace kval::formats
