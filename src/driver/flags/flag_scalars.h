#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "src/driver/layer.h"
#include "src/merge/flag_path.h"
#include "src/value/value.h"

namespace kval::driver {

// The scalars that flags have set so far, by their paths: whether a further flag goes through one is found
// in the length of its path, however many flags there were.
class FlagScalars {
 public:
  // Takes notice of the layers that came since. What a layer that is no flag's sets, nobody knows here: it
  // hides the flags before it.
  void Follow(const std::vector<Layer>& layers);

  // What a flag set where the path goes through, when nothing can stand below it: of several, the last one.
  // Else null.
  const value::Value* Obstacle(const std::vector<merge::FlagStep>& path) const;

 private:
  struct Node {
    const value::Value* scalar = nullptr;  // the last one that was set here
    size_t layer = 0;                      // by this layer
    std::map<std::string_view, std::unique_ptr<Node>> below;
  };

  void Note(Node& node, const value::Value& value, size_t layer);

  Node root_;
  size_t seen_ = 0;
};

}  // namespace kval::driver
