#pragma once

#include <cstdint>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/source_file.h"
#include "src/support/arena.h"
#include "src/support/limits.h"
#include "src/value/value.h"

namespace kval::kcl::run {

// kByName: JSON where the file's name ends in `.json`.
enum class DataFormat : uint8_t { kByName, kYaml, kJson };

bool IsJson(const source::SourceFile& file, DataFormat format);

// Whether the file is strict JSON. Reports errors.
bool CheckJson(const source::SourceFile& file, diag::Emitter& emitter);

// The content of a data file.
struct Data {
  std::vector<const value::Value*> documents;  // without empty ones, unless all are empty
  bool is_whole = true;  // false: a part is unreadable, and the documents contain the rest
};

// Reads the documents of a data file (YAML 1.2, or strict JSON). Reports unreadable parts.
Data ReadData(const source::SourceFile& file, DataFormat format, const Limits& limits, Arena& arena,
              diag::Emitter& emitter);

}  // namespace kval::kcl::run
