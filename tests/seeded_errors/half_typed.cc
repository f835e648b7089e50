#include "tests/seeded_errors/half_typed.h"

namespace kval::seeded_errors {
namespace {

size_t IndentOf(const std::string& line) {
  return line.find_first_not_of(' ');
}

std::string WithTab(const std::string& line) {
  return "\t" + line.substr(IndentOf(line));
}
std::string WithTabInIndentation(const std::string& line) {
  return line.substr(0, IndentOf(line)) + "\t" + line.substr(IndentOf(line));
}
std::string OneMore(const std::string& line) {
  return " " + line;
}
std::string OneLess(const std::string& line) {
  return line.starts_with(' ') ? line.substr(1) : line;
}
std::string Twice(const std::string& line) {
  return line + "\n" + line;
}
std::string Conflict(const std::string& line) {
  return "<<<<<<< HEAD\n" + line + "\n=======\n" + line + "\n>>>>>>> other";
}
std::string HalfConflict(const std::string& line) {
  return "=======\n" + line;
}

}  // namespace

const std::vector<HalfTyped>& HalfTypedForms() {
  static const std::vector<HalfTyped> kForms = {
      {"word", "repl", nullptr},
      {"glued colon", "repl:3", nullptr},
      {"open double quote", "name: \"abc", nullptr},
      {"open single quote", "name: 'abc", nullptr},
      {"open bracket", "list: [a, b", nullptr},
      {"open bracket and comma", "list: [a,", nullptr},
      {"open brace", "map: {a: 1", nullptr},
      {"both open", "x: [{a: 1", nullptr},
      {"bracket alone", "[", nullptr},
      {"brace alone", "{", nullptr},
      {"double quote alone", "\"", nullptr},
      {"single quote alone", "'", nullptr},
      {"key in open quote", "\"ke", nullptr},
      {"alias unknown", "x: *nope", nullptr},
      {"star alone", "x: *", nullptr},
      {"anchor without name", "x: &", nullptr},
      {"tag without name", "x: !", nullptr},
      {"open tag", "x: !<", nullptr},
      {"tab", "", WithTab},
      {"tab in indentation", "", WithTabInIndentation},
      {"one blank more", "", OneMore},
      {"one blank less", "", OneLess},
      {"key twice", "", Twice},
      {"conflict", "", Conflict},
      {"half a conflict", "", HalfConflict},
      {"dash alone", "-", nullptr},
      {"dash and word", "- abc", nullptr},
      {"two dashes", "--", nullptr},
      {"question mark", "? ", nullptr},
      {"colon alone", ":", nullptr},
      {"colon and value", ": abc", nullptr},
      {"two colons", "x: a: b", nullptr},
      {"colon at the end", "a:b:", nullptr},
      {"percent", "%", nullptr},
      {"at", "x: @abc", nullptr},
      {"backtick", "x: `abc", nullptr},
      {"text behind pipe", "x: |abc", nullptr},
      {"bad indentation indicator", "x: >9x", nullptr},
      {"zero indentation indicator", "x: |0", nullptr},
      {"unknown escape", "x: \"\\q\"", nullptr},
      {"short escape", "x: \"\\u12\"", nullptr},
      {"closing bracket", "x: ]", nullptr},
      {"closing brace", "x: }", nullptr},
      {"comma first", ", a", nullptr},
      {"merge of unknown alias", "<<: *no", nullptr},
      {"merge of a number", "<<: 3", nullptr},
      {"template value", "x: {{ .Values.a }}", nullptr},
      {"template line", "{{- if .Values.x }}", nullptr},
      {"dots", "x: ...", nullptr},
      {"equals sign", "a = 3", nullptr},
      {"semicolon", "a: 3;", nullptr},
      {"line of JSON", "\"a\": 1,", nullptr},
      {"quotes in text", "x: a\"b\"c: d", nullptr},
      {"glued comment", "x: \"a\"#c", nullptr},
      {"text behind quote", "x: \"a\" b", nullptr},
      {"text behind list", "x: [a] b", nullptr},
      {"no-break space", "\xC2\xA0x: 1", nullptr},
      {"curly quotes",
       "x: \xE2\x80\x9C"
       "abc\xE2\x80\x9D",
       nullptr},
      {"control character", "x: a\x01z", nullptr},
      {"map as key", "{a: b}: c: d", nullptr},
  };
  return kForms;
}

}  // namespace kval::seeded_errors
