#include <gtest/gtest.h>

#include "tests/cel/evaluate.h"

namespace kval::cel {
namespace {

struct Case {
  const char* text;
  const char* value;
};

void Expect(std::initializer_list<Case> cases) {
  for (const Case& each : cases) {
    EXPECT_EQ(Evaluate(each.text), each.value) << each.text;
  }
}

TEST(CelFunctions, Strings) {
  Expect({{"'a,b,c'.split(',', 2)", "[\"a\", \"b,c\"]"},
          {"''.split('')", "[]"},
          {"'ab'.split('')", "[\"a\", \"b\"]"},
          {"'hello'.replace('l', 'L', 1)", "\"heLlo\""},
          {"'ab'.replace('', '-')", "\"-a-b-\""},
          {"'tacocat'.lastIndexOf('a', 3)", "1"},
          {"'ä-ö'.indexOf('ö')", "2"},
          {"'ä-ö'.substring(1, 3)", "\"-ö\""},
          {"'abc'.substring(4)", "error: index out of range: 4"},
          {"' \\u2003x '.trim()", "\"x\""},
          {"'Ä1b'.upperAscii()", "\"Ä1B\""},
          {"['a', 'b'].join('-')", "\"a-b\""},
          {"strings.quote('a\"b')", "\"\\\"a\\\\\\\"b\\\"\""},
          {"'%s %d %.2f %x %b'.format(['a', 5, 1234.567, 255, 5])", "\"a 5 1,234.57 ff 101\""},
          {"'%s'.format([{'b': [1.5], 'a': null}])", "\"{\\\"a\\\":null, \\\"b\\\":[1.500000]}\""}});
}

TEST(CelFunctions, ConversionsAndTimes) {
  Expect({{"int('-42')", "-42"},
          {"int(3.9)", "3"},
          {"uint('7')", "7u"},
          {"double('1e3')", "1000"},
          {"string(1.0)", "\"1\""},
          {"string(1e6)", "\"1e+06\""},
          {"bool('t')", "true"},
          {"string(b'a')", "\"a\""},
          {"duration('1h30m').getMinutes()", "90"},
          {"string(duration('1500ms'))", "\"1.5s\""},
          {"timestamp('2023-12-31T23:59:59Z').getDayOfYear()", "364"},
          {"timestamp('2023-12-31T23:59:59Z').getFullYear('+01:00')", "2024"},
          {"timestamp('2023-02-30T00:00:00Z')", "10: invalid timestamp argument"},
          {"type(1) == int && type([]) == list", "true"}});
}

TEST(CelFunctions, ListsAndSets) {
  Expect({{"[3, 1, 2].sort()", "[1, 2, 3]"},
          {"dyn(['b', 'a']).reverse().sort()", "[\"a\", \"b\"]"},
          {"[1, 2, 1].distinct()", "[1, 2]"},
          {"[[[1]], [[2], [3]]].flatten(2)", "[1, 2, 3]"},
          {"lists.range(3).reverse()", "[2, 1, 0]"},
          {"[1, 2, 3].slice(1, 2)", "[2]"},
          {"[1, 2, 3].sum()", "6"},
          {"[].sum()", "0"},
          {"['b', 'a'].min()", "\"a\""},
          {"[1, 2].isSorted()", "true"},
          {"[1, 2, 1].lastIndexOf(1)", "2"},
          {"[1, 2].first().value()", "1"},
          {"[].last().hasValue()", "false"},
          {"sets.contains([1, 2], [2])", "true"},
          {"sets.equivalent([1, 1], [1])", "true"},
          {"sets.intersects([1], [2])", "false"}});
}

TEST(CelFunctions, Patterns) {
  Expect({{"'abc123'.matches('[0-9]+$')", "true"},
          {"'abc123'.matches('(?<digits>[0-9]+)$')", "true"},
          {"'abc 123'.find('[0-9]+')", "\"123\""},
          {"'a1b22'.findAll('[0-9]+')", "[\"1\", \"22\"]"},
          {"'aXbX'.findAll('[a-z]', 1)", "[\"a\"]"},
          {"'ab'.findAll('x*')", "[\"\", \"\", \"\"]"}});
}

TEST(CelFunctions, Quantities) {
  Expect({{"quantity('1Gi').isGreaterThan(quantity('1G'))", "true"},
          {"quantity('0.5').add(quantity('500m')) == quantity('1')", "true"},
          {"quantity('1.5Gi')", "1536Mi"},
          {"quantity('1.5Gi').add(quantity('0.1'))", "1610612736100m"},
          {"quantity('1500m')", "1500m"},
          {"quantity('1000k').sub(1)", "999999"},
          {"quantity('1k').asInteger()", "1000"},
          {"quantity('500m').asInteger()", "error: cannot convert value to integer"},
          {"quantity('1e3').isInteger()", "true"},
          {"isQuantity('1.x')", "false"},
          {"isQuantity('1e')", "false"},
          {"quantity('0.1n')", "1n"},
          {"quantity('1.5e-2147483648').compareTo(quantity('1n'))", "0"},
          {"sign(quantity('-1'))", "-1"}});
}

TEST(CelFunctions, AddressesUrlsAndVersions) {
  Expect({{"ip('::ffff').family()", "6"},
          {"ip('::ffff:1.2.3.4')", "error: IPv4-mapped IPv6 address \"::ffff:1.2.3.4\" is not allowed"},
          {"isIP('1.2.3.04')", "false"},
          {"isIP('fe80::1%eth0')", "false"},
          {"ip.isCanonical('2001:DB8::1')", "false"},
          {"ip('2001:db8:0:0:1:0:0:1')", "2001:db8::1:0:0:1"},
          {"cidr('10.0.0.0/8').containsIP('10.1.2.3')", "true"},
          {"cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')", "true"},
          {"cidr('10.1.2.3/8').masked()", "10.0.0.0/8"},
          {"url('https://[::1]:80/a%20b?x=1&x=2').getHostname()", "\"::1\""},
          {"url('https://h/a b').getEscapedPath()", "\"/a%20b\""},
          {"url('https://h/?x=1&x=2').getQuery()", "{\"x\": [\"1\", \"2\"]}"},
          {"semver('1.2.3-alpha.1').isLessThan(semver('1.2.3'))", "true"},
          {"semver('v1.02', true)", "1.2.0"},
          {"isSemver('01.2.3')", "false"}});
}

TEST(CelFunctions, NamedFormats) {
  Expect({{"format.dns1123Label().validate('my-label').hasValue()", "false"},
          {"format.dns1123Label().validate('My').hasValue()", "true"},
          {"format.dns1123Label().validate('a.b').value()[0]", "\"must not contain dots\""},
          {"format.dns1123LabelPrefix().validate('my-').hasValue()", "false"},
          {"format.named('nope').hasValue()", "false"},
          {"format.qualifiedName().validate('/a').value()[0]", "\"prefix part must be non-empty\""}});
}

}  // namespace
}  // namespace kval::cel
