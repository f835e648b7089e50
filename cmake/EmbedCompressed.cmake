# Embeds files into the program, compressed by zstd. The output variable receives the source file generated at
# build time; FUNCTION, declared in HEADER, returns an embedded::Compressed (src/embedded/compressed.h).
#
#   kval_embed_compressed(<output variable> TEXT <file> HEADER <header> FUNCTION <qualified function>)
#     one file, which may itself be generated
#   kval_embed_compressed(<output variable> FOLDER <directory> [EXTENSION <md>] HEADER … FUNCTION …)
#     every *.md (or *.<EXTENSION>) of the directory (relative to the current one), sorted by name, in the format of
#     embedded::Files: a line with the name and the number of bytes, the text, and a line break
#   kval_embed_compressed(<output variable> EACH <file> HEADER … FUNCTION …)
#     the files in a generated file of this format, each compressed alone; FUNCTION(size_t) returns the file with a number
#   kval_embed_compressed(<output variable> GROUPS <file> HEADER … FUNCTION …)
#     the same for files that have much in common: those that follow each other are compressed together
#
# The same file is the script that joins a directory at build time (cmake -P).
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(KVAL_EMBED_ZSTD)
    # Built for the machine that builds (scripts/dependencies); kval is built for another one.
    add_executable(kval_embed_zstd IMPORTED GLOBAL)
    set_target_properties(kval_embed_zstd PROPERTIES IMPORTED_LOCATION ${KVAL_EMBED_ZSTD})
  else()
    add_executable(kval_embed_zstd ${CMAKE_CURRENT_LIST_DIR}/embed_zstd.cc)
    target_link_libraries(kval_embed_zstd PRIVATE kval_dep_zstd)
  endif()
  set(KVAL_JOIN_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

  function(kval_embed_compressed output)
    cmake_parse_arguments(arg "" "TEXT;EACH;GROUPS;FOLDER;EXTENSION;HEADER;FUNCTION" "" ${ARGN})
    set(text ${arg_TEXT}${arg_EACH}${arg_GROUPS})
    set(mode)
    if(arg_EACH)
      set(mode --each)
    elseif(arg_GROUPS)
      set(mode --groups)
    endif()
    if(arg_FOLDER)
      if(NOT arg_EXTENSION)
        set(arg_EXTENSION md)
      endif()
      cmake_path(ABSOLUTE_PATH arg_FOLDER BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE folder)
      cmake_path(GET folder FILENAME name)
      file(GLOB texts CONFIGURE_DEPENDS ${folder}/*.${arg_EXTENSION})
      set(text ${CMAKE_CURRENT_BINARY_DIR}/${name}_${arg_EXTENSION}.txt)
      add_custom_command(
        OUTPUT ${text}
        COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DEXTENSION=${arg_EXTENSION} -DOUTPUT=${text} -P ${KVAL_JOIN_SCRIPT}
        DEPENDS ${texts} ${KVAL_JOIN_SCRIPT}
        COMMENT "Joining ${arg_FOLDER}"
        VERBATIM)
    endif()
    cmake_path(GET text STEM name)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/${name}_packed.cc)
    add_custom_command(
      OUTPUT ${generated}
      COMMAND kval_embed_zstd ${mode} ${text} ${generated} ${arg_HEADER} ${arg_FUNCTION}
      DEPENDS ${text} kval_embed_zstd
      COMMENT "Compressing ${name}"
      VERBATIM)
    set(${output} ${generated} PARENT_SCOPE)
  endfunction()
  return()
endif()

file(GLOB texts ${FOLDER}/*.${EXTENSION})
list(SORT texts)
file(WRITE ${OUTPUT} "")
foreach(path IN LISTS texts)
  get_filename_component(name ${path} NAME_WE)
  file(SIZE ${path} size)
  file(READ ${path} text)
  file(APPEND ${OUTPUT} "${name} ${size}\n${text}\n")
endforeach()
