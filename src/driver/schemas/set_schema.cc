#include "src/driver/schemas/set_schema.h"

namespace kval::driver {

std::vector<Layer> SetSchema::Layers(const ValidationInput& values) const {
  std::vector<Layer> layers = parent_;
  layers.insert(layers.end(), values.layers.begin(), values.layers.end());
  return layers;
}

}  // namespace kval::driver
