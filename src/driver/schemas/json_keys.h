#pragma once

#include <cstdint>
#include <unordered_set>

#include "src/driver/session.h"
#include "src/value/value.h"

namespace kval::driver {

// Values as JSON has them, whose keys are texts (value::WithTextKeys). Two keys of one mapping that become
// one text are an error (KV110), told once wherever the second stands, however many layers or aliases bring
// it: of two that are one, readers of JSON take either.
class JsonKeys {
 public:
  explicit JsonKeys(Session& session) : session_(session) {}

  // `root` itself when all of its keys are texts.
  const value::Value* Of(const value::Value& root);

 private:
  void Tell(const value::Value& first, const value::Value& second);

  Session& session_;
  std::unordered_set<uint32_t> told_;  // where the second keys stand
};

}  // namespace kval::driver
