#include "tests/helm/archive_maker.h"

#include <zlib.h>

#include <algorithm>

namespace kval::helm {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

constexpr size_t kBlock = 512;

std::string Padded(std::string text) {
  text.resize((text.size() + kBlock - 1) / kBlock * kBlock);
  return text;
}

std::string Octal(uint64_t number) {
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + number % 8));
    number /= 8;
  } while (number != 0);
  return digits;
}

void Put(std::string& header, size_t at, size_t width, std::string_view text) {
  header.replace(at, std::min(width, text.size()), text.substr(0, width));
}

std::string PaxRecord(std::string_view key, std::string_view value) {
  const size_t rest = key.size() + value.size() + 3;
  size_t size = rest + std::to_string(rest).size();
  size = rest + std::to_string(size).size();
  return std::to_string(size) + " " + std::string(key) + "=" + std::string(value) + "\n";
}

// Writes the checksum field, as a sum of unsigned or of signed bytes.
void PutSum(std::string& header, bool is_signed) {
  header.replace(148, 8, 8, ' ');
  int64_t sum = 0;
  for (const char c : header) {
    sum += is_signed ? static_cast<int64_t>(static_cast<signed char>(c)) : static_cast<unsigned char>(c);
  }
  const std::string digits = Octal(static_cast<uint64_t>(std::max<int64_t>(sum, 0)));
  header.replace(148, 8, std::string(6 - digits.size(), '0') + digits + "\0 "s);
}

}  // namespace

// Returns a number field: usually octal with leading zeros, sometimes in another valid form, sometimes
// malformed.
std::string ArchiveMaker::Number(size_t width, uint64_t number) {
  const std::string digits = Octal(number);
  switch (random_() % 24) {
    case 0:
      return " " + digits + " ";
    case 1:
      return std::string(width - digits.size(), '0') + digits;
    case 2: {
      std::string binary(width, '\0');
      for (size_t i = 0; i < 8 && i < width - 1; ++i) {
        binary[width - 1 - i] = static_cast<char>(number >> (8 * i));
      }
      binary[0] = '\x80';
      return binary;
    }
    case 3:
      return std::string(Chance(50) ? "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFE" : "9x");
    case 4:
      return digits + "\0 7"s;
    default:
      return std::string(width - 1 - digits.size(), '0') + digits + '\0';
  }
}

