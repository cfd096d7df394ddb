# Writes files into a C++ source, so that the program needs none of them at run time.
#
#   cmake -DOUTPUT=x.cpp -DNAMESPACE=ns -DFUNCTION=name -DHEADER=x.hpp -DFILES=a;b -P EmbedFiles.cmake
#
# The function gives a span of embedded_file{name, text}, which the header declares.
set(text "// Made from files of the tree; do not edit.\n#include \"${HEADER}\"\n\n#include <array>\n\n")
string(APPEND text "namespace ${NAMESPACE} {\n\nnamespace {\n")
list(LENGTH FILES count)
string(APPEND text "constexpr std::array<embedded_file, ${count}> files{{\n")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  file(READ ${file} content)
  string(APPEND text "{\"${name}\", R\"embedded(${content})embedded\"},\n")
endforeach()
string(APPEND text "}};\n}  // namespace\n\n")
string(APPEND text "std::span<const embedded_file> ${FUNCTION}() { return files; }\n\n")
string(APPEND text "}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${text}")
