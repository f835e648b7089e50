#include "src/lang/cel/image_reference.h"

#include <gtest/gtest.h>

#include <string>

namespace kval::cel {
namespace {

std::string Parts(const std::string& name) {
  const auto image = ImageReference::Parse(name);
  return image ? image->registry + " " + image->repository + " " + image->tag + " " + image->digest
               : "invalid";
}

const std::string kDigest = "sha256:" + std::string(64, 'a');

TEST(ImageReference, DefaultsAreThoseOfDockerHub) {
  EXPECT_EQ(Parts("nginx"), "index.docker.io library/nginx latest ");
  EXPECT_EQ(Parts("a/nginx:1.27"), "index.docker.io a/nginx 1.27 ");
  EXPECT_EQ(Parts("docker.io/nginx"), "index.docker.io library/nginx latest ");
}

TEST(ImageReference, APortIsNoTag) {
  EXPECT_EQ(Parts("localhost:5000/web"), "localhost:5000 web latest ");
  EXPECT_EQ(Parts("localhost/web:1"), "localhost web 1 ");
  EXPECT_EQ(Parts("registry.example.com:5000/a/b:v1"), "registry.example.com:5000 a/b v1 ");
}

TEST(ImageReference, ADigestReplacesTheTag) {
  EXPECT_EQ(Parts("ghcr.io/a/b@" + kDigest), "ghcr.io a/b  " + kDigest);
  EXPECT_EQ(Parts("ghcr.io/a/b:v1@" + kDigest), "ghcr.io a/b  " + kDigest);
}

TEST(ImageReference, RejectsInvalidNames) {
  for (const char* name :
       {"", "a", "nginx:", "Nginx", "nginx:a b", "nginx@sha256:12", "nginx@md5:aa", "a/b:c/d:", "${IMAGE}"}) {
    EXPECT_EQ(Parts(name), "invalid") << name;
  }
}

}  // namespace
}  // namespace kval::cel
