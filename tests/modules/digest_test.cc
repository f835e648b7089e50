#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Digest, sums) {
  CheckText({{"md5.sum('')", "d41d8cd98f00b204e9800998ecf8427e"},
             {"md5.sum('data')", "8d777f385d3dfec8815d20f7496026dc"},
             {"sha256.sum('')", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
             {"sha256.sum('data')", "3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7"},
             {"md5.sum(1)", "error: md5.sum: expected a string, but was int"},
             {"sha256.sum()", "error: sha256.sum: expected exactly one argument"}});
}

}  // namespace
}  // namespace kval::modules
