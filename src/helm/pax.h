#pragma once

#include <map>
#include <string>
#include <string_view>

#include "src/helm/tar_header.h"

namespace kval::helm {

// The records of a PAX extended header, which override fields of the header that follows.
class PaxRecords {
 public:
  // Replaces all records by those of a text. False if a record is malformed, as Go's archive/tar decides it
  // (reader.go, parsePAX).
  bool Parse(std::string_view text);

  // Overrides the fields of a header. Returns false if a record's value is invalid for its field.
  bool ApplyTo(TarHeader& header) const;

  // Returns the value of a record, empty if there is none.
  std::string_view Get(std::string_view key) const;

 private:
  bool Add(std::string_view key, std::string_view value);

  std::map<std::string, std::string, std::less<>> records_;
  std::string sparse_map_;  // of the sparse format 0.0, in the spelling of 0.1
  size_t sparse_numbers_ = 0;
};

}  // namespace kval::helm
