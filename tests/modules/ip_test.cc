#include "src/modules/ip_address.h"

#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Ip, addresses) {
  Check({{"ip.parse_addr('192.0.2.1').string()", "\"192.0.2.1\""},
         {"ip.parse_addr('192.0.2.1').is_ipv4()", "True"},
         {"ip.parse_addr('192.0.2.1').is_ipv6()", "False"},
         {"ip.parse_addr('2001:db8::1').is_ipv6()", "True"},
         {"ip.parse_addr('::ffff:1.2.3.4').is_ipv4()", "True"},
         {"type(ip.parse_addr('::1'))", "\"@ytt:ip.addr\""},
         {"ip.parse_addr('not-a-valid-addr')", "error: ip.parse_addr: invalid IP address: not-a-valid-addr"},
         {"ip.parse_addr(1)", "error: ip.parse_addr: expected a string, but was int"},
         {"ip.parse_addr('::1').string(1)", "error: ip.addr.string: expected no argument"}});
}

TEST(Ip, networks) {
  Check({{"[x.string() for x in ip.parse_cidr('192.0.2.1/24')]", "[\"192.0.2.1\", \"192.0.2.0/24\"]"},
         {"[x.string() for x in ip.parse_cidr('2001:db8::1/96')]", "[\"2001:db8::1\", \"2001:db8::/96\"]"},
         {"ip.parse_cidr('192.0.2.129/25')[1].addr().string()", "\"192.0.2.128\""},
         {"ip.parse_cidr('10.1.2.3/0')[1].string()", "\"0.0.0.0/0\""},
         {"ip.parse_cidr('10.1.2.3/33')", "error: ip.parse_cidr: invalid CIDR address: 10.1.2.3/33"},
         {"ip.parse_cidr('10.1.2.3')", "error: ip.parse_cidr: invalid CIDR address: 10.1.2.3"},
         {"ip.parse_cidr('10.1.2.3/')", "error: ip.parse_cidr: invalid CIDR address: 10.1.2.3/"}});
}

TEST(Ip, text_of_ipv6_is_the_shortest) {
  const struct {
    const char* given;
    const char* text;
  } cases[] = {{"::", "::"},
               {"::1", "::1"},
               {"1::", "1::"},
               {"2001:0DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"},
               {"1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"},
               {"1:0:0:2:0:0:0:3", "1:0:0:2::3"},
               {"64:ff9b::192.0.2.33", "64:ff9b::c000:221"},
               {"::ffff:1.2.3.4", "1.2.3.4"}};
  for (const auto& one : cases) {
    const std::optional<IpAddress> address = IpAddress::Parse(one.given);
    ASSERT_TRUE(address.has_value()) << one.given;
    EXPECT_EQ(address->Text(), one.text);
  }
  for (const char* bad : {"", "1.2.3", "1.2.3.256", "01.2.3.4", ":1", "1:2:3:4:5:6:7:8::", "fe80::1%eth0"}) {
    EXPECT_FALSE(IpAddress::Parse(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace kval::modules
