#include "store/words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

#include "base/java_properties.hpp"
#include "store/word_expressions.hpp"
#include "store/word_shapes.hpp"
#include "time/zone.hpp"

namespace foliot::store {

namespace {

using shapes::is_letter;

// Blank-separated, as they stand in texts.
constexpr std::string_view vocabulary =
    // expressions
    "and or not eq ne lt gt le ge div mod empty true false null YEAR MONTH DAY HOUR MINUTE MINUTES "
    "HOURS DAYS WEEK WEEKS MONTHS YEARS KB MB GB TB PB RECORDS MAP IN OUT INPUT OUTPUT REDUCE "
    "GROUPS Task Counter org apache concat conf "
    // addresses
    "file hdfs http https ftp sftp viewfs webhdfs hcat jdbc smtp uri localhost "
    // statuses and words of definitions
    "PREP PREPPAUSED PREPSUSPENDED RUNNING RUNNINGWITHERROR SUSPENDED SUSPENDEDWITHERROR PAUSED "
    "PAUSEDWITHERROR SUCCEEDED DONEWITHERROR KILLED FAILED IGNORED WAITING READY SUBMITTED "
    "TIMEDOUT SKIPPED OK ERROR USER RETRY START END MANUAL DONE EXTERNAL FIFO LIFO LAST ONLY NONE "
    "SUCCESS CDATA amp quot apos xml xmlns xsi xi sla UTC GMT JA FS EL SQL exponential periodic "
    "yes no on off "
    "MON TUE WED THU FRI SAT SUN JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC "
    // properties
    "oozie foliot wf coord coordinator bundle workflow action application app path lib libpath use "
    "system name user group queue node tracker job jobs nodes lost compat rerun skip fail "
    "starts per minute burst codes attempt VERY HIGH NORMAL LOW policy "
    "failnodes external id notification url suspend resume retry max interval policy priority "
    "launcher sharelib for globalconf validate ForkJoin proxy hold default inheritance subworkflow "
    "parent superparent recovery pause timeout mapreduce mapred mapreduce hadoop nameNode "
    "jobTracker resource manager dataname datain dataout data done flag "
    "shell ssh java pig hive spark sqoop distcp git email main kill start end ok error to fork "
    "join decision mkdir delete move chmod chgrp touchz setrep dryrun "
    // sentences
    "the a an of is are was were be been it its this that there no none not all any some each and "
    "or but with without in on at by from to into as for has have had does do did cannot can could "
    "must may should will would than then when while where which who what why how because since "
    "before after more less most least many few one two same other another again already still "
    "only also so if else file files directory directories path value values text name names "
    "number numbers line column character byte bytes exit status code signal process program "
    "command argument arguments input output inputs outputs missing unknown wrong invalid found "
    "exists exist created deleted changed started ended stopped killed failed refused read "
    "written write open permission denied such connection connect connected server host port "
    "answer answered request job jobs node nodes workflow coordinator bundle action actions "
    "application definition element attribute schema property properties expression function "
    "variable configuration time times date zone minutes seconds hours days limit large small "
    "long short too empty understood understand error errors failure reason remedy "
    // names that the rules write or look for: of files and options of programs, of properties of
    // actions and of their launcher, of what <global> hands down, of reasons that come as answers
    "config site log exec query hql jar jars archives generated hiveconf hivevar define help "
    "silent "
    "execute logfile logconf param propertyFile password verbose conf class driver executor local "
    "extraClassPath extraJavaOptions fs yarn resourcemanager address cluster client master deploy "
    "mode security tokens credentials enabled hadoopfs hbase hiveserver hivestreaming env javaopts "
    "vcores memory mb acl view modify args null allowed stats launch shellsplitter service "
    "WorkflowAppService classpath depth retries restart onhold nocleanup run sentence export "
    "script "
    "prepare arg archive opts jconf defaults submit beeline tags trace cp stderr DUMMY HiveDriver "
    "delegationToken externalChildIDs PWD Dlog opt var propagate sub "
    // the answers of the helper program, and its orders
    "type message non transient plan result key body subject cc bcc content attachment branch "
    "destination word capture "
    // codes of errors
    "ALL EM GIT SQOOP SUBWF ERR EXCEED MAX LEN MISMATCH UNKNOWN COULD NOT CONNECT RESOLVE HOST "
    "AUTH "
    "FNF IllegalArgumentException "
    // environments of programs
    "OOZIE ACTION DATA CONF XML HADOOP CLASSPATH CLIENT OPTS HIVE DIR PIG "
    // what times are written as, and classes of letters of regular expressions
    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec January February March April June July August "
    "September October November December Mon Tue Wed Thu Fri Sat Sun Monday Tuesday Wednesday "
    "Thursday Friday Saturday Sunday AM PM AD BC LW Lower Upper ASCII Alpha Digit Alnum Punct "
    "Graph "
    "Print Blank Cntrl XDigit Space";

/// Those that the rules compare without regard to case, in small letters.
constexpr std::array<std::string_view, 8> in_any_case{"pig",   "true", "false", "exponential",
                                                      "rerun", "hold", "fail",  "sqoop"};

bool is_in_any_case(std::string_view word) {
  const auto same = [](char small, char c) {
    return small == (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  };
  return std::any_of(in_any_case.begin(), in_any_case.end(), [&](std::string_view each) {
    return std::equal(each.begin(), each.end(), word.begin(), word.end(), same);
  });
}

bool is_declaration(std::string_view instruction) {
  constexpr std::string_view begin = "<?xml";
  return instruction.starts_with(begin) && instruction.size() > begin.size() &&
         std::string_view(" \t\r\n").find(instruction[begin.size()]) != std::string_view::npos;
}

bool is_namespace(std::string_view attribute) {
  return attribute == "xmlns" || attribute.starts_with("xmlns:");
}

/// Which schema a document is of. XInclude is the other one that readers of documents know.
bool is_known_namespace(std::string_view uri) {
  return uri.starts_with("uri:oozie:") || uri == "http://www.w3.org/2001/XInclude";
}

/// The character of "&#252;" or "&#xFC;", and how many bytes that takes; 0 bytes: it is none.
std::pair<char32_t, size_t> character_reference(std::string_view text) {
  if (!text.starts_with("&#")) return {};
  const bool hexadecimal = text.substr(2).starts_with('x');
  const char* const begin = text.data() + (hexadecimal ? 3 : 2);
  uint32_t code = 0;
  const auto [end, error] =
      std::from_chars(begin, text.data() + text.size(), code, hexadecimal ? 16 : 10);
  const auto used = static_cast<size_t>(end - text.data());
  const bool fine = error == std::errc{} && code <= 0x10FFFF && used < text.size() && *end == ';';
  return fine ? std::pair(char32_t{code}, used + 1) : std::pair<char32_t, size_t>();
}

void append_utf8(std::string& out, char32_t code) {
  const auto rest = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    rest(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    rest(6);
    rest(0);
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    rest(12);
    rest(6);
    rest(0);
  }
}

/// Whether a character that is written as its number means the same without it.
bool is_plain(char32_t code) {
  return code >= 0x80 ||
         (code > ' ' && code < 0x7F &&
          std::string_view("<>&'\"").find(static_cast<char>(code)) == std::string_view::npos);
}

/// Characters that are written as numbers stand for themselves, as in what is read from the XML;
/// the numbers of signs of XML, of blanks and of quotes are decimal, which has no letters.
std::string numbers_read(std::string_view xml) {
  std::string out;
  out.reserve(xml.size());
  for (size_t at = 0; at < xml.size();) {
    const auto [code, used] = character_reference(xml.substr(at));
    if (used == 0) {
      out += xml[at++];
    } else if (is_plain(code)) {
      append_utf8(out, code);
    } else {
      out += "&#" + std::to_string(static_cast<uint32_t>(code)) + ";";
    }
    at += used;
  }
  return out;
}

}  // namespace

word_map::word_map() {
  for (size_t at = 0; at < vocabulary.size();) {
    const size_t end = std::min(vocabulary.find(' ', at), vocabulary.size());
    kept_.emplace(vocabulary.substr(at, end - at));
    at = end + 1;
  }
}

word_map word_map::none() { return word_map(mode::keep); }

word_map word_map::blank() { return word_map(mode::blank); }

bool word_map::stays(std::string_view word) const {
  return word.size() == 1 || kept_.contains(word) || is_in_any_case(word) ||
         shapes::is_date_pattern(word) || shapes::is_permission(word);
}

const std::string& word_map::name_of(std::string_view word) {
  const auto known = names_.find(word);
  if (known != names_.end()) return known->second;
  std::string name;
  do {
    name.clear();
    for (size_t rest = next_++;; rest = rest / 26 - 1) {
      name.insert(name.begin(), static_cast<char>('a' + rest % 26));
      if (rest < 26) break;
    }
    name.insert(name.begin(), 'x');
  } while (stays(name));
  return names_.emplace(word, std::move(name)).first->second;
}

const std::string& word_map::address_of(std::string_view address) {
  const auto known = addresses_.find(address);
  if (known != addresses_.end()) return known->second;
  return addresses_.emplace(address, shapes::address(addresses_.size() + 1, address)).first->second;
}

std::string word_map::in_words(std::string_view text, bool escaped) {
  std::string out;
  out.reserve(text.size());
  expression_scan expressions(escaped);
  for (size_t at = 0; at < text.size();) {
    size_t used = expressions.kept(text, at);
    if (used != 0) {
      out += text.substr(at, used);
    } else if ((used = shapes::address_at(text, at)) != 0) {
      out += address_of(text.substr(at, used));
    } else if ((used = shapes::token_at(text, at)) != 0) {
      out += name_of(text.substr(at, used));
    } else if (is_letter(text[at])) {
      while (at + used < text.size() && is_letter(text[at + used])) ++used;
      const std::string_view word = text.substr(at, used);
      out += stays(word) ? std::string(word) : name_of(word);
    } else {
      out += text[at];
      used = 1;
    }
    at += used;
  }
  return out;
}

std::string word_map::text(std::string_view text) {
  if (mode_ == mode::blank) return text.empty() ? "" : "x";
  return mode_ == mode::replace ? in_words(text, false) : std::string(text);
}

std::string word_map::value(std::string_view text) {
  const bool place = mode_ == mode::replace && text.find('/') != std::string_view::npos &&
                     text.size() < 40 && time::find_zone(text).ok();
  return place ? std::string(text) : this->text(text);
}

/// The helper program's answer "type=ok" has the output of the command within: lines of their own.
std::string word_map::property_lines(std::string_view text) {
  std::string out;
  bool good = false;
  java_property_reader lines{text};
  for (bool first = true; const auto line = lines.next(); first = false) {
    good = good || (first && line->name == "type" && line->value == "ok");
    const bool output = good && line->name == "data";
    add_java_property(out, value(line->name),
                      output ? property_lines(line->value) : value(line->value));
  }
  return out;
}

std::string word_map::properties(std::string_view text) {
  return mode_ == mode::replace ? property_lines(text) : this->text(text);
}

std::string word_map::captured(std::string_view text) {
  std::string out = properties(text);
  if (mode_ == mode::replace && out.size() < text.size())
    out.append(text.size() - out.size(), '\n');
  return out;
}

/// Names of elements and attributes, with what stands between them: prefixes are words.
std::string word_map::names(std::string_view text) {
  constexpr std::string_view between = " \t\r\n=</>";
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(between, at), text.size());
    const std::string_view name = text.substr(at, end - at);
    const size_t local = name.rfind(':') + 1;  // 0 where there is no prefix
    if (name.starts_with("xmlns:"))
      out += in_words(name, true);
    else
      out.append(in_words(name.substr(0, local), true)).append(name.substr(local));
    const size_t next = std::min(text.find_first_not_of(between, end), text.size());
    out += text.substr(end, next - end);
    at = next;
  }
  return out;
}

