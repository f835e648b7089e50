#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// The parts of the name of a container image.
struct ImageReference {
  std::string registry;    // `index.docker.io` if the name has none
  std::string repository;  // with `library/` for images of Docker Hub without a namespace
  std::string tag;         // empty with a digest; `latest` without both
  std::string digest;      // `sha256:…`, or empty

  // Returns nullopt if the name is not valid. Source: go-containerregistry, pkg/name, with weak validation.
  static std::optional<ImageReference> Parse(std::string_view name);
};

}  // namespace kval::cel
