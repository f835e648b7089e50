#include <gtest/gtest.h>

#include <string>

#include "src/source/file_reader.h"
#include "src/support/sha256.h"
#include "src/vendor/lock_file.h"
#include "src/vendor/schema_address.h"
#include "src/vendor/vendored_schemas.h"

namespace kval::vendor {
namespace {

constexpr char kAddress[] = "https://example.com/a.json";

std::string LockOf(const std::string& text) {
  return WriteLockFile({{kAddress, "example.com/a.json", Sha256Hex(text), text.size(), "2026-11-29"}});
}

TEST(SchemaAddress, OnlyHttpsOrLoopback) {
  for (const char* address : {"https://example.com/a.json", "https://example.com:8443/a?b=c",
                              "http://127.0.0.1:80/a", "http://localhost/a", "http://[::1]:80/a"}) {
    EXPECT_EQ(RefusalOf(address), "") << address;
  }
  for (const char* address :
       {"http://example.com/a", "http://127.0.0.1.example.com/a", "http://localhost.example.com/a",
        "ftp://a/b", "https://user:word@example.com/a", "https://", "https:///a", "https://example.com/a b",
        "https://example.com/\x1b[1m", "file:///a", "--proto", "http://user@127.0.0.1/a"}) {
    EXPECT_NE(RefusalOf(address), "") << address;
  }
}

TEST(SchemaAddress, FileNamesArePlain) {
  EXPECT_EQ(FileOfAddress("https://example.com/a/b.json", true), "example.com/a/b.json");
  EXPECT_EQ(FileOfAddress("https://example.com:80/a", true), "example.com_80/a.json");
  EXPECT_EQ(FileOfAddress("https://example.com/a", false), "example.com/a.yaml");
  EXPECT_EQ(FileOfAddress("https://example.com/../../x/./%2e%2e/y.yml", false),
            "example.com/_/_/x/_/_2e_2e/y.yml");
  const std::string with_query = FileOfAddress("https://example.com/a.json?ref=1", true);
  EXPECT_NE(with_query, FileOfAddress("https://example.com/a.json?ref=2", true));
  EXPECT_EQ(with_query.find('?'), std::string::npos);
}

TEST(LockFile, VendoredFiles) {
  EXPECT_TRUE(IsVendoredFile(".kval/schemas/lock.json"));
  EXPECT_TRUE(IsVendoredFile("sub/.kval/schemas/example.com/a.json"));
  EXPECT_FALSE(IsVendoredFile("x.kval/schemas/a.json"));
  EXPECT_FALSE(IsVendoredFile(".kval/other.yml"));
}

TEST(LockFile, RoundTrip) {
  const Result<LockFile> lock = ParseLockFile(LockOf("{}"));
  ASSERT_TRUE(lock.ok());
  ASSERT_EQ(lock->size(), 1U);
  EXPECT_EQ(WriteLockFile(*lock), LockOf("{}"));
  EXPECT_NE(FindLocked(*lock, kAddress), nullptr);
  EXPECT_EQ(FindLocked(*lock, "https://example.com/b.json"), nullptr);
  EXPECT_EQ(DifferenceFrom(lock->front(), "{}"), "");
  EXPECT_NE(DifferenceFrom(lock->front(), "[]"), "");
  EXPECT_NE(DifferenceFrom(lock->front(), "{} "), "");
}

TEST(LockFile, Rejects) {
  for (const char* text :
       {"", "[]", "{}", "{\"version\": 2, \"schemas\": []}", "{\"version\": 1, \"schemas\": {}}",
        "{\"version\": 1, \"schemas\": [{}]}",
        "{\"version\": 1, \"schemas\": [{\"address\": \"a\", \"file\": \"b\", \"sha256\": \"c\", "
        "\"size\": 1}]}"}) {
    EXPECT_FALSE(ParseLockFile(text).ok()) << text;
  }
  for (const char* file : {"../evil.json", "/etc/passwd", "a/../../b", "a//b", "a/", ".", "a\\nb"}) {
    std::string outside = LockOf("{}");
    const size_t at = outside.find("\"example.com/a.json\"");
    ASSERT_NE(at, std::string::npos) << outside;
    outside.replace(at + 1, std::string_view("example.com/a.json").size(), file);
    EXPECT_FALSE(ParseLockFile(outside).ok()) << file;
  }
  std::string twice = LockOf("{}");
  const size_t begin = twice.find("    {");
  const std::string entry = twice.substr(begin, twice.find("    }") + 5 - begin);
  twice.insert(begin, entry + ",\n");
  EXPECT_FALSE(ParseLockFile(twice).ok());
}

TEST(VendoredSchemas, ReadsVerifiedCopies) {
  source::MemoryFileReader reader;
  reader.Add(".kval/schemas/lock.json", LockOf("{}"));
  reader.Add(".kval/schemas/example.com/a.json", "{}");
  VendoredSchemas schemas(reader);
  EXPECT_TRUE(schemas.Has(kAddress));
  EXPECT_FALSE(schemas.Has("https://example.com/b.json"));
  const Result<std::string> text = schemas.Read(kAddress);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, "{}");
  EXPECT_FALSE(schemas.Read("https://example.com/b.json").ok());
}

TEST(VendoredSchemas, RejectsChangedCopies) {
  source::MemoryFileReader reader;
  reader.Add(".kval/schemas/lock.json", LockOf("{}"));
  reader.Add(".kval/schemas/example.com/a.json", "[]");
  VendoredSchemas schemas(reader);
  EXPECT_TRUE(schemas.Has(kAddress));
  EXPECT_FALSE(schemas.Read(kAddress).ok());
}

TEST(VendoredSchemas, ReportsInvalidLockFiles) {
  source::MemoryFileReader reader;
  reader.Add(".kval/schemas/lock.json", "{}");
  VendoredSchemas schemas(reader);
  EXPECT_TRUE(schemas.Has(kAddress));
  EXPECT_FALSE(schemas.Read(kAddress).ok());
}

TEST(VendoredSchemas, LeavesNoDirectory) {
  source::MemoryFileReader reader;
  reader.Add("a.yml", "");
  VendoredSchemas schemas(reader);
  EXPECT_FALSE(schemas.Has(kAddress));
}

}  // namespace
}  // namespace kval::vendor
