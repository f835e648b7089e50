// Links every library that kval uses and calls each once. scripts/dependencies builds it for a target and,
// where the machine can run it, runs it.
#include <mbedtls/sha256.h>
#include <re2/re2.h>
#include <utf8proc.h>
#include <yaml-cpp/yaml.h>
#include <zlib.h>
#include <zstd.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <date/date.h>
#include <rapidjson/writer.h>
#include <toml++/toml.h>
#include <CLI/CLI.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

// The name of the first library that fails; null when all pass.
const char* Failure() {
  if (!RE2::FullMatch("kval 0.1", R"(\w+ [\d.]+)")) {
    return "re2";
  }
  try {
    YAML::Load("a: [b");
    return "yaml-cpp";
  } catch (const YAML::ParserException&) {
    // The unwinder of the target works.
  }
  int error = 0;
  size_t at = 0;
  const auto* pattern = reinterpret_cast<PCRE2_SPTR>("a(?=b)");
  pcre2_code* code = pcre2_compile(pattern, PCRE2_ZERO_TERMINATED, 0, &error, &at, nullptr);
  if (code == nullptr) {
    return "pcre2";
  }
  pcre2_code_free(code);
  if (utf8proc_charwidth(0x4e2d) != 2) {
    return "utf8proc";
  }
  if (crc32(0, reinterpret_cast<const Bytef*>("kval"), 4) == 0) {
    return "zlib";
  }
  const std::string text(1000, 'x');
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  if (ZSTD_isError(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1)) != 0) {
    return "zstd";
  }
  unsigned char hash[32];
  if (mbedtls_sha256_ret(reinterpret_cast<const unsigned char*>("kval"), 4, hash, 0) != 0) {
    return "mbedcrypto";
  }
  if ((boost::multiprecision::cpp_int(1) << 100).str() != "1267650600228229401496703205376") {
    return "boost";
  }
  if (!(date::year{2024} / 2 / 29).ok()) {
    return "date";
  }
  if (toml::parse("a = 1")["a"].value_or(0) != 1) {
    return "toml++";
  }
  return nullptr;
}

}  // namespace

int main() {
  const char* failed = nullptr;
  std::thread([&failed] { failed = Failure(); }).join();
  std::puts(failed == nullptr ? "all libraries work" : failed);
  return failed == nullptr ? 0 : 1;
}
