#pragma once

#include <map>

#include "src/source/source_map.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::driver {

// Copies values to another session: their places are in copies of their files there.
class ValueMover {
 public:
  ValueMover(const source::SourceMap& from, source::SourceMap& to, value::Builder& build)
      : from_(from), to_(to), build_(build) {}

  const value::Value* Move(const value::Value& value);

 private:
  source::Span Moved(source::Span span);

  const source::SourceMap& from_;
  source::SourceMap& to_;
  value::Builder& build_;
  std::map<const source::SourceFile*, uint32_t> bases_;  // of the copies
};

}  // namespace kval::driver
