#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "src/yaml/document.h"

namespace kval::schemas::infer {

// Extracts descriptions of keys from the comments of values files: the lines directly above a key, in the
// style of helm-docs (`# -- text`), of Bitnami's charts (`## @param path text`, anywhere in the file) or of
// plain prose (`## text`, `# text`); otherwise the comment after the value. Lines that look like YAML are
// examples or commented-out settings and are skipped.
class Descriptions {
 public:
  void Read(const yaml::File& file);

  // Returns the description of a key at `path` (`a.b`) in one of the files; empty if it has none.
  std::string Of(const value::Value& key, const std::string& path) const;

 private:
  void ReadParam(std::string_view text);

  std::unordered_map<const value::Value*, std::string> by_key_;
  std::map<std::string, std::string> by_path_;
};

}  // namespace kval::schemas::infer
