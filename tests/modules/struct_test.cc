#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Struct, make_and_bind) {
  Check(
      {{"struct.make(a=1, b='x').b", "\"x\""},
       {"struct.make(a=1)['a']", "1"},
       {"struct.make(1)",
        "error: struct.make: unexpected positional arguments (structs are made from keyword arguments only)"},
       {"struct.bind(lambda a, b, c=0: (a, b, c), 1)(2, c=3)", "(1, 2, 3)"},
       {"struct.bind(len)", "error: struct.bind: expected at least two arguments"},
       {"struct.make_and_bind('me', a=1, f=lambda self, x: (self, x)).f(2)", "(\"me\", 2)"},
       {"struct.make_and_bind('me', a=1).a", "1"},
       {"struct.make_and_bind()", "error: struct.make_and_bind: expected at exactly one argument"},
       {"struct.bind(assert.fail, 'x')()", "error: struct.bind_result: assert.fail: fail: x"}});
}

TEST(Struct, encode_and_decode) {
  Check(
      {{"struct.encode({'a': [1, {'c': 456}], 'b': 'str'}).a[1].c", "456"},
       {"struct.decode(struct.make(a=(1, 2), c=struct.make(d=1)))", R"({"a": [1, 2], "c": {"d": 1}})"},
       {"struct.decode([struct.make(a=None)])", R"([{"a": None}])"},
       {"struct.encode({1: 2})", "error: struct.encode: expected struct key 1 to be string"},
       {"struct.decode(struct.make(f=len))",
        "error: struct.decode: Unable to convert value: builtin_function_or_method does not encode"},
       {"struct.encode([18446744073709551615])", "[18446744073709551615]"},
       {"struct.encode({'a': [18446744073709551616]})",
        "error: struct.encode: Unable to convert value: int 18446744073709551616 does not fit into 64 bits"},
       {"struct.decode(-9223372036854775809)",
        "error: struct.decode: Unable to convert value: int -9223372036854775809 does not fit into 64 bits"},
       {"struct.decode([url.parse('a')])",
        "error: struct.decode: Unable to convert value: @ytt:url.value does not automatically encode (hint: "
        "use .string())"},
       {"struct.decode((lambda l: l.append(l) or l)([]))",
        "error: struct.decode: Unable to convert value: it is nested too deeply or holds itself"}});
}

TEST(ModuleMake, makes_a_module) {
  Check({{"module.make('m', a=1, b=2).b", "2"},
         {"type(module.make('m'))", "\"module\""},
         {"module.make()", "error: module.make: got 0 arguments, want 1"},
         {"module.make(1)", "error: module.make: for parameter 1: got int, want string"}});
}

}  // namespace
}  // namespace kval::modules
