#include "store/words.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "el/function_names.hpp"

namespace foliot::store {
namespace {

TEST(words, are_replaced_each_by_the_same_one) {
  word_map words;
  EXPECT_EQ(words.text("hdfs://prod/data/alice/2026"), "hdfs://xa/data/xb/2026");
  EXPECT_EQ(words.text("alice@prod.example, bob"), "xb@xa.xc, xd");
  EXPECT_EQ(words.text("Alice"), "xe");  // another word
  EXPECT_EQ(words.replaced(), 5U);
}

TEST(words, of_one_text_are_those_of_its_parts) {
  // What expressions put together has to meet what was put together outside.
  word_map words;
  const std::string whole = words.text("file:///stage/sales_v12/part7-x_SUCCESS");
  const std::string stage = words.text("stage");
  const std::string sales = words.text("sales");
  EXPECT_EQ(whole, "file:///" + stage + "/" + sales + "_v12/" + words.text("part") + "7-x_SUCCESS");
}

TEST(words, of_oozie_and_of_times_stay) {
  word_map words;
  for (const char* text : {"2026-01-05T02:30Z",
                           "0 10 * * MON-FRI",
                           "SUCCEEDED",
                           "oozie.wf.application.path",
                           "${coord:days(1)}",
                           "${YEAR}/${MONTH}/${DAY}",
                           "E0701",
                           "JA018",
                           "_SUCCESS",
                           "rwxr-x---",
                           "yyyyMMddHHmm",
                           "true",
                           "the file does not exist",
                           "LAST_ONLY",
                           "${wf:id()}",
                           "1440",
                           "foliot.starts.per.minute",
                           "VERY_HIGH",
                           "TRUE",
                           "Exponential",
                           "Hold",
                           ""})
    EXPECT_EQ(words.text(text), text);
  EXPECT_EQ(words.value("America/Los_Angeles"), "America/Los_Angeles");
  EXPECT_EQ(words.replaced(), 0U);
  EXPECT_NE(words.value("America/Losangeles"), "America/Losangeles");
}

/// The texts in quotes of a file of the source, but those with escapes or blanks: sentences,
/// mostly.
std::vector<std::string> names_in(const std::filesystem::path& file) {
  std::vector<std::string> out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#include")) continue;
    line = line.substr(0, line.find("//"));
    for (size_t at = line.find('"'); at != std::string::npos;) {
      const size_t end = line.find('"', at + 1);
      if (end == std::string::npos) break;
      const std::string text = line.substr(at + 1, end - at - 1);
      if (text.find_first_of(" \\") == std::string::npos) out.push_back(text);
      at = line.find('"', end + 1);
    }
  }
  return out;
}

/// "JA018", "SQOOP002".
bool is_code(std::string_view text) {
  const size_t digits = std::min(text.find_first_of("0123456789"), text.size());
  const auto letter = [](char c) { return c >= 'A' && c <= 'Z'; };
  return digits > 0 && text.size() - digits >= 3 && text.size() - digits <= 4 &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(digits), letter) &&
         text.find_first_not_of("0123456789", digits) == std::string_view::npos;
}

TEST(words, that_the_rules_write_or_look_for_stay) {
  // A name of theirs that the words replaced would be another one in the report than in its fold.
  word_map words;
  size_t seen = 0;
  for (const char* folder : {"src/model", "src/el", "src/exec", "src/parse", "src/actors"})
    for (const auto& each : std::filesystem::recursive_directory_iterator(
             std::filesystem::path(FOLIOT_SOURCE_DIR) / folder)) {
      const std::filesystem::path& file = each.path();
      if (file.extension() != ".cpp" && file.extension() != ".hpp") continue;
      const bool of_kinds =
          file.parent_path().filename() == "kinds" && file.filename() != "documents.cpp";
      const bool of_model = std::string_view(folder) == "src/model";
      for (const std::string& name : names_in(file)) {
        if (name == "0123456789ABCDEF") continue;  // no name
        const bool property = name.starts_with("oozie.") || name.starts_with("foliot.");
        if (!of_kinds && !(of_model && property) && !is_code(name)) continue;
        EXPECT_EQ(words.text(name), name) << "in " << file;
        ++seen;
      }
    }
  EXPECT_GT(seen, 400U);
}

