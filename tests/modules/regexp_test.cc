#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Regexp, match) {
  Check({{"regexp.match('[a-z]+[0-9]+', '__hello123__')", "True"},
         {"regexp.match('^[a-z]+[0-9]+$', '__hello123__')", "False"},
         {"regexp.match('a')", "error: regexp.match: expected exactly two arguments"},
         {"regexp.match('a', 1)", "error: regexp.match: expected a string, but was int"}});
}

TEST(Regexp, replace) {
  CheckText(
      {{"regexp.replace('[a-z]+[0-9]+', '__hello123__HI456__', 'bye')", "__bye__HI456__"},
       {"regexp.replace('(?i)([a-z]+)[0-9]+', '__hello123__HI456__', '$1')", "__hello__HI__"},
       {"regexp.replace('(?i)[a-z]+[0-9]+', '__hello123__HI456__', lambda a: str(len(a)))", "__8__5__"},
       // A group name may contain letters of any script, so `$1é` names a group that does not exist.
       {"regexp.replace('(a)', 'banana', '$1é')", "bnn"},
       {"regexp.replace('(?P<x>a)(b)?', 'ab a', '<${x}-$2-$$-$1x-${9}-$>')", "<a-b-$---$> <a--$---$>"},
       {"regexp.replace('(?<x>a)[(?<y>]', 'a>', '${x}!')", "a!"},
       {"regexp.replace('', 'abc', '-')", "-a-b-c-"},
       {"regexp.replace('a*', 'baac', 'x')", "xbxcx"},
       {"regexp.replace('', 'ä', '-')", "-ä-"},
       {"regexp.replace('^a', 'aa', 'b')", "ba"},
       // A number without leading zeros is a group, and a name has letters, digits and underscores only.
       {"regexp.replace('(a)', 'a', '<$1|$01|${01}|${a-b}|${>')", "<a|||${a-b}|${>"}});
}

TEST(Regexp, replace_refuses) {
  Check({{"regexp.replace('a', 'b')", "error: regexp.replace: expected exactly 3 arguments"},
         {"regexp.replace('a', 'a', lambda m: 1)", "error: regexp.replace: expected a string, but was int"},
         {"regexp.replace('a', 'a', lambda m: assert.fail('no'))",
          "error: regexp.replace: assert.fail: fail: no"}});
}

TEST(Regexp, errors_are_worded_as_by_go) {
  CheckText({{"regexp.match('(a', '')", "error: regexp.match: error parsing regexp: missing closing ): `(a`"},
             {"regexp.match('[a', '')", "error: regexp.match: error parsing regexp: missing closing ]: `[a`"},
             {"regexp.match('*', '')",
              "error: regexp.match: error parsing regexp: missing argument to repetition operator: `*`"},
             {"regexp.match('a{2000}', '')",
              "error: regexp.match: error parsing regexp: invalid repeat count: `{2000}`"},
             {"regexp.match('\\\\C', '')",
              "error: regexp.match: error parsing regexp: invalid escape sequence: `\\C`"},
             {"regexp.match('(?=a)', '')",
              "error: regexp.match: error parsing regexp: invalid or unsupported Perl syntax: `(?=`"}});
}

TEST(Regexp, is_valid) {
  Check({{"regexp.is_valid('^(.*)$')", "True"}, {"regexp.is_valid('(')", "False"}});
}

}  // namespace
}  // namespace kval::modules
