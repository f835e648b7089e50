# Puts what short runs execute beside each other (scripts/start-order). For static programs only, whose libraries are ordered
# with them; linkers that do not take GNU's scripts do without.
option(KVAL_START_ORDER "order functions by what short runs execute" OFF)
if(KVAL_START_ORDER AND KVAL_STATIC)
  include(CheckLinkerFlag)
  # Functions are sections of their own where the program is optimised when it is linked (-ffunction-sections above).
  set(order "-Wl,-T,${PROJECT_SOURCE_DIR}/cmake/start_order.ld")
  check_linker_flag(CXX "${order}" KVAL_ORDERS_FUNCTIONS)
  if(KVAL_ORDERS_FUNCTIONS)
    set(KVAL_START_ORDER_OPTIONS "${order}")
  endif()
endif()
