#include <span>

#include "src/lang/kcl/signatures/signatures.h"

// The members of the system modules, one table for each module. Longer than other files for being nothing
// but tables. Source: kcl crates/sema/src/builtin/system_module.rs.

namespace kval::kcl::signatures {
namespace {

constexpr Signature kCollection[] = {
    {"union_all", "num: [any]", "any", "the union of all items from left to right"},
};

constexpr Signature kNet[] = {
    {"CIDR_host", "cidr: str, host_num: int", "str",
     "the address with that number in the network; negative numbers count from its end"},
    {"CIDR_netmask", "cidr: str", "str", "the netmask of the network"},
    {"CIDR_subnet", "cidr: str, additional_bits: int, net_num: int", "str",
     "the subnet with that number when the prefix grows by the bits"},
    {"CIDR_subnets", "cidr: str, additional_bits: [int]", "[str]",
     "consecutive subnets, each with its own growth of the prefix"},
    {"split_host_port", "ip_end_point: str", "[str]", "the host and the port of `host:port`"},
    {"join_host_port", "host: str, port: int | str", "str", "`host:port`"},
    {"fqdn", "name?: str", "str", "the fully qualified domain name of a host, by default of this one"},
    {"parse_IP", "ip: str", "str", "the address in its canonical form"},
    {"IP_string", "ip: str", "str", "the address as text"},
    {"to_IP4", "ip: str", "str", "the address in its IPv4 form"},
    {"to_IP6", "ip: str", "str", "the address in its IPv6 form"},
    {"is_IPv4", "ip: str", "bool", "whether the text is an IPv4 address"},
    {"is_IPv6", "ip: str", "bool", "whether the text is an IPv6 address"},
    {"is_IP", "ip: str", "bool", "whether the text is an address"},
    {"is_loopback_IP", "ip: str", "bool", "whether the address is a loopback one"},
    {"is_multicast_IP", "ip: str", "bool", "whether the address is a multicast one"},
    {"is_interface_local_multicast_IP", "ip: str", "bool",
     "whether the address is a multicast one of interface-local scope"},
    {"is_link_local_multicast_IP", "ip: str", "bool",
     "whether the address is a multicast one of link-local scope"},
    {"is_link_local_unicast_IP", "ip: str", "bool", "whether the address is a link-local unicast one"},
    {"is_global_unicast_IP", "ip: str", "bool", "whether the address is a global unicast one"},
    {"is_unspecified_IP", "ip: str", "bool", "whether the address is the unspecified one"},
    {"parse_CIDR", "cidr: str", "{str:any}",
     "a dict with the address `ip` and the length `mask` of the prefix"},
    {"is_IP_in_CIDR", "ip: str, cidr: str", "bool", "whether the address belongs to the network"},
};

constexpr Signature kManifests[] = {
    {"yaml_stream", "values: any, opts?: {str:any}", "any",
     "makes the values the YAML documents of the output"},
};

constexpr Signature kMath[] = {
    {"ceil", "x: int | float", "int", "the smallest integer that is not below `x`"},
    {"factorial", "x: int | float", "int", "the product of 1 to `x`"},
    {"floor", "x: int | float", "int", "the greatest integer that is not above `x`"},
    {"gcd", "a: int, b: int", "int", "the greatest common divisor"},
    {"isfinite", "x: int | float", "bool", "whether `x` is neither infinite nor not-a-number"},
    {"isinf", "x: int | float", "bool", "whether `x` is infinite"},
    {"isnan", "x: int | float", "bool", "whether `x` is not-a-number"},
    {"modf", "x: int | float", "[float]", "the fractional and the integral part of `x`"},
    {"exp", "x: int | float", "float", "e to the power of `x`"},
    {"expm1", "x: int | float", "float", "`exp(x) - 1`, exact for small `x`"},
    {"log", "x: int | float, e?: float", "float", "the logarithm of `x` to the base `e`"},
    {"log1p", "x: int | float", "float", "the natural logarithm of `1 + x`, exact for small `x`"},
    {"log2", "x: int | float", "float", "the logarithm of `x` to the base 2"},
    {"log10", "x: int | float", "float", "the logarithm of `x` to the base 10"},
    {"pow", "x: int | float, y: int | float", "float", "`x` to the power of `y`"},
    {"sqrt", "x: int | float", "float", "the square root of `x`"},
};

constexpr Signature kDatetime[] = {
    {"ticks", {}, "float", "the seconds since 1970, now"},
    {"date", {}, "str", "the local time, now, as `%Y-%m-%d %H:%M:%S`"},
    {"now", "format?: str, ticks?: float", "str",
     "the local time, now or at `ticks`, in a format of strftime"},
    {"today", {}, "str", "the local time, now, with the fraction of the second"},
    {"validate", "date: str, format: str", "bool", "whether the date has the format of strftime"},
    {"is_rfc3339", "date: str", "bool", "whether the text is a date and time of RFC 3339"},
    {"is_iso8601", "date: str", "bool", "whether the text is a date and time or a duration of ISO 8601"},
};

constexpr Signature kDuration[] = {
    {"second", "n: float", "str", "a duration of `n` seconds"},
    {"minute", "n: float", "str", "a duration of `n` minutes"},
    {"hour", "n: float", "str", "a duration of `n` hours"},
    {"day", "n: float", "str", "a duration of `n` days"},
    {"to_seconds", "d: str", "float", "the seconds of a duration like `1h30m`"},
    {"from_seconds", "n: float", "str", "the seconds as a duration"},
    {"parse", "d: str", "str", "the duration in its shortest form"},
    {"is_valid", "d: str", "bool", "whether the text is a duration"},
    {"add", "a: str, b: str", "str", "the sum of two durations"},
    {"sub", "a: str, b: str", "str", "the first duration without the second"},
    {"add_to_datetime", "dt: str, d: str", "str", "the RFC 3339 time later by the duration"},
    {"sub_from_datetime", "dt: str, d: str", "str", "the RFC 3339 time earlier by the duration"},
};

constexpr Signature kRegex[] = {
    {"replace", "string: str, pattern: str, replace: str, count?: int", "str",
     "the string with all, or the first `count`, matches replaced; `$1` is a group"},
    {"match", "string: str, pattern: str", "bool", "whether the pattern matches anywhere in the string"},
    {"compile", "pattern: str", "bool", "whether the pattern is valid"},
    {"findall", "string: str, pattern: str", "[str]", "the matches without overlap"},
    {"search", "string: str, pattern: str", "bool", "whether the pattern matches anywhere in the string"},
    {"split", "string: str, pattern: str, maxsplit?: int", "[str]",
     "the parts between matches, at most `maxsplit` splits"},
};

constexpr Signature kYaml[] = {
    {"encode",
     "data: any, sort_keys?: bool, ignore_private?: bool, ignore_none?: bool, multiline_string?: bool", "str",
     "the value as a YAML document"},
    {"encode_all", "data: [any], sort_keys?: bool, ignore_private?: bool, ignore_none?: bool", "str",
     "the values as a stream of YAML documents"},
    {"decode", "value: str", "any", "the value of a YAML document"},
    {"decode_all", "value: str", "[any]", "the values of all YAML documents"},
    {"dump_to_file", "data: any, filename: str, sort_keys?: bool, ignore_private?: bool, ignore_none?: bool",
     "str", "writes the value as a YAML document into a file"},
    {"dump_all_to_file",
     "data: [any], filename: str, sort_keys?: bool, ignore_private?: bool, ignore_none?: bool", "str",
     "writes the values as a YAML stream into a file"},
    {"validate", "value: str", "bool", "whether the text is a YAML stream"},
};

constexpr Signature kJson[] = {
    {"encode", "data: any, sort_keys?: bool, indent?: int, ignore_private?: bool, ignore_none?: bool", "str",
     "the value as JSON"},
    {"decode", "value: str", "any", "the value of a JSON text"},
    {"dump_to_file",
     "data: any, filename: str, sort_keys?: bool, indent?: int, ignore_private?: bool, ignore_none?: bool",
     "str", "writes the value as JSON into a file"},
    {"validate", "value: str", "bool", "whether the text is JSON"},
    {"merge", "src: any, patch: any", "any", "`src` changed by a merge patch of RFC 7396"},
};

constexpr Signature kCrypto[] = {
    {"md5", "value: str, encoding?: str", "str", "the MD5 hash in hexadecimal digits"},
    {"sha1", "value: str, encoding?: str", "str", "the SHA-1 hash in hexadecimal digits"},
    {"sha224", "value: str, encoding?: str", "str", "the SHA-224 hash in hexadecimal digits"},
    {"sha256", "value: str, encoding?: str", "str", "the SHA-256 hash in hexadecimal digits"},
    {"sha384", "value: str, encoding?: str", "str", "the SHA-384 hash in hexadecimal digits"},
    {"sha512", "value: str, encoding?: str", "str", "the SHA-512 hash in hexadecimal digits"},
    {"blake3", "value: str, encoding?: str", "str", "the BLAKE3 hash in hexadecimal digits"},
    {"uuid", {}, "str", "a random UUID"},
    {"filesha256", "filepath: str", "str", "the SHA-256 hash of a file"},
};

constexpr Signature kBase64[] = {
    {"encode", "value: str, encoding?: str", "str", "the text in base64"},
    {"decode", "value: str", "str", "the text that was encoded in base64"},
};

constexpr Signature kUnits[] = {
    {"to_n", "num: int | float", "str", "the number as text in units of `n`"},
    {"to_u", "num: int | float", "str", "the number as text in units of `u`"},
    {"to_m", "num: int | float", "str", "the number as text in units of `m`"},
    {"to_K", "num: int | float", "str", "the number as text in units of `K`"},
    {"to_M", "num: int | float", "str", "the number as text in units of `M`"},
    {"to_G", "num: int | float", "str", "the number as text in units of `G`"},
    {"to_T", "num: int | float", "str", "the number as text in units of `T`"},
    {"to_P", "num: int | float", "str", "the number as text in units of `P`"},
    {"to_Ki", "num: int | float", "str", "the number as text in units of `Ki`"},
    {"to_Mi", "num: int | float", "str", "the number as text in units of `Mi`"},
    {"to_Gi", "num: int | float", "str", "the number as text in units of `Gi`"},
    {"to_Ti", "num: int | float", "str", "the number as text in units of `Ti`"},
    {"to_Pi", "num: int | float", "str", "the number as text in units of `Pi`"},
};

constexpr Signature kFile[] = {
    {"read", "filepath: str", "str", "the text of a file"},
    {"glob", "pattern: str", "[str]", "the paths that a pattern matches"},
    {"modpath", {}, "str", "the root of the module"},
    {"workdir", {}, "str", "the working directory"},
    {"current", {}, "str", "the path of the file that is evaluated"},
    {"exists", "filepath: str", "bool", "whether the path exists"},
    {"abs", "filepath: str", "str", "the absolute path without symbolic links"},
    {"append", "filepath: str, content: str", "any", "adds to the end of a file"},
    {"mkdir", "directory: str, exists?: bool", "any", "makes a directory"},
    {"delete", "filepath: str", "any", "removes a file or an empty directory"},
    {"cp", "src: str, dest: str", "any", "copies a file"},
    {"mv", "src: str, dest: str", "any", "moves a file"},
    {"size", "filepath: str", "int", "the size of a file in bytes"},
    {"write", "filepath: str, content: str", "any", "replaces the content of a file"},
    {"read_env", "key: str", "str", "the value of an environment variable"},
    {"readbase64", "filepath: str", "str", "the bytes of a file in base64"},
};

constexpr Signature kTemplate[] = {
    {"execute", "template: str, data?: {str:any}", "str", "a Handlebars template filled in with the data"},
    {"html_escape", "data: str", "str", "the text with `&`, `<`, `>` and `\"` as entities"},
};

constexpr Signature kRuntime[] = {
    {"catch", "func: () -> any", "str",
     "the message of the error that the function fails with, or Undefined"},
};

constexpr Signature kBase32[] = {
    {"encode", "value: str", "str", "the text in base32"},
    {"decode", "value: str", "str", "the text that was encoded in base32"},
};

// The suffixes of number literals as numbers; those below one have no integer value.
constexpr Constant kUnitConstants[] = {
    {"n", 1e-9},
    {"u", 1e-6},
    {"m", 1e-3},
    {"k", 1e3},
    {"K", 1e3},
    {"M", 1e6},
    {"G", 1e9},
    {"T", 1e12},
    {"P", 1e15},
    {"Ki", 1024.0},
    {"Mi", 1048576.0},
    {"Gi", 1073741824.0},
    {"Ti", 1099511627776.0},
    {"Pi", 1125899906842624.0},
};

constexpr Module kModules[] = {
    {"collection", kCollection},
    {"net", kNet},
    {"manifests", kManifests},
    {"math", kMath},
    {"datetime", kDatetime},
    {"duration", kDuration},
    {"regex", kRegex},
    {"yaml", kYaml},
    {"json", kJson},
    {"crypto", kCrypto},
    {"base64", kBase64},
    {"units", kUnits, kUnitConstants},
    {"file", kFile},
    {"template", kTemplate},
    {"runtime", kRuntime},
    {"base32", kBase32},
};

}  // namespace

std::span<const Module> SystemModules() {
  return kModules;
}

}  // namespace kval::kcl::signatures
