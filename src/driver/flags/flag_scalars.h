#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "src/driver/layer.h"
#include "src/merge/flag_path.h"
#include "src/value/value.h"

namespace kval::driver {

// The scalars that flags have set so far, by path. Finds whether another flag's path passes through one.
// Cost: linear in the length of the path, independent of the number of flags.
class FlagScalars {
 public:
  // Records new layers. A layer from another source hides the flags before it.
  void Follow(const std::vector<Layer>& layers);

  // Returns the value that a flag set on the path if nothing can be below it; the last of several. Else null.
  const value::Value* Obstacle(const std::vector<merge::FlagStep>& path) const;

 private:
  struct PathNode {
    const value::Value* scalar = nullptr;  // the last one that was set here
    size_t layer = 0;                      // by this layer
    std::map<std::string_view, std::unique_ptr<PathNode>> below;
  };

  void Note(PathNode& node, const value::Value& value, size_t layer);

  PathNode root_;
  size_t seen_ = 0;
};

}  // namespace kval::driver
