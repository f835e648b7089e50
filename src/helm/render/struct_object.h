#pragma once

#include <span>
#include <utility>
#include <vector>

#include "src/lang/gotemplate/containers.h"

namespace kval::helm::render {

// A Go struct with these fields.
class Struct final : public gotemplate::Object {
 public:
  explicit Struct(std::vector<Field> fields) : fields_(std::move(fields)) {}
  std::span<const Field> fields() const override { return fields_; }

 private:
  std::vector<Field> fields_;
};

}  // namespace kval::helm::render
