#include "model/kinds/documents.hpp"

#include <string_view>

#include "base/java_properties.hpp"
#include "base/xml_escape.hpp"

namespace foliot::model {

namespace {

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (const std::string_view entity = xml_entity(c); !entity.empty()) {
      out += entity;
    } else if (c == '\r') {
      out += "&#13;";
    } else if (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n') {
      out += '?';
    } else {
      out += c;
    }
  }
}

}  // namespace

std::string configuration_document(const configuration& conf) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<configuration>\n";
  for (const auto& [name, value] : conf) {
    out += "<property><name>";
    append_escaped(out, name);
    out += "</name><value>";
    append_escaped(out, value);
    out += "</value></property>\n";
  }
  return out + "</configuration>\n";
}

std::string properties_document(const configuration& conf) {
  std::string out;
  for (const auto& [name, value] : conf) add_java_property(out, name, value);
  return out;
}

std::string log4j_document() {
  return "# log4j 1\n"
         "log4j.rootLogger=INFO, stderr\n"
         "log4j.appender.stderr=org.apache.log4j.ConsoleAppender\n"
         "log4j.appender.stderr.target=System.err\n"
         "log4j.appender.stderr.layout=org.apache.log4j.PatternLayout\n"
         "log4j.appender.stderr.layout.ConversionPattern=%d{ISO8601} %p %c: %m%n\n"
         "# log4j 2\n"
         "appender.stderr.type=Console\n"
         "appender.stderr.name=stderr\n"
         "appender.stderr.target=SYSTEM_ERR\n"
         "appender.stderr.layout.type=PatternLayout\n"
         "appender.stderr.layout.pattern=%d{ISO8601} %p %c: %m%n\n"
         "rootLogger.level=info\n"
         "rootLogger.appenderRef.stderr.ref=stderr\n";
}

}  // namespace foliot::model