TEST(words, of_property_files_are_found_behind_escapes) {
  word_map words;
  const std::string karte = words.text("Karte");
  const std::string weg = words.text("Weg");
  const std::string name = words.text("M\u00fcller");
  EXPECT_EQ(words.properties("# Zebra\nKarte: Weg\\nWeg\\tM\\u00fcller,\\\n  Karte"),
            karte + "=" + weg + "\\u000A" + weg + "\\u0009" + name + "," + karte + "\n");
  EXPECT_EQ(words.properties(""), "");
  // What a command printed, within the helper program's answer.
  EXPECT_EQ(words.properties("type=ok\ndata=Karte\\=Weg\\nWeg\\=1\\n"),
            "type=ok\ndata=" + karte + "=" + weg + "\\u000A" + weg + "=1\\u000A\n");
  EXPECT_EQ(words.properties("type=error\ncode=EM007\nmessage=no Weg\n"),
            "type=error\ncode=EM007\nmessage=no " + weg + "\n");
  EXPECT_EQ(words.captured("Karte=" + std::string(99, 'Z')).size(), 105U);
  EXPECT_EQ(word_map::none().captured("# Karte\n a"), "# Karte\n a");
}

TEST(words, within_expressions_functions_stay_and_names_follow) {
  word_map words;
  const std::string mode = words.text("mode");
  const std::string full = words.text("full");
  EXPECT_EQ(words.text("${wf:conf('mode') eq 'full' and fs:exists(concat(mode, \"/full\"))}"),
            "${wf:conf('" + mode + "') eq '" + full + "' and fs:exists(concat(" + mode + ", \"/" +
                full + "\"))}");
  // Outside of expressions and inside of their texts the same word is nobody's function.
  EXPECT_EQ(words.text("mode(1)"), mode + "(1)");
  EXPECT_EQ(words.text("${concat('mode(', 1)}"), "${concat('" + mode + "(', 1)}");
}

TEST(words, that_only_look_like_functions_are_replaced) {
  word_map words;
  const std::string corp = words.text("EVILCORP");
  const std::string ann = words.text("smithers");
  EXPECT_EQ(words.text("${EVILCORP:-smithers}"), "${" + corp + ":-" + ann + "}");
  EXPECT_EQ(
      words.text("${smithers(1)} ${smithers:smithers} ${smithers:trim(1)} ${wf:smithers(1)}"),
      "${" + ann + "(1)} ${" + ann + ":" + ann + "} ${" + ann + ":trim(1)} ${wf:" + ann + "(1)}");
  // Nor are parts of names functions, and functions that nobody calls.
  const std::string trim = words.text("trim");
  EXPECT_EQ(
      words.text("${my_trim(trim)} ${a ? trim : concat(1, 2)}"),
      "${" + words.text("my") + "_" + trim + "(" + trim + ")} ${a ? " + trim + " : concat(1, 2)}");
}

TEST(words, of_all_functions_stay_where_they_are_called) {
  word_map words;
  const std::string ann = words.text("smithers");
  for (size_t where = 0; where < el::phase_count; ++where)
    for (const std::string& name : el::function_names(static_cast<el::phase>(where))) {
      EXPECT_EQ(words.text("${" + name + "(smithers)}"), "${" + name + "(" + ann + ")}");
      const size_t colon = name.find(':');
      if (colon == std::string::npos) continue;
      const std::string spaced = name.substr(0, colon) + " : " + name.substr(colon + 1) + "\t(";
      EXPECT_EQ(words.text("${" + spaced + "smithers)}"), "${" + spaced + ann + ")}");
    }
  for (const char* text : {"${coord:offset(-1, 'WEEK')}", "${2 * HOURS + DAYS}",
                           "${hadoop:counters('a')[RECORDS][MAP_IN] gt 2 * GB}",
                           "org.apache.hadoop.mapred.Task$Counter", "MAP_INPUT_RECORDS",
                           "REDUCE_OUTPUT_RECORDS", "REDUCE_INPUT_GROUPS"})
    EXPECT_EQ(words.text(text), text);
}

