#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Validations, rules_answer) {
  Check({{"validations.min(2)(2)", "True"},
         {"validations.min(2)(1)", "(False, \"value < 2\")"},
         {"validations.max(2)(3)", "(False, \"value > 2\")"},
         {"validations.min_len(2)('a')", "(False, \"length = 1\")"},
         {"validations.max_len(2)('abc')", "(False, \"length = 3\")"},
         {"validations.enum(['a', 'b'])('a')", "True"},
         {"validations.one_of(['a', 'b'])('c')", "(False, \"not one of allowed values\")"},
         {"validations.one_not_null(['a', 'b'])({'a': 1, 'b': None})", "True"},
         {"validations.one_not_null(True)({'a': 1, 'b': 2})",
          "(False, \"[\\\"a\\\", \\\"b\\\"] are not null\")"},
         {"validations.regexp('^[a-z]+$')('a1')", "(False, \"does not match `^[a-z]+$`\")"},
         {"validations.regexp('a')(1)", "(False, \"value is not a string, but int\")"},
         {"validations.format('ip')('10.0.0.1')", "True"},
         {"validations.format('port')(8080)", "True"},
         {"validations.format('ipv4')('10.0.0.256')", "(False, \"octet 256 is larger than 255\")"},
         {"validations.not_null(None)", "(False, \"value is null\")"},
         {"validations.not_null(1)", "True"},
         {"validations.unique([1, [2], [3], 'a'])", "True"},
         {"validations.unique([1, 2, 1.0])", "(False, \"1 occurs more than once\")"},
         {"validations.unique([{'a': 1}, {'a': 1}])", R"((False, "{\"a\": 1} occurs more than once"))"},
         {"validations.starts_with('https://')('http://a')", "(False, \"does not start with `https://`\")"},
         {"validations.ends_with('.com')('a.com')", "True"}});
}

TEST(Validations, rules_fail_where_that_is_expected) {
  Check({{"validations.min(2).check(2)", "True"},
         {"validations.min(2).check(1)", "error: fail: value < 2"},
         {"validations.min(2).check()", "error: got 0 arguments, want 1"}});
}

TEST(Validations, rules_document_themselves) {
  CheckText(
      {{"validations.min()", "Minimum: a value that is not smaller than the given one"},
       {"validations.min(2)()", "Minimum: at least 2"},
       {"validations.min(2)('__yttdoc__')", "Minimum: at least 2"},
       {"validations.enum(['a'])()", "Enumeration: one of [\"a\"]"},
       {"validations.format('ipv4')()",
        "Format: an IPv4 address, for example 10.0.0.1 (RFC 2673, section 3.2)"},
       {"validations.unique()", "Unique: an array in which no item occurs twice"},
       {"regexp.is_valid()",
        "Valid regular expression: RE2 syntax, for example ^[a-z]+$ (github.com/google/re2/wiki/Syntax)"}});
}

TEST(Validations, makers_refuse) {
  Check(
      {{"validations.format('ipv5')",
        "error: validations.format: unknown format `ipv5` (did you mean ipv4?)"},
       {"validations.regexp('(')", "error: validations.regexp: error parsing regexp: missing closing ): `(`"},
       {"validations.min(1, 2)", "error: validations.min: got 2 arguments, want 1"},
       {"validations.min_len('a')",
        "error: validations.min_len: expected value to be an number, but was string"},
       {"validations.enum('ab')", "error: validations.enum: expected a sequence, but was a 'string'"},
       {"validations.min(1)(1, 2)", "error: min: got 2 arguments, want 1"}});
}

TEST(Validations, a_rule_is_no_yaml) {
  Check({{"validations.min(1)", "<rule min>"},
         {"yaml.encode(validations.unique)",
          "error: yaml.encode: Unable to convert value: @ytt:validations.rule does not encode (did you mean "
          "to call it?)"}});
}

}  // namespace
}  // namespace kval::modules
