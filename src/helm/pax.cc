#include "src/helm/pax.h"

#include <optional>

#include "src/helm/tar_number.h"

namespace kval::helm {
namespace {

// Go accepts no NUL in keys, nor in values that are names.
bool IsValid(std::string_view key, std::string_view value) {
  const bool is_name = key == "path" || key == "linkpath" || key == "uname" || key == "gname";
  return !key.empty() && (is_name ? value : key).find('\0') == std::string_view::npos;
}

}  // namespace

bool PaxRecords::Add(std::string_view key, std::string_view value) {
  const bool is_offset = key == "GNU.sparse.offset";
  if (!is_offset && key != "GNU.sparse.numbytes") {
    records_.insert_or_assign(std::string(key), std::string(value));
    return true;
  }
  if (is_offset != (sparse_numbers_ % 2 == 0) || value.find(',') != std::string_view::npos) {
    return false;
  }
  sparse_map_.append(sparse_numbers_++ == 0 ? "" : ",").append(value);
  return true;
}

bool PaxRecords::Parse(std::string_view text) {
  *this = {};
  while (!text.empty()) {
    constexpr int64_t kLeastSize = 5;  // `5 a=\n`
    const size_t space = text.find(' ');
    const std::optional<int64_t> size =
        space == std::string_view::npos ? std::nullopt : DecimalInteger(text.substr(0, space));
    if (!size || *size < kLeastSize || static_cast<uint64_t>(*size) > text.size() ||
        static_cast<uint64_t>(*size) <= space + 1 || text[static_cast<size_t>(*size) - 1] != '\n') {
      return false;
    }
    const std::string_view record = text.substr(space + 1, static_cast<size_t>(*size) - space - 2);
    const size_t equals = record.find('=');
    if (equals == std::string_view::npos) {
      return false;
    }
    const std::string_view key = record.substr(0, equals), value = record.substr(equals + 1);
    if (!IsValid(key, value) || !Add(key, value)) {
      return false;
    }
    text.remove_prefix(static_cast<size_t>(*size));
  }
  if (sparse_numbers_ > 0) {
    records_.insert_or_assign("GNU.sparse.map", sparse_map_);
  }
  return true;
}

bool PaxRecords::ApplyTo(TarHeader& header) const {
  for (const auto& [key, value] : records_) {
    if (value.empty()) {
      continue;  // the header's own value counts
    }
    if (key == "path") {
      header.name = value;
    } else if (key == "size" || key == "uid" || key == "gid") {
      const std::optional<int64_t> number = DecimalInteger(value);
      if (!number) {
        return false;
      }
      header.size = key == "size" ? *number : header.size;
    } else if ((key == "atime" || key == "mtime" || key == "ctime") && !IsPaxTime(value)) {
      return false;
    }
  }
  return true;
}

std::string_view PaxRecords::Get(std::string_view key) const {
  const auto found = records_.find(key);
  return found == records_.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace kval::helm
