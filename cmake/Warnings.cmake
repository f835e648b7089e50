# Compiler options of all kval targets, in addition to those of the preset.
add_library(kval_warnings INTERFACE)
target_compile_options(kval_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Wimplicit-fallthrough -Wno-missing-field-initializers)
if(KVAL_WERROR)
  target_compile_options(kval_warnings INTERFACE -Werror)
endif()
