// Texts that users write as one line and programs take as words: sqoop's <command>, spark's
// <spark-opts> (workflow.md 6).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace foliot::model {

/// The words of `text` as a shell splits them, without expanding anything: blanks separate, single
/// quotes keep all between them, double quotes all but \" and \\, a backslash outside of quotes the
/// next character. Fails with bad_input (SQOOP002) when a quote is not closed or a backslash ends
/// the text.
result<std::vector<std::string>> shell_words(std::string_view text);

/// The arguments in `text`, options of spark-submit: a word that begins with "--" starts an option,
/// all up to the next one is a single value with its blanks; "--key=value" are two arguments; a
/// value that is wholly in double quotes (also behind "name=") loses them.
std::vector<std::string> spark_options(std::string_view text);

}  // namespace foliot::model
