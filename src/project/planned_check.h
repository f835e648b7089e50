#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/driver/check_plan.h"
#include "src/driver/driver_options.h"
#include "src/project/find.h"
#include "src/project/plan.h"

// The checks of a project as the driver runs them: with the options of their groups.
namespace kval::project {

// Reads words of a command line (`--set`, `a=b`) into the options of a check; a message and false for those
// that mean nothing. Called by one thread.
using FlagReader = std::function<bool(const std::vector<std::string>& words, driver::DriverOptions& options,
                                      std::string& message)>;

class CheckPlanner {
 public:
  // `base`: the options that all checks share. The arguments must outlive this object.
  CheckPlanner(const ProjectLocation& location, const driver::DriverOptions& base,
               const FlagReader& read_flags, diag::Emitter& emit)
      : location_(location), base_(base), read_flags_(read_flags), emit_(emit) {}

  // Returns nullopt if the flags or versions of the group cannot be used, which is reported once.
  std::optional<driver::PlannedCheck> Plan(const Check& check);

 private:
  const std::optional<driver::DriverOptions>& OptionsOf(const CheckDeclaration& group);

  const ProjectLocation& location_;
  const driver::DriverOptions& base_;
  const FlagReader& read_flags_;
  diag::Emitter& emit_;
  std::map<const CheckDeclaration*, std::optional<driver::DriverOptions>> by_group_;
};

}  // namespace kval::project
