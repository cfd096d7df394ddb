#include "actors/property_files.hpp"

#include <utility>

#include "base/limits.hpp"
#include "el/facts.hpp"
#include "model/kinds/action_conf.hpp"
#include "model/kinds/documents.hpp"
#include "parse/configuration.hpp"

namespace foliot::actors {

namespace {

/// An answer keeps sentence and remedy of `why`: the place goes into the sentence.
el::value unreadable(failure why, const std::string& path) {
  const std::string place = why.place.empty() ? path : why.place;
  if (why.sentence.find(place) == std::string::npos) why.sentence = place + ": " + why.sentence;
  return el::unanswerable(why);
}

}  // namespace

el::value properties_in(const exec::file_port& files, std::string_view question,
                        const std::string& path) {
  auto text = files.read(path, limits::definition_bytes_max);
  if (!text) {
    const bool may_miss = question == model::defaults_question;
    if (may_miss && text.error().code == errc::not_found) return "";
    return unreadable(std::move(text).error(), path);
  }
  auto conf = question == model::properties_question
                  ? parse::read_properties(path, *text)
                  : parse::read_configuration(path, std::move(*text));
  if (!conf) return unreadable(std::move(conf).error(), path);
  std::string out = model::properties_document(*conf);
  if (out.size() <= limits::definition_bytes_max) return out;
  return el::unanswerable({errc::too_large,
                           "the properties in " + path + " come to more than " +
                               std::to_string(limits::definition_bytes_max) + " bytes",
                           "", "", "Leave out what the action does not need"});
}

}  // namespace foliot::actors