TEST(words, within_texts_of_expressions_end_where_those_end) {
  word_map words;
  const std::string ann = words.text("smithers");
  const std::string trim = words.text("trim");
  const std::string in = "it\\'s ','trim(smithers)', \"\\\"trim(\\\\\", trim(smithers";
  const std::string out =
      "it\\'s ','" + trim + "(" + ann + ")', \"\\\"" + trim + "(\\\\\", trim(" + ann;
  EXPECT_EQ(words.text("${concat('" + in + ")}"), "${concat('" + out + ")}");
  EXPECT_EQ(words.xml("<a><![CDATA[${concat('" + in + ")}]]></a>"),
            "<a><![CDATA[${concat('" + out + ")}]]></a>");
  // As XML writes quotes.
  for (const char* quote : {"&quot;", "&#34;"}) {
    const std::string q = quote;
    EXPECT_EQ(words.xml("<a b=\"${concat(" + q + "trim(}\\" + q + q + ", trim(smithers))}\"/>"),
              "<a b=\"${concat(" + q + trim + "(}\\" + q + q + ", trim(" + ann + "))}\"/>");
  }
  EXPECT_EQ(words.xml("<a>${concat(&apos;trim(\"&#x27;, trim(smithers))}</a>"),
            "<a>${concat(&apos;" + trim + "(\"&#39;, trim(" + ann + "))}</a>");
}

TEST(words, of_xml_are_prefixes_too) {
  word_map words;
  const std::string corp = words.text("acmecorp");
  EXPECT_EQ(words.xml("<acmecorp:workflow-app xmlns:acmecorp='uri:oozie:workflow:0.5' "
                      "acmecorp:name = \"acmecorp\"><acmecorp:kill/></acmecorp:workflow-app >"),
            "<" + corp + ":workflow-app xmlns:" + corp + "='uri:oozie:workflow:0.5' " + corp +
                ":name = \"" + corp + "\"><" + corp + ":kill/></" + corp + ":workflow-app >");
  EXPECT_EQ(words.xml("<acme-corp_2:a/>"),
            "<" + words.text("acme") + "-" + words.text("corp") + "_2:a/>");
  const std::string known =
      "<w:a xmlns:sla='uri:oozie:sla:0.2' xml:lang='1'><sla:info/><xi:include/></w:a>";
  EXPECT_EQ(words.xml(known), known);
  const auto replaced = words.replaced();
  for (const char* text : {"<", "<:", "<a:", "<a:b:c:", "</", "<xmlns:", "<a xmlns:='", "< =:"})
    (void)words.xml(text);
  EXPECT_EQ(words.replaced(), replaced);
}

TEST(words, of_xml_are_texts_and_attributes) {
  word_map words;
  const std::string x = words.text("secret");
  const std::string sh = words.text("sh");
  EXPECT_EQ(words.xml("<?xml version='1.0' encoding='UTF-8'?><!-- secret -->"
                      "<workflow-app xmlns='uri:oozie:workflow:0.5' name='secret'>"
                      "<shell><exec>secret.sh</exec><argument><![CDATA[secret > 1]]></argument>"
                      "</shell><a b=\"secret\" c='x>secret'/>&lt;secret&gt;</workflow-app>"),
            "<?xml version='1.0' encoding='UTF-8'?>"
            "<workflow-app xmlns='uri:oozie:workflow:0.5' name='" +
                x + "'><shell><exec>" + x + "." + sh + "</exec><argument><![CDATA[" + x +
                " > 1]]></argument></shell><a b=\"" + x + "\" c='x>" + x + "'/>&lt;" + x +
                "&gt;</workflow-app>");
  const std::string zone = "<c timezone='Europe/Berlin' start=\"2026-01-01T00:00Z\"/>";
  EXPECT_EQ(words.xml(zone), zone);
  EXPECT_NE(words.xml("<c timezone='${secretzone}'/>"), "<c timezone='${secretzone}'/>");
}

TEST(words, of_xml_may_be_written_as_numbers) {
  word_map words;
  const std::string name = words.text("M\u00fcller");
  EXPECT_EQ(words.xml("<a b='M&#252;ller'>M&#xFC;ller M&#xfc;lle&#114;</a>"),
            "<a b='" + name + "'>" + name + " " + name + "</a>");
  EXPECT_EQ(words.xml("<a>&#65;&#x6c;ice</a>"), "<a>" + words.text("Alice") + "</a>");
  EXPECT_EQ(words.xml("<a>10&#46;0.0&#x2E;7 p&#52;s5w0r&#54;d</a>"),
            words.xml("<a>10.0.0.7 p4s5w0r6d</a>"));
  // What means something to XML is as safe as it was, and has no letters.
  EXPECT_EQ(words.xml("<a>1&#x2D;2&#x3C;3&#10;</a>"), "<a>1-2&#60;3&#10;</a>");
  for (const char* text : {"<a>&#;</a>", "<a>&#x;</a>", "<a>&#99</a>", "<a>&#4294967296;</a>"})
    (void)words.xml(text);
  EXPECT_EQ(words.xml("<a>&#"), "<a>&#");
}

