// Documents changed at random. Only inside of RapidCheck's properties.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

namespace foliot::parse::support {

// One change: cut, repeat, or overwrite a stretch with something that is likely to hurt.
inline std::string changed(std::string text) {
  static const std::vector<std::string> pieces{"<",
                                               ">",
                                               "&",
                                               "\"",
                                               "'",
                                               "/",
                                               "${",
                                               "}",
                                               "(",
                                               ")",
                                               "",
                                               "\n",
                                               "\xFF",
                                               "--",
                                               "<!--",
                                               "]]>",
                                               "<a>",
                                               "</a>",
                                               "xmlns=\"\"",
                                               "&#x41;",
                                               "99999999999999999999",
                                               "${coord:current(0)}",
                                               "to=\"end\"",
                                               "-1",
                                               "<![CDATA[",
                                               "<?x y?>",
                                               "&#13;",
                                               "\r",
                                               "\t",
                                               " b='&#10;\n'",
                                               "&amp;",
                                               "&#0;",
                                               "xmlns:p='u'",
                                               "p:"};
  const int changes = *rc::gen::inRange(1, 5);
  for (int i = 0; i < changes && !text.empty(); ++i) {
    const size_t at = *rc::gen::inRange<size_t>(0, text.size());
    const size_t length = *rc::gen::inRange<size_t>(0, std::min<size_t>(text.size() - at, 40) + 1);
    if (*rc::gen::inRange(0, 4) == 0) {
      text.insert(*rc::gen::inRange<size_t>(0, text.size()), text.substr(at, length));
    } else {
      text.replace(at, length, *rc::gen::elementOf(pieces));
    }
  }
  return text;
}

}  // namespace foliot::parse::support
