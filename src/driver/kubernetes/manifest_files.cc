#include "src/driver/kubernetes/manifest_files.h"

#include <utility>

#include "src/driver/kubernetes/definitions.h"
#include "src/driver/parallel_for.h"
#include "src/yaml/json_stream.h"

namespace kval::driver {
namespace {

// Text of which the documents are kept until validation. Values have about twenty times its size.
constexpr size_t kMostParsedBytes = size_t{4} << 20;

}  // namespace

yaml::ReadOptions ManifestReading(const Limits& limits) {
  yaml::ReadOptions reading;
  reading.dialect = value::Dialect::kK8s;
  reading.reader = &yaml::JsonStreamReader();
  reading.limits = limits;
  return reading;
}

void ManifestFiles::Read(const std::vector<InputFile>& inputs, size_t jobs,
                         const std::map<std::string, PassedManifest>* passed, const ParsedFiles* parsed) {
  for (const InputFile& input : inputs) {
    const std::string& path = input.path;
    files_.emplace_back().input = input;
    files_.back().name = path == "-" ? "<stdin>" : path.starts_with("./") ? path.substr(2) : path;
  }
  if (parsed != nullptr) {
    TakeParsed(*parsed);
  }
  ParallelFor(inputs.size(), jobs, [&](size_t i, size_t) {
    ManifestFile& file = files_[i];
    if (file.parsed != nullptr) {
      return;
    }
    const std::string& path = inputs[i].path;
    const bool is_reusable = passed != nullptr && inputs[i].directory.empty() && path != "-";
    if (is_reusable) {
      file.stamp = reader_.StampOf(path);
      const auto known = passed->find(path);
      if (file.stamp && known != passed->end() && known->second.stamp == *file.stamp) {
        file.passed = &known->second;
        return;
      }
    }
    ReadOne(file);
  });
}

void ManifestFiles::ReadSkipped(size_t i) {
  ManifestFile& file = files_[i];
  if (file.passed != nullptr) {
    file.passed = nullptr;
    file.stamp = reader_.StampOf(file.input.path);
    ReadOne(file);
  }
}

void ManifestFiles::ReadOne(ManifestFile& file) const {
  const InputFile& input = file.input;
  Result<std::string> text =
      input.directory.empty() ? reader_.Read(input.path) : reader_.ReadBelow(input.directory, input.path);
  if (!text) {
    file.failure = text.failure();
    return;
  }
  file.may_define = MayDefine(*text);
  file.unparsed = *std::move(text);
}

void ManifestFiles::TakeParsed(const ParsedFiles& parsed) {
  for (ManifestFile& file : files_) {
    const auto known = parsed.by_path.find(file.input.path);
    if (known != parsed.by_path.end() && known->second->source->name() == file.name) {
      file.source = known->second->source;
      file.may_define = MayDefine(file.text());
      file.parsed = std::make_unique<ParsedManifest>();
      file.parsed->file = *known->second;
      file.is_kept = parsed.are_changed;
      parsed_bytes_ += file.text().size();
    }
  }
}

void ManifestFiles::AddSource(ManifestFile& file) {
  if (file.source == nullptr) {
    file.source = &sources_.AddText(file.name, std::move(file.unparsed));
    file.unparsed.clear();
  }
  parsed_bytes_ += file.text().size();
}

void ManifestFiles::ParseSource(ManifestFile& file) const {
  file.parsed = std::make_unique<ParsedManifest>();
  file.parsed->errors = diag::Collector(limits_.findings);
  diag::Emitter emit(&file.parsed->errors);
  file.parsed->file = yaml::ReadFile(*file.source, ManifestReading(limits_), file.parsed->arena, emit);
}

void ManifestFiles::Parse(const std::function<bool(const ManifestFile&)>& is_needed, size_t jobs) {
  std::vector<ManifestFile*> needed;
  for (ManifestFile& file : files_) {
    if (!file.failure && file.parsed == nullptr && is_needed(file)) {
      AddSource(file);
      needed.push_back(&file);
    }
  }
  ParallelFor(needed.size(), jobs, [&](size_t i, size_t) { ParseSource(*needed[i]); });
}

const yaml::File& ManifestFiles::DocumentsOf(size_t i) {
  ManifestFile& file = files_[i];
  if (file.passed != nullptr) {
    ReadSkipped(i);
    file.stamp.reset();  // this result is not reused
  }
  if (file.parsed == nullptr) {
    AddSource(file);
    ParseSource(file);
  }
  return file.parsed->file;
}

const yaml::File& ManifestFiles::KeepDocumentsOf(size_t i) {
  files_[i].is_kept = true;
  return DocumentsOf(i);
}

void ManifestFiles::Trim(size_t i) {
  ManifestFile& file = files_[i];
  if (parsed_bytes_ > kMostParsedBytes && file.parsed != nullptr && !file.is_kept) {
    parsed_bytes_ -= file.text().size();
    file.parsed.reset();
  }
}

void ForEachResource(const yaml::File& file, const std::function<void(const value::Value&)>& visit) {
  for (const yaml::Document& document : file.documents) {
    visit(*document.root);
    const value::Value* items =
        document.root->kind == value::Kind::kMapping ? value::Find(*document.root, "items") : nullptr;
    if (items != nullptr && items->kind == value::Kind::kSequence) {
      for (const value::Value* item : items->items()) {
        visit(*item);
      }
    }
  }
}

}  // namespace kval::driver
