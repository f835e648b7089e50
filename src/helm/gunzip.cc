#include "src/helm/gunzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace kval::helm {
namespace {

constexpr int kGzipOnly = 15 + 16;  // the largest window; no other format than gzip
constexpr size_t kStep = 256 * 1024;

Failure Damaged() {
  return {"the archive is damaged: it is no complete gzip file"};
}

class Inflation {
 public:
  explicit Inflation(std::string_view bytes) : rest_(bytes) {
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
  ~Inflation() { inflateEnd(&stream_); }

  Result<std::string> Run(uint64_t most) {
    std::string out;
    for (;;) {
      Feed();
      const size_t before = out.size();
      out.resize(before + kStep);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + before);
      stream_.avail_out = kStep;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      out.resize(out.size() - stream_.avail_out);
      if (out.size() > most) {
        return Failure{"the archive unpacks to more than " + std::to_string(most / (1024 * 1024)) + " MiB",
                       FailureKind::kTooLarge};
      }
      if (status == Z_STREAM_END && !HasMore()) {
        return out;
      }
      if (status == Z_STREAM_END) {
        inflateReset(&stream_);
      } else if (status != Z_OK) {
        return Damaged();
      }
    }
  }

 private:
  bool HasMore() const { return stream_.avail_in > 0 || !rest_.empty(); }

  void Feed() {
    if (stream_.avail_in == 0) {
      const size_t size = std::min<size_t>(rest_.size(), std::numeric_limits<uInt>::max());
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
      stream_.avail_in = static_cast<uInt>(size);
      rest_.remove_prefix(size);
    }
  }

  std::string_view rest_;
  z_stream stream_ = {};
};

}  // namespace

Result<std::string> Gunzip(std::string_view bytes, uint64_t most) {
  return Inflation(bytes).Run(most);
}

}  // namespace kval::helm
