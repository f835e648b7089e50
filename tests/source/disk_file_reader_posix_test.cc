// DiskFileReader on a temporary directory: links and special files.
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "tests/source/disk_file_reader_fixture.h"

namespace kval::source {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(DiskFileReaderTest, ReadsWhatWasFoundBelowARoot) {
  EXPECT_EQ(Found("sub/a.yml"), "a: 1\n");
  Link("sub/a.yml", "root/inside.yml");
  EXPECT_EQ(Found("inside.yml"), "a: 1\n");
  Link(Path("root/sub"), "root/absolute");
  EXPECT_EQ(Found("absolute/a.yml"), "a: 1\n");
  EXPECT_EQ(Found("sub/../z.yml"), "z: 1\n");
}

TEST_F(DiskFileReaderTest, FollowsNoLinkOutOfTheRoot) {
  Link("../outer/secret.yml", "root/relative.yml");
  Link(Path("outer/secret.yml"), "root/absolute.yml");
  Link("../outer", "root/folder");
  Link("relative.yml", "root/second.yml");
  for (const char* name :
       {"relative.yml", "absolute.yml", "folder/secret.yml", "second.yml", "../outer/secret.yml"}) {
    EXPECT_EQ(WhyNot(name), FailureKind::kLeavesRoot) << name;
  }
  EXPECT_THAT(Found("relative.yml"), HasSubstr("root/relative.yml is a link to " + Path("outer/secret.yml")));
  EXPECT_EQ(Found("relative.yml", DiskFileReader({}, {Path("outer")})), "s: 1\n");
  EXPECT_EQ(Found("relative.yml", DiskFileReader({}, {Path("outer/secret.yml")})), "s: 1\n");
  EXPECT_THAT(Found("relative.yml", DiskFileReader({}, {Path("out")})), HasSubstr("outside"));
}

TEST_F(DiskFileReaderTest, ADirectoryOnTheWayToTheRootMayBeALink) {
  fs::create_symlink(directory_, Path("alias"));
  DiskFileReader reader;
  const std::string root = Path("alias/root");
  const auto read = [&](const std::string& name) {
    const Result<std::string> text = reader.ReadBelow(root, root + "/" + name);
    return text ? *text : text.failure().message;
  };
  EXPECT_EQ(read("sub/a.yml"), "a: 1\n");
  EXPECT_EQ(read("sub/../z.yml"), "z: 1\n");
  Link("../outer/secret.yml", "root/out.yml");
  EXPECT_THAT(read("out.yml"), HasSubstr("outside"));
  EXPECT_THAT(read("../outer/secret.yml"), HasSubstr("outside"));
}

TEST_F(DiskFileReaderTest, ANamedLinkIsFollowed) {
  Link("../outer/secret.yml", "root/link.yml");
  EXPECT_EQ(*DiskFileReader().Read(Path("root/link.yml")), "s: 1\n");
}

TEST_F(DiskFileReaderTest, SpecialFilesAreReadOnlyWhenNamed) {
  ASSERT_EQ(::mkfifo(Path("root/pipe.yml").c_str(), 0600), 0);
  EXPECT_EQ(WhyNot("pipe.yml"), FailureKind::kSpecialFile);
  EXPECT_THAT(Found("pipe.yml"), HasSubstr("is a pipe"));
  std::thread writer([&] { Write("root/pipe.yml", "from: pipe\n"); });
  DiskFileReader reader;
  EXPECT_EQ(*reader.Read(Path("root/pipe.yml")), "from: pipe\n");
  writer.join();
  EXPECT_EQ(*reader.Read(Path("root/pipe.yml")), "from: pipe\n");  // a pipe is read once

  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  Path("root/s.yml").copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_EQ(WhyNot("s.yml"), FailureKind::kSpecialFile);
  ::close(socket);
  EXPECT_EQ(DiskFileReader().ReadBelow("/dev", "/dev/null").failure().kind, FailureKind::kSpecialFile);
  EXPECT_EQ(DiskFileReader().ReadBelow("/proc", "/proc/self/status").failure().kind,
            FailureKind::kSpecialFile);
  EXPECT_EQ(*DiskFileReader().Read("/dev/null"), "");
  EXPECT_TRUE(DiskFileReader().Read("/proc/self/status").ok());
}

TEST_F(DiskFileReaderTest, KeepsToItsLimits) {
  Limits limits;
  limits.file_size = 100;
  const auto why = [&](const std::string& path) {
    const Result<std::string> text = DiskFileReader(limits).Read(path);
    return text ? FailureKind::kOther : text.failure().kind;
  };
  Write("root/fits.yml", std::string(100, 'a'));
  Write("root/large.yml", std::string(101, 'a'));
  Write("root/sparse.yml", "");
  fs::resize_file(directory_ / "root/sparse.yml", uint64_t{1} << 40);
  EXPECT_EQ(why(Path("root/fits.yml")), FailureKind::kOther);
  EXPECT_EQ(why(Path("root/large.yml")), FailureKind::kTooLarge);
  EXPECT_EQ(why(Path("root/sparse.yml")), FailureKind::kTooLarge);
  EXPECT_EQ(why("/dev/zero"), FailureKind::kTooLarge);

  limits.total_size = 150;
  DiskFileReader reader(limits);
  EXPECT_TRUE(reader.Read(Path("root/fits.yml")).ok());
  const Result<std::string> second = reader.ReadBelow(Path("root"), Path("root/fits.yml"));
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.failure().kind, FailureKind::kTooLarge);
  EXPECT_THAT(second.failure().hint, HasSubstr("total-size"));
}

TEST_F(DiskFileReaderTest, WalksEachDirectoryOnce) {
  Link(".", "root/self");
  Link(".", "root/again");
  Link("sub", "root/alias");
  Link("../../root", "root/sub/up");
  const Tree tree = DiskFileReader().Walk(Path("root"));
  EXPECT_THAT(tree.files, ElementsAre("sub/a.yml", "z.yml"));
  EXPECT_THAT(tree.failures, IsEmpty());
}

TEST_F(DiskFileReaderTest, WalksOnlyWhereLinksMayLead) {
  Link("../outer", "root/folder");
  Link(Path("outer/deep"), "root/other");
  const Tree refused = DiskFileReader().Walk(Path("root"));
  EXPECT_THAT(refused.files, ElementsAre("sub/a.yml", "z.yml"));
  ASSERT_EQ(refused.failures.size(), 2U);
  EXPECT_EQ(refused.failures[0].kind, FailureKind::kLeavesRoot);
  const Tree allowed = DiskFileReader({}, {Path("outer")}).Walk(Path("root"));
  EXPECT_THAT(allowed.files, ElementsAre("folder/deep/d.yml", "folder/secret.yml", "sub/a.yml", "z.yml"));
  EXPECT_THAT(allowed.failures, IsEmpty());
}

}  // namespace
}  // namespace kval::source
