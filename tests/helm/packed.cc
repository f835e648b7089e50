#include "tests/helm/packed.h"

#include <zlib.h>

#include <cstdio>

namespace kval::helm {

std::string Member(const std::string& path, const std::string& bytes, char flag, const std::string& mode) {
  std::string header(512, '\0');
  header.replace(0, path.size(), path);
  header.replace(100, mode.size(), mode);
  char number[16];
  std::snprintf(number, sizeof number, "%011zo", bytes.size());
  header.replace(124, 11, number);
  header[156] = flag;
  header.replace(257, 5, "ustar");
  header.replace(148, 8, 8, ' ');
  unsigned sum = 0;
  for (const char c : header) {
    sum += static_cast<unsigned char>(c);
  }
  std::snprintf(number, sizeof number, "%06o", sum);
  header.replace(148, 6, number);
  header[154] = '\0';
  return header + bytes + std::string((512 - bytes.size() % 512) % 512, '\0');
}

std::string Packed(const std::vector<std::pair<std::string, std::string>>& files) {
  std::string tar;
  for (const auto& [path, bytes] : files) {
    tar += Member(path, bytes, path == "\1" ? 'x' : '0');
  }
  tar += std::string(1024, '\0');
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, tar.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(tar.data());
  stream.avail_in = static_cast<uInt>(tar.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace kval::helm
