#include "src/redaction/secret_text.h"

#include <algorithm>

#include "src/support/ascii.h"

namespace kval::redaction {
namespace {

// Longer strings are not names.
constexpr size_t kLongestName = 128;

bool IsNameChar(char c) {
  return IsAlnum(c) || c == '_' || c == '-' || c == '.';
}

size_t EndOfName(std::string_view line, size_t at) {
  const size_t last = std::min(line.size(), at + kLongestName);
  while (at < last && IsNameChar(line[at])) {
    ++at;
  }
  return at;
}

// Words of a sentence are no secrets, nor is its end, or the place of a field: `filter.`, `filter.type`.
bool IsPlainWord(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '.'; });
}

class Text {
 public:
  Text(std::string_view line, SensitiveKeys sensitive) : line_(line), sensitive_(sensitive) {}

  std::vector<OffsetRange> Secrets() {
    AddMisspelt();
    AddElements();
    AddUsers();
    AddPasswords();
    return std::move(pieces_);
  }

 private:
  void Add(size_t begin, size_t end) {
    if (end > begin && !IsNonSecretValue(line_.substr(begin, end - begin))) {
      pieces_.push_back({begin, end});
    }
  }

  // `password:x` and `password x`, alone on a line.
  void AddMisspelt() {
    const size_t begin = line_.find_first_not_of(" \t-");
    if (begin == std::string_view::npos) {
      return;
    }
    const size_t end = EndOfName(line_, begin);
    if (end == begin || end + 1 >= line_.size() || (line_[end] != ':' && line_[end] != ' ')) {
      return;
    }
    // Nearly all lines end here: entries have a space.
    const size_t value = end + 1;
    const char first = line_[value];
    if (first == ' ' || first == '\t' || first == '\r' || first == ':' || first == '=') {
      return;
    }
    const size_t value_end = line_.find_last_not_of(" \t\r,") + 1;
    const std::string_view text = line_.substr(value, std::max(value, value_end) - value);
    const bool is_word = text.find_first_of(" \t") == std::string_view::npos;
    if (is_word && !IsPlainWord(text) && IsSecretName(line_.substr(begin, end - begin), sensitive_)) {
      Add(value, value_end);
    }
  }

  void AddElements() {
    for (size_t at = line_.find('<'); at != std::string_view::npos; at = line_.find('<', at + 1)) {
      const size_t end = EndOfName(line_, at + 1);
      if (end == at + 1 || end == line_.size() || line_[end] != '>' ||
          !IsSecretName(line_.substr(at + 1, end - at - 1), sensitive_)) {
        continue;
      }
      const size_t following = std::min(line_.find('<', end), line_.size());
      Add(end + 1, following);
    }
  }

  // Of `curl`: for other commands `-u 1000:1000` is a number, or who someone is.
  void AddUsers() {
    if (line_.find(':') == std::string_view::npos) {
      return;
    }
    for (size_t at = line_.find("curl"); at != std::string_view::npos; at = line_.find(" -", at + 1)) {
      size_t argument = 0;
      for (const std::string_view option : {" -u ", " --user ", " --proxy-user ", " -U "}) {
        argument = line_.substr(at).starts_with(option) ? at + option.size() : argument;
      }
      if (argument == 0 || argument >= line_.size()) {
        continue;
      }
      const size_t end = std::min(line_.find_first_of(" \t\"'", argument + 1), line_.size());
      const size_t colon = line_.substr(0, end).find(':', argument);
      if (colon != std::string_view::npos) {
        Add(colon + 1, end);
      }
    }
  }

  // `sshpass -p x`, `mysql -px`: for other commands `-p` is a port or a path.
  void AddPasswords() {
    if (line_.find("-p") == std::string_view::npos) {
      return;
    }
    constexpr std::string_view kBetweenWords = " \t\"',[]";
    bool is_sshpass = false;
    bool is_mysql = false;
    size_t end = 0;
    const auto next = [&] {
      const size_t at = std::min(line_.find_first_not_of(kBetweenWords, end), line_.size());
      end = std::min(line_.find_first_of(kBetweenWords, at), line_.size());
      return at;
    };
    for (size_t at = next(); at < line_.size(); at = next()) {
      const std::string_view word = line_.substr(at, end - at);
      if (word.starts_with("-p") && (is_sshpass || (is_mysql && word.size() > 2))) {
        at = word.size() > 2 ? at + 2 : next();
        Add(at, end);
      }
      const std::string_view command = word.substr(word.rfind('/') + 1);
      is_sshpass = command == "sshpass" || (is_sshpass && word.starts_with('-') && !word.starts_with("-p"));
      const bool is_plain =
          command.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos;
      is_mysql = (is_plain && (command.starts_with("mysql") || command.starts_with("mariadb"))) ||
                 (is_mysql && word.find_first_of("|;&") == std::string_view::npos);
    }
  }

  std::string_view line_;
  SensitiveKeys sensitive_;
  std::vector<OffsetRange> pieces_;
};

}  // namespace

std::vector<OffsetRange> SecretsOfText(std::string_view line, SensitiveKeys sensitive) {
  return Text(line, sensitive).Secrets();
}

std::vector<OffsetRange> LiteralsOfAnnotation(std::string_view comment) {
  std::vector<OffsetRange> literals;
  const bool has_values =
      comment.find("#@") != std::string_view::npos && (comment.find("/default ") != std::string_view::npos ||
                                                       comment.find("/examples ") != std::string_view::npos);
  for (size_t at = has_values ? comment.find_first_of("\"'") : comment.size(); at < comment.size();
       at = comment.find_first_of("\"'", at)) {
    const size_t end = comment.find(comment[at], at + 1);
    if (end == std::string_view::npos) {
      break;
    }
    literals.push_back({at, end + 1});
    at = end + 1;
  }
  return literals;
}

}  // namespace kval::redaction