TEST(words, leak_through_no_instruction_and_no_entity) {
  word_map words;
  EXPECT_EQ(words.xml("<?xml version='1.0'?><?xml-stylesheet href='http://secret/x'?><a/>"),
            "<?xml version='1.0'?><a/>");
  EXPECT_EQ(words.value("http://h/?a=1&password;2"),
            "http://h/?a=1&" + words.text("password") + ";2");
  EXPECT_EQ(words.text("&lt;&gt;&amp;&quot;&apos;"), "&lt;&gt;&amp;&quot;&apos;");
}

TEST(words, of_letters_and_digits_that_alternate_go_as_a_whole) {
  word_map words;
  const std::string key = "9f8b7c6d5e4a3b2c1d0e9f8a7b6c5d4e";
  const std::string name = words.text(key);
  EXPECT_EQ(name.find_first_of("0123456789"), std::string::npos) << name;
  EXPECT_EQ(words.text("?sig=" + key + "&x=1"), "?" + words.text("sig") + "=" + name + "&x=1");
  EXPECT_EQ(words.xml("<a>" + key + "</a>"), "<a>" + name + "</a>");
  EXPECT_EQ(words.value(key), name);
  // Not what expressions put together of parts.
  for (const char* text : {"y2026m01d05h02m30s00", "2026010502300000", "20260105T023000Z"})
    EXPECT_EQ(words.text(text), text);
  EXPECT_EQ(words.text("sales20260105T0230"), words.text("sales") + "20260105T0230");
}

TEST(words, of_letters_and_digits_that_alternate_may_be_short) {
  word_map words;
  for (const char* key : {"p4s5w0r6d", "h2x4k6m8", "1a2B3c4D", "ab1cd2ef3gh4"}) {
    const std::string name = words.text(key);
    EXPECT_EQ(name.find_first_of("0123456789"), std::string::npos) << key << " is " << name;
    EXPECT_EQ(words.text("id=" + std::string(key) + ", x"), words.text("id") + "=" + name + ", x");
  }
  const std::string uuid = words.text("9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d");
  EXPECT_EQ(uuid.find_first_of("0123456789-"), std::string::npos) << uuid;
  EXPECT_EQ(words.text("/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d/1"), "/" + uuid + "/1");
  EXPECT_EQ(words.text("20260105-0230-0000-0000-000000000001"),
            "20260105-0230-0000-0000-000000000001");
  // Shorter ones, and lengths and versions.
  for (const char* text : {"x1y2z3a", "1d2h3m4s5", "2h30m15s", "v1.2.3", "20260105T0230Z"})
    EXPECT_EQ(words.text(text), text);
  const std::string jdk = words.text("jdk");
  EXPECT_EQ(words.text("jdk8u312b7"), jdk + "8u312b7");
}

TEST(words, of_network_cards_are_other_cards) {
  word_map words;
  EXPECT_EQ(words.text("from 00:1a:2b:3c:4d:5e, to b8-27-EB-00-00-01."),
            "from 02:00:00:00:00:01, to 02-00-00-00-00-02.");
  EXPECT_EQ(words.text("a/00:1a:2b:3c:4d:5e/b"), "a/02:00:00:00:00:01/b");
  EXPECT_EQ(words.text("10:20:30:40:50:60"), "02:00:00:00:00:03");
  EXPECT_EQ(words.replaced(), 3U);
  for (const char* text :
       {"00:00:00:00:00:00", "20-26-01-05-02-30", "02:30:07", "1:00:1a:2b:3c:4d:5e",
        "00:1a:2b:3c:4d:5e:6", "00:1a:2b:3c:4d:5e:6f", "00:1a:2b-3c:4d:5e"})
    EXPECT_EQ(words.text(text), text);
}

