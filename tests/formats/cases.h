#pragma once

#include <span>
#include <string>
#include <string_view>

// Texts of every format that kval has, and whether they are of it.
namespace kval::formats {

struct Good {
  std::string_view format;
  std::string text;
};

struct Bad {
  std::string_view format;
  std::string text;
  std::string why;  // empty: any reason, it is a library's
};

std::span<const Good> GoodTexts();
std::span<const Bad> BadTexts();

}  // namespace kval::formats
