#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace kval::helm {

// Generates packed charts that are valid, unusual or malformed in a few places: headers of all tar formats
// with all encodings of numbers, PAX records, long names, sparse files, different endings, several gzip
// members and damaged gzip data.
class ArchiveMaker {
 public:
  explicit ArchiveMaker(unsigned seed) : random_(seed) {}

  std::string Archive();

 private:
  bool Chance(unsigned percent) { return random_() % 100 < percent; }
  std::string_view Pick(const std::vector<std::string_view>& choices) {
    return choices[random_() % choices.size()];
  }

  std::string Tar();
  std::string Entry();
  std::string Meta();
  std::string OldSparse();
  std::string PaxSparse();
  std::string Header(std::string_view name, size_t size, char flag);
  void Spoil(std::string& header);
  std::string Number(size_t width, uint64_t number);
  std::string Record();
  std::string Content();
  std::string End();
  std::string Gzip(std::string_view bytes);

  std::mt19937 random_;
};

}  // namespace kval::helm