// Overwrites one random field of the header.
void ArchiveMaker::Spoil(std::string& header) {
  switch (random_() % 8) {
    case 0:
      return Put(header, 124, 12, Number(12, random_() % 2000));  // the size
    case 1:
      return Put(header, 100, 8, Number(8, Chance(50) ? 040755 : 0120644));  // the mode
    case 2:
      return Put(header, 108 + 8 * (random_() % 2), 8, Number(8, 1000));  // the owner
    case 3:
      return Put(header, 136, 12, Number(12, 1'700'000'000));
    case 4:
      return Put(header, 329 + 8 * (random_() % 2), 8, Number(8, 1));  // the device
    case 5:
      return Put(header, 345, 155, Pick({"c", "c/deep", "prefix", "\xC3\xA9", "0000000\0"sv, "x\0y"sv}));
    case 6:
      return Put(header, 476 + 12 * (random_() % 2), 12, Number(12, 5));
    default:
      header[random_() % kBlock] = static_cast<char>(random_());
  }
}

std::string ArchiveMaker::Header(std::string_view name, size_t size, char flag) {
  std::string header(kBlock, '\0');
  Put(header, 0, 100, name);
  Put(header, 100, 8, flag == '5' ? "0000755\0"sv : "0000644\0"sv);
  Put(header, 124, 12, std::string(11 - Octal(size).size(), '0') + Octal(size));
  header[156] = flag;
  switch (random_() % 6) {
    case 0:  // V7
      break;
    case 1:
      Put(header, 257, 8, "ustar  \0"sv);
      break;
    case 2:
      Put(header, 257, 8,
          "ustar\0"
          "00"sv);
      Put(header, 508, 4, "tar\0"sv);
      break;
    default:
      Put(header, 257, 8,
          "ustar\0"
          "00"sv);
  }
  for (int i = 0; i < 3 && Chance(12); ++i) {
    Spoil(header);
  }
  PutSum(header, Chance(20));
  if (Chance(1)) {
    header[0] ^= 1;
  }
  return header;
}

std::string ArchiveMaker::Content() {
  std::string content(Chance(50) ? random_() % 40 : random_() % 1200, 'x');
  for (char& c : content) {
    c = static_cast<char>('a' + random_() % 26);
  }
  return (Chance(5) ? "\xEF\xBB\xBF" : "") + content;
}

std::string ArchiveMaker::Record() {
  const std::string_view key =
      Pick({"path", "path", "size", "size", "size", "mtime", "atime", "uid", "gid", "uname", "linkpath",
            "comment", "SCHILY.xattr.a", "GNU.sparse.offset", "GNU.sparse.major", "", "a\0b"sv});
  std::string_view value;
  if (key == "path" || key == "linkpath" || key == "uname") {
    value = Pick({"c/pax.yaml", "c/dir/", "c/a\0b"sv, "", "../x", "c/values.yaml", "nodir"});
  } else if (key == "size") {
    value = Pick({"0", "10", "512", "600", "+7", "-1", "0x1", "1_0", "", "99999999999999999999"});
  } else {
    value = Pick({"1", "1700000000.25", "1.", ".5", "-1.5", "x", "", "1.5x", "a,b"});
  }
  std::string record = PaxRecord(key, value);
  if (Chance(4)) {
    record[random_() % record.size()] = static_cast<char>(" 09=\n"[random_() % 5]);
  }
  return record;
}

// Returns an entry with metadata of the next entry: PAX records or a GNU long name.
std::string ArchiveMaker::Meta() {
  const char flag = "xxxgLLK"[random_() % 7];
  std::string text;
  if (flag == 'L' || flag == 'K') {
    text = std::string(Pick({"c/long.yaml", "c/folder/", "", "c/values.yaml"})) + (Chance(70) ? "\0"s : "");
    text += Chance(10) ? "rest" : "";
  } else {
    for (size_t i = random_() % 3 + 1; i > 0; --i) {
      text += Record();
    }
  }
  return Header("meta", text.size(), flag) + Padded(text);
}

std::string ArchiveMaker::OldSparse() {
  const std::string content = Content();
  std::string header = Header("c/old", content.size(), 'S');
  Put(header, 257, 8, "ustar  \0"sv);
  header.replace(386, 126, 126, '\0');
  const size_t half = content.size() / 2;
  Put(header, 386, 12, Number(12, Chance(80) ? 100 : 2000));
  Put(header, 398, 12, Number(12, half));
  const bool is_extended = Chance(40);
  std::string extension;
  const size_t rest = Chance(80) ? content.size() - half : random_() % 700;
  if (is_extended) {
    header[482] = '\1';
    extension.resize(kBlock);
    Put(extension, 0, 12, Number(12, 3000));
    Put(extension, 12, 12, Number(12, rest));
  } else {
    Put(header, 410, 12, Number(12, 3000));
    Put(header, 422, 12, Number(12, rest));
  }
  Put(header, 483, 12, Number(12, 4000 + content.size()));
  PutSum(header, false);
  return header + extension + Padded(content);
}

std::string ArchiveMaker::PaxSparse() {
  const std::string content = Content();
  const std::string size = std::to_string(Chance(85) ? content.size() : random_() % 900);
  std::string records = PaxRecord("GNU.sparse.name", Pick({"c/sparse", "c/sparse/", ""}));
  std::string stored = content;
  switch (random_() % 3) {
    case 0:
      records += PaxRecord("GNU.sparse.size", "3000") +
                 PaxRecord("GNU.sparse.numblocks", Chance(90) ? "1" : "2") +
                 PaxRecord("GNU.sparse.offset", "100") + PaxRecord("GNU.sparse.numbytes", size);
      break;
    case 1:
      records += PaxRecord("GNU.sparse.major", "0") + PaxRecord("GNU.sparse.minor", Pick({"1", "2", "0"})) +
                 PaxRecord("GNU.sparse.size", Pick({"3000", "x", "200"})) +
                 PaxRecord("GNU.sparse.numblocks", "1") +
                 PaxRecord("GNU.sparse.map", std::string(Pick({"100,", "0,", "-1,", "1,1,"})) + size);
      break;
    default:
      records += PaxRecord("GNU.sparse.major", "1") + PaxRecord("GNU.sparse.minor", "0") +
                 PaxRecord("GNU.sparse.realsize", "3000");
      stored = Padded(std::string(Pick({"1\n100\n", "1\n0\n", "2\n0\n0\n1\n", "0\n", "-1\n", "x\n"})) + size +
                      "\n") +
               content;
  }
  return Header("meta", records.size(), 'x') + Padded(records) + Header("c/x", stored.size(), '0') +
         Padded(stored);
}

std::string ArchiveMaker::Entry() {
  if (Chance(25)) {
    return Meta();
  }
  if (Chance(8)) {
    return Chance(50) ? OldSparse() : PaxSparse();
  }
  const char flag = Chance(70) ? '0' : "\0\0001234567AD\0\0"[random_() % 13];
  const std::string_view name = Pick({"c/Chart.yaml", "c/values.yaml", "c/a", "c/b/c", "c/dir/",
                                      "c/values.yaml/", "c/é", "c/a/../b", "c\\d", "c/./e"});
  const std::string_view suspicious =
      Pick({"Chart.yaml", "c/../x", "c//x", "c/..", "plain", "", "c/C:/x", "c/..a"});
  const bool has_content = flag == '0' || flag == '\0' || flag == '7' || Chance(5);
  const std::string content = has_content ? Content() : "";
  return Header(Chance(97) ? name : suspicious, content.size(), flag) + Padded(content);
}

std::string ArchiveMaker::End() {
  switch (random_() % 12) {
    case 0:
      return "";
    case 1:
      return std::string(kBlock, '\0');
    case 2:
      return std::string(kBlock, '\0') + Entry();
    case 3:
      return std::string(kBlock + random_() % kBlock, '\0');
    case 4:
      return std::string(2 * kBlock, '\0') + Entry() + "anything";
    case 5:
      return "end";
    default:
      return std::string(2 * kBlock, '\0');
  }
}

std::string ArchiveMaker::Tar() {
  std::string tar;
  for (size_t i = random_() % 4 + 1; i > 0; --i) {
    tar += Entry();
  }
  tar += End();
  if (Chance(8)) {
    tar.resize(random_() % (tar.size() + 1));
  }
  return tar;
}

std::string ArchiveMaker::Gzip(std::string_view bytes) {
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  std::string body(deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(body.data());
  stream.avail_out = static_cast<uInt>(body.size());
  deflate(&stream, Z_FINISH);
  body.resize(stream.total_out);
  deflateEnd(&stream);
  std::string header("\x1F\x8B\x08\0\0\0\0\0\0\x03"s);
  if (Chance(15)) {
    header[3] = static_cast<char>(random_() % 16 << 1);  // a sum, extra bytes, a name, a comment
    const auto flags = static_cast<unsigned>(header[3]);
    header += (flags & 4U) != 0 ? "\x02\0ab"s : "";
    header += (flags & 8U) != 0 ? std::string(Chance(5) ? 600 : 5, 'n') + '\0' : "";
    header += (flags & 16U) != 0 ? "comment\0"s : "";
    const auto sum =
        crc32(0, reinterpret_cast<const Bytef*>(header.data()), static_cast<uInt>(header.size()));
    if ((flags & 2U) != 0) {
      header += static_cast<char>(Chance(90) ? sum : 1);
      header += static_cast<char>(sum >> 8U);
    }
    header[3] = static_cast<char>(flags | (Chance(20) && (flags & 2U) == 0 ? 0x40U : 0));
  }
  auto sum = crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
  sum ^= Chance(3) ? 1U : 0;
  std::string trailer;
  for (const uint64_t number : {static_cast<uint64_t>(sum), static_cast<uint64_t>(bytes.size())}) {
    for (unsigned i = 0; i < 4; ++i) {
      trailer += static_cast<char>(number >> (8 * i));
    }
  }
  return header + body + trailer;
}

std::string ArchiveMaker::Archive() {
  const std::string tar = Tar();
  const size_t split = Chance(10) ? random_() % (tar.size() + 1) : tar.size();
  std::string archive = Gzip(std::string_view(tar).substr(0, split));
  archive += split < tar.size() ? Gzip(std::string_view(tar).substr(split)) : "";
  if (Chance(6)) {
    archive += Pick({"x", "trailing bytes behind it", "\x1F\x8B", "\0\0\0\0\0\0\0\0\0\0\0\0"sv});
  }
  if (Chance(3)) {
    archive.resize(archive.size() - random_() % std::min<size_t>(archive.size(), 12));
  }
  return archive;
}

}  // namespace kval::helm
