#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "src/yaml/document.h"

namespace kval::schemas::infer {

// What the comments of values files say about their keys: the lines right above a key, in the manners of
// helm-docs (`# -- text`), of Bitnami's charts (`## @param path text`, wherever it stands) and of plain prose
// (`## text`, `# text`), or else the comment behind the value. Lines that look like YAML are examples or
// settings that were put aside; they say nothing.
class Descriptions {
 public:
  void Read(const yaml::File& file);

  // Of a key of one of the files, which stands at `path` (`a.b`); empty when nothing is said.
  std::string Of(const value::Value& key, const std::string& path) const;

 private:
  void ReadParam(std::string_view text);

  std::unordered_map<const value::Value*, std::string> by_key_;
  std::map<std::string, std::string> by_path_;
};

}  // namespace kval::schemas::infer
