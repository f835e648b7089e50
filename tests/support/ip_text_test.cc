#include "src/support/ip_text.h"

#include <gtest/gtest.h>

namespace kval {
namespace {

std::string Ipv4(std::string_view text) {
  std::array<uint8_t, 4> bytes{};
  return ReadIpv4(text, bytes.data()) ? Ipv4Text(bytes.data()) : "invalid";
}

std::string Ipv6(std::string_view text) {
  Ipv6Bytes bytes{};
  return ReadIpv6(text, bytes) ? Ipv6Text(bytes) : "invalid";
}

TEST(IpText, Ipv4HasFourNumbersWithoutLeadingZeros) {
  EXPECT_EQ(Ipv4("10.0.0.255"), "10.0.0.255");
  for (const char* text :
       {"", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.", "1.2.3.4 ", "1..3.4"}) {
    EXPECT_EQ(Ipv4(text), "invalid") << text;
  }
}

TEST(IpText, Ipv6HasTheTextOfRfc5952) {
  EXPECT_EQ(Ipv6("::"), "::");
  EXPECT_EQ(Ipv6("1::"), "1::");
  EXPECT_EQ(Ipv6("2001:DB8:0:0:1:0:0:1"), "2001:db8::1:0:0:1");
  EXPECT_EQ(Ipv6("1:0:2:3:4:5:6:7"), "1:0:2:3:4:5:6:7");
  EXPECT_EQ(Ipv6("::ffff:1.2.3.4"), "::ffff:102:304");
  EXPECT_EQ(Ipv6("1:2:3:4:5:6:7::"), "1:2:3:4:5:6:7:0");
  for (const char* text : {"", ":", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::",
                           "1:2:3:4:5:6:7:8::", "::1.2.3", "1.2.3.4::", "fe80::1%eth0", "1:", ":1"}) {
    EXPECT_EQ(Ipv6(text), "invalid") << text;
  }
}

TEST(IpText, RecognizesIpv4InIpv6) {
  Ipv6Bytes bytes{};
  ASSERT_TRUE(ReadIpv6("::ffff:1.2.3.4", bytes));
  EXPECT_TRUE(IsIpv4InIpv6(bytes));
  ASSERT_TRUE(ReadIpv6("::1.2.3.4", bytes = {}));
  EXPECT_FALSE(IsIpv4InIpv6(bytes));
}

}  // namespace
}  // namespace kval
