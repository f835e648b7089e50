# kval_kubernetes_types(<types variable> <descriptions variable> <zones variable>): source files with the
# types of Kubernetes, their descriptions, and the names of time zones, compressed
# (schemas/kubernetes/tables). The types are generated from the PyPI package pinned in
# schemas/kubernetes/tables/requirements.txt; scripts/fetch-schemas stores it in the user's cache directory.
function(kval_kubernetes_types types descriptions zones)
  set(tables ${CMAKE_CURRENT_SOURCE_DIR}/tables)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  kval_fetch_packages(wheel ${tables}/requirements.txt)
  set(texts ${CMAKE_CURRENT_BINARY_DIR}/kubernetes_types.txt ${CMAKE_CURRENT_BINARY_DIR}/kubernetes_descriptions.txt)
  add_custom_command(
    OUTPUT ${texts}
    COMMAND ${Python3_EXECUTABLE} ${tables}/generate.py ${wheel} ${tables} ${texts}
    DEPENDS ${tables}/generate.py ${tables}/enums.tsv ${tables}/kustomize.tsv ${tables}/lifecycle.tsv ${tables}/rules.tsv ${CMAKE_CURRENT_SOURCE_DIR}/feature_gates.def ${wheel}
    COMMENT "Compiling the types of Kubernetes"
    VERBATIM)
  list(APPEND texts ${tables}/zones.txt)
  set(functions Types Descriptions TimeZones)
  foreach(text function variable IN ZIP_LISTS texts functions ARGV)
    kval_embed_compressed(generated TEXT ${text} HEADER schemas/kubernetes/embedded.h FUNCTION kval::schemas::kubernetes::${function})
    set(${variable} ${generated} PARENT_SCOPE)
  endforeach()
endfunction()
