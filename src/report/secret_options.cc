#include "src/report/secret_options.h"

#include <string>

#include "src/report/secret_unescape.h"

namespace kval::report {

bool SecretOptions::IsValue(const SecretLine& read, std::string_view line) const {
  return after_option_ && read.is_item && read.indent == column_ && !read.is_space &&
         !line.substr(read.content_column).starts_with('-');
}

void SecretOptions::Take(const SecretLine& read, std::string_view line) {
  if (read.is_space) {
    return;
  }
  const std::string_view item = line.substr(read.content_column);
  const std::string word = Unspelled(item.substr(0, item.find_last_not_of(" \t\r,") + 1));
  const std::string_view name = read.is_item ? OptionName(word) : std::string_view();
  after_option_ =
      !name.empty() && name.find_first_of(" =") == std::string_view::npos && IsSecretName(name, sensitive_);
  column_ = read.indent;
}

}  // namespace kval::report