TEST(words, of_capitals_and_digits_go_as_a_whole_too) {
  word_map words;
  for (const char* key : {"AKIAIOSFODNN7EXAMPLE", "AKIAiosfodnn7example", "ABCDEFGH12345678",
                          "1234567890123456A", "ASIAQWERTYUIOPASDFG2", "SALES2026990502300000"}) {
    const std::string name = words.text(key);
    EXPECT_EQ(name.find_first_of("0123456789"), std::string::npos) << key << " is " << name;
    EXPECT_EQ(words.text("id=" + std::string(key) + ", x"), words.text("id") + "=" + name + ", x");
    EXPECT_EQ(words.xml("<a>" + std::string(key) + "</a>"), "<a>" + name + "</a>");
  }
  // Shorter ones, and dates behind words.
  EXPECT_EQ(words.text("SALES2026"), words.text("SALES") + "2026");
  EXPECT_EQ(words.text("SALES202601050230"), words.text("SALES") + "202601050230");
  EXPECT_EQ(words.text("SALES20260105T0230Z"), words.text("SALES") + "20260105T0230Z");
  EXPECT_EQ(words.text("12345678901234567890"), "12345678901234567890");
}

TEST(words, of_addresses_are_other_addresses) {
  word_map words;
  EXPECT_EQ(words.text("hdfs://10.0.0.7:8020/a"), "hdfs://240.0.0.1:8020/a");
  EXPECT_EQ(words.text("from 192.168.1.20, to 10.0.0.7."), "from 240.0.0.2, to 240.0.0.1.");
  EXPECT_EQ(words.xml("<a>10.0.0.7</a>"), "<a>240.0.0.1</a>");
  EXPECT_EQ(words.value("http://[fe80::1ff:fe23]:80/"), "http://[2001:db8::0:3]:80/");
  EXPECT_EQ(words.text("FE80::7: no"), "2001:db8::0:4: no");
  EXPECT_EQ(words.text("::ffff:10.0.0.7"), "2001:db8::0:5");
  EXPECT_EQ(words.replaced(), 5U);
  // Times, versions, and what every host has.
  for (const char* text : {"02:30:07.123", "1.2.3", "1.2.3.4.5", "256.1.1.1", "127.0.0.1",
                           "0.0.0.0", "::1", "1.2.3.4000", "uri:oozie:1:2"})
    EXPECT_EQ(words.text(text), text);
}

TEST(words, of_hosts_that_are_named_by_their_address_are_other_addresses) {
  word_map words;
  const std::string ip = words.text("ip");
  EXPECT_EQ(words.text("hdfs://ip-10-0-0-7:8020/a"), "hdfs://" + ip + "-240-0-0-1:8020/a");
  EXPECT_EQ(words.text("IP: ip-10-0-0-7"), words.text("IP") + ": " + ip + "-240-0-0-1");
  for (const char* rest : {"-2026-01-05-02", "-10-0-0-7-1", "-256-0-0-1", "-10-0-0"})
    EXPECT_EQ(words.text("ip" + std::string(rest)), ip + rest);
  const std::string tip = words.text("tip");
  EXPECT_EQ(words.text("tip-10-0-0-7"), tip + "-10-0-0-7");
}

TEST(words, of_namespaces_stay_where_they_are_of_oozie) {
  word_map words;
  const std::string known =
      "<a xmlns='uri:oozie:workflow:0.5' xmlns:sla=\"uri:oozie:sla:0.2\">"
      "<b xmlns:x='http://www.w3.org/2001/XInclude'/></a>";
  EXPECT_EQ(words.xml(known), known);
  const std::string secret = words.text("secret");
  const std::string corp = words.text("corp");
  EXPECT_EQ(
      words.xml("<a xmlns='uri:secret:0.1'><b xmlns:c='http://secret.corp/x'/></a>"),
      "<a xmlns='uri:" + secret + ":0.1'><b xmlns:c='http://" + secret + "." + corp + "/x'/></a>");
}

TEST(words, may_all_stay) {
  word_map words = word_map::none();
  EXPECT_EQ(words.text("alice"), "alice");
  EXPECT_EQ(words.value("alice"), "alice");
  EXPECT_EQ(words.xml("<!-- c --><a>alice</a>"), "<!-- c --><a>alice</a>");
}

RC_GTEST_PROP(words_of_any_text, never_break_and_never_leak, (const std::string& text)) {
  word_map words;
  (void)words.xml(text);
  (void)words.value(text);
  RC_ASSERT(words.text("mallory " + text).find("mallory") == std::string::npos);
}

RC_GTEST_PROP(words_of_any_xml, never_break, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("<", ">", "<a ", "='", "'", "\"", "<!--", "-->", "<![CDATA[",
                                    "]]>", "<?", "?>", "secret", "timezone=", "${", "}", "&lt;"));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  word_map words;
  (void)words.xml(text);
}

}  // namespace
}  // namespace foliot::store
