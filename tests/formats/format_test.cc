#include "src/formats/format.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/formats/cases.h"

namespace kval::formats {
namespace {

TEST(Formats, AcceptWhatTheirSpecificationsAllow) {
  for (const Good& good : GoodStrings()) {
    const FormatEntry* entry = Find(good.format);
    ASSERT_NE(entry, nullptr) << good.format;
    std::string why;
    EXPECT_TRUE(entry->check(good.text, &why)) << good.format << " `" << good.text << "`: " << why;
    EXPECT_EQ(why, "") << good.format << " `" << good.text << "`";
  }
}

TEST(Formats, RefuseTheRestAndSayWhy) {
  for (const Bad& bad : BadStrings()) {
    const FormatEntry* entry = Find(bad.format);
    ASSERT_NE(entry, nullptr) << bad.format;
    std::string why;
    EXPECT_FALSE(entry->check(bad.text, &why)) << bad.format << " `" << bad.text << "`";
    if (bad.why.empty()) {
      EXPECT_NE(why, "") << bad.format << " `" << bad.text << "`";
    } else {
      EXPECT_EQ(why, bad.why) << bad.format << " `" << bad.text << "`";
    }
  }
}

TEST(Formats, AliasesCheckTheSame) {
  EXPECT_EQ(Find("byte")->check, Find("base64")->check);
  EXPECT_EQ(Find("datetime")->check, Find("date-time")->check);
  EXPECT_EQ(Find("k8s-short-name")->check, Find("dns1123-label")->check);
  EXPECT_EQ(Find("byte")->name, "byte");
}

TEST(Formats, AreFoundByTheirExactNames) {
  for (const FormatEntry& entry : Builtin()) {
    EXPECT_EQ(Find(entry.name), &entry);
    EXPECT_FALSE(entry.doc.empty());
    EXPECT_FALSE(entry.source.empty());
  }
  EXPECT_EQ(Find(""), nullptr);
  EXPECT_EQ(Find("IP"), nullptr);
  EXPECT_EQ(Find("zzz"), nullptr);
}

TEST(Formats, EveryFormatHasCases) {
  for (const FormatEntry& entry : Builtin()) {
    bool good = false;
    bool bad = false;
    for (const Good& c : GoodStrings()) {
      good = good || Find(c.format)->check == entry.check;
    }
    for (const Bad& c : BadStrings()) {
      bad = bad || Find(c.format)->check == entry.check;
    }
    // `binary` and `password` accept any string.
    EXPECT_TRUE(good && (bad || entry.check == Find("binary")->check)) << entry.name;
  }
}

TEST(Formats, TakeAnyBytes) {
  const std::string strings[] = {std::string("\0", 1),
                                 "\xFF",
                                 "\xE2\x82",
                                 std::string(100000, '['),
                                 std::string(100000, ':'),
                                 std::string(100000, '.'),
                                 std::string(100000, '9')};
  for (const FormatEntry& entry : Builtin()) {
    for (const std::string& text : strings) {
      std::string why;
      const bool valid = entry.check(text, &why);
      EXPECT_EQ(valid, why.empty()) << entry.name;
    }
  }
}

}  // namespace
}  // namespace kval::formats
