# Places the functions of short runs next to each other (scripts/start-order). For static programs only, whose
# libraries are ordered too; linkers without support for GNU linker scripts ignore it.
option(KVAL_START_ORDER "order functions by what short runs execute" OFF)
if(KVAL_START_ORDER AND KVAL_STATIC)
  include(CheckLinkerFlag)
  # Requires one section per function, also with link-time optimization (-ffunction-sections above).
  set(order "-Wl,-T,${PROJECT_SOURCE_DIR}/cmake/start_order.ld")
  check_linker_flag(CXX "${order}" KVAL_ORDERS_FUNCTIONS)
  if(KVAL_ORDERS_FUNCTIONS)
    set(KVAL_START_ORDER_OPTIONS "${order}")
  endif()
endif()
