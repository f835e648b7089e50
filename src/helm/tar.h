#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval::helm {

enum class TarKind : uint8_t { kFile, kFolder, kOther };  // kOther: links, devices; they have no bytes

struct TarEntry {
  std::string path;
  TarKind kind;
  std::string_view bytes;  // in the archive's text
};

// Reads a tar archive (ustar, pax with long paths, GNU's long names) from memory, one entry after the other.
class TarReader {
 public:
  explicit TarReader(std::string_view archive) : archive_(archive) {}

  // Nothing at the end, and at a fault.
  std::optional<TarEntry> Next();
  // What is wrong with the archive; empty when nothing is.
  std::string_view fault() const { return fault_; }

 private:
  std::optional<TarEntry> Fail(std::string_view fault);
  void ReadPax(std::string_view records);

  std::string_view archive_;
  size_t at_ = 0;
  std::string_view fault_;
  std::string long_path_;  // of the entry that follows
};

}  // namespace kval::helm
