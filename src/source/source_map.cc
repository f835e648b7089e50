#include "src/source/source_map.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "src/source/encoding.h"
#include "src/support/check.h"

namespace kval::source {

SourceMap::SourceMap(const SourceMap* below)
    : below_(below), first_base_(below == nullptr ? 1 : below->next_base_), next_base_(first_base_) {}

std::vector<std::unique_ptr<SourceFile>> SourceMap::Release() {
  next_base_ = first_base_;
  loaded_.clear();
  return std::exchange(files_, {});
}

const SourceFile* SourceMap::Adopt(std::unique_ptr<SourceFile> file) {
  if (file->span().size() > RemainingSize()) {
    return nullptr;
  }
  file->MoveTo(next_base_);
  next_base_ = file->span().end + 1;
  files_.push_back(std::move(file));
  return files_.back().get();
}

Result<const SourceFile*> SourceMap::Load(FileReader& reader, const std::string& path) {
  Result<std::string> text = reader.Read(path);
  if (!text) {
    return text.failure();
  }
  return &AddText(path == "-" ? "<stdin>" : path, *std::move(text));
}

Result<const SourceFile*> SourceMap::LoadBelow(FileReader& reader, const std::string& directory,
                                               const std::string& path) {
  Result<std::string> text = reader.ReadBelow(directory, path);
  if (!text) {
    return text.failure();
  }
  return &AddText(path, *std::move(text));
}

Result<const SourceFile*> SourceMap::LoadOnce(FileReader& reader, const std::string& directory,
                                              const std::string& path, const std::string& name) {
  std::string key = directory;
  for (const std::string_view part :
       {std::string_view(path).substr(path.starts_with("./") ? 2 : 0), std::string_view(name)}) {
    key.push_back('\0');
    key.append(part);
  }
  const SourceFile*& known = loaded_[std::move(key)];
  if (known == nullptr) {
    Result<std::string> text = directory.empty() ? reader.Read(path) : reader.ReadBelow(directory, path);
    if (!text) {
      return text.failure();
    }
    known = &AddText(name, *std::move(text));
  }
  return known;
}

const SourceFile& SourceMap::AddText(std::string name, std::string text) {
  const bool is_wide = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
  std::string utf8 = ToUtf8(std::move(text));
  if (utf8.size() > RemainingSize()) {
    throw std::bad_alloc();
  }
  auto file = std::make_unique<SourceFile>(std::move(name), std::move(utf8), next_base_);
  next_base_ = file->span().end + 1;
  if (is_wide) {
    file->SetWide();
  }
  files_.push_back(std::move(file));
  return *files_.back();
}

const SourceFile& SourceMap::AddSecret(std::string name, std::string text) {
  AddText(std::move(name), std::move(text));
  files_.back()->SetSecret();
  return *files_.back();
}

void SourceMap::Freeze() const {
  for (const auto& file : files_) {
    file->line_count();
  }
}

uint64_t SourceMap::RemainingSize() const {
  // One byte is kept between files so that an end offset never belongs to the next file.
  return std::numeric_limits<uint32_t>::max() - uint64_t{next_base_} - 2;
}

bool SourceMap::Contains(Span span) const {
  if (IsBelow(span)) {
    return below_->Contains(span);
  }
  return span.has_value() && !files_.empty() && span.end <= files_.back()->span().end;
}

const SourceFile& SourceMap::FileOf(Span span) const {
  KVAL_CHECK(Contains(span));
  if (IsBelow(span)) {
    return below_->FileOf(span);
  }
  const auto after =
      std::upper_bound(files_.begin(), files_.end(), span.begin,
                       [](uint32_t offset, const auto& file) { return offset < file->base(); });
  KVAL_CHECK(after != files_.begin());
  return **(after - 1);
}

LineColumn SourceMap::Locate(uint32_t offset) const {
  return FileOf({offset, offset}).Locate(offset);
}

std::string_view SourceMap::Text(Span span) const {
  return FileOf(span).Text(span);
}

}  // namespace kval::source