/// Between '<' and '>'.
std::string word_map::tag(std::string_view inside) {
  std::string out;
  size_t at = 0;
  while (at < inside.size()) {
    const size_t open = inside.find_first_of("\"'", at);
    if (open == std::string_view::npos) break;
    const size_t close = std::min(inside.find(inside[open], open + 1), inside.size());
    const std::string_view before = inside.substr(at, open - at);
    const std::string_view content = inside.substr(open + 1, std::max(close, open + 1) - open - 1);
    const size_t name_end = before.find_last_not_of(" \t\r\n=");
    const std::string_view name =
        before.substr(0, name_end == std::string_view::npos ? 0 : name_end + 1);
    const size_t name_begin = name.find_last_of(" \t\r\n");
    const std::string_view attribute =
        name_begin == std::string_view::npos ? name : name.substr(name_begin + 1);
    const bool fixed = (is_namespace(attribute) && is_known_namespace(content)) ||
                       (attribute == "timezone" && content.find("${") == std::string_view::npos);
    out.append(names(before)).append(1, inside[open]);
    out += fixed ? std::string(content) : in_words(content, true);
    if (close < inside.size()) out += inside[close];
    at = close + 1;
  }
  if (at < inside.size()) out += names(inside.substr(at));
  return out;
}

std::string word_map::xml(std::string_view document) {
  if (mode_ != mode::replace) return text(document);
  std::string out;
  out.reserve(document.size());
  const auto until = [&](size_t at, std::string_view end) {
    const size_t found = document.find(end, at);
    return found == std::string_view::npos ? document.size() : found + end.size();
  };
  for (size_t at = 0; at < document.size();) {
    const std::string_view rest = document.substr(at);
    size_t end = 0;
    if (rest.starts_with("<?")) {
      end = until(at, "?>");
      // Other instructions nobody reads.
      if (is_declaration(rest)) out += rest.substr(0, end - at);
    } else if (rest.starts_with("<!--")) {
      end = until(at, "-->");  // nobody reads it
    } else if (rest.starts_with("<![CDATA[")) {
      end = until(at, "]]>");
      out += in_words(rest.substr(0, end - at), false);
    } else if (rest.front() == '<') {
      end = at + 1;
      for (char quote = 0; end < document.size(); ++end) {
        const char c = document[end];
        if (quote == 0 && c == '>') break;
        if (c == '"' || c == '\'') quote = quote == 0 ? c : quote == c ? char{0} : quote;
      }
      end = std::min(end + 1, document.size());
      out += tag(numbers_read(rest.substr(0, end - at)));
    } else {
      end = std::min(document.find('<', at), document.size());
      out += in_words(numbers_read(rest.substr(0, end - at)), true);
    }
    at = end;
  }
  return out;
}

}  // namespace foliot::store
