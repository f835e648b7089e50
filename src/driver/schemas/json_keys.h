#pragma once

#include <cstdint>
#include <unordered_set>

#include "src/driver/session.h"
#include "src/value/string_keys.h"
#include "src/value/value.h"

namespace kval::driver {

// Values with string keys, as in JSON (value::StringifyKeys). Two keys of one mapping that become the same
// string are an error (KV110), reported once per location of the second, because JSON readers use either.
class JsonKeys {
 public:
  // `text_of`: the string for a scalar key; PlainText by default.
  explicit JsonKeys(Session& session, value::KeyTextFunction text_of = nullptr)
      : session_(session), text_of_(text_of) {}

  // Returns `root` itself if all keys are strings.
  const value::Value* Of(const value::Value& root);

 private:
  void ReportDuplicate(const value::Value& first, const value::Value& second);

  Session& session_;
  value::KeyTextFunction text_of_;
  std::unordered_set<uint32_t> reported_;  // locations of the second keys
};

}  // namespace kval::driver
