// libxml2 and pugixml must read every document alike: what is accepted by one and understood
// through the other could be two different things otherwise.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "parse/xml_check.hpp"
#include "parse/xml_compare.hpp"
#include "tests/parse/changes.hpp"
#include "tests/parse/support.hpp"
#include "tests/parse/vectors.hpp"

namespace foliot::parse {
namespace {

namespace fs = std::filesystem;

// "both", "neither", or which reader stands alone.
std::string judged(const std::string& text) {
  const auto accepted = check_xml("f", text, "E0701");
  pugi::xml_document tree;
  constexpr unsigned how = pugi::parse_default | pugi::parse_ws_pcdata;
  const bool read =
      static_cast<bool>(tree.load_buffer(text.data(), text.size(), how, pugi::encoding_utf8));
  if (!accepted) return "refused";
  if (!read) return "only libxml2 reads it";
  return same_tree(**accepted, tree) ? "equal" : "different";
}

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(trees, of_every_xml_file_of_the_project_are_equal) {
  size_t equal = 0;
  const fs::path root = FOLIOT_SOURCE_DIR;
  for (const char* folder : {"examples", "tests", "config"})
    for (const auto& each : fs::recursive_directory_iterator(root / folder)) {
      const std::string ending = each.path().extension();
      if (ending != ".xml" && ending != ".xsd") continue;
      const std::string verdict = judged(content_of(each.path()));
      EXPECT_TRUE(verdict == "equal" || verdict == "refused") << each.path() << ": " << verdict;
      if (verdict == "equal") ++equal;
    }
  EXPECT_GT(equal, 60U);
}

// Every text in the vectors that looks like a document.
void judge_texts(const nlohmann::json& in, size_t& equal) {
  if (in.is_string()) {
    const std::string text = in;
    if (text.find('<') == std::string::npos) return;
    const std::string verdict = judged(text);
    EXPECT_TRUE(verdict == "equal" || verdict == "refused") << text << ": " << verdict;
    if (verdict == "equal") ++equal;
  } else if (in.is_structured()) {
    for (const nlohmann::json& each : in) judge_texts(each, equal);
  }
}

TEST(trees, of_every_document_in_the_vectors_are_equal) {
  size_t equal = 0;
  for (const char* file :
       {"workflow/parser.json", "bundle/parameters.json", "coordinator/input_logic.json"}) {
    const auto vectors = load_vectors(file);
    if (!vectors) GTEST_SKIP() << "the vectors are not here";
    judge_texts(*vectors, equal);
  }
  EXPECT_GT(equal, 15U);
}

TEST(trees, of_what_readers_like_to_differ_about) {
  for (const char* text :
       {"<a>x<![CDATA[<y>&amp;]]>z</a>", "<a b='1&#10;2&#9;3'/>", "<a b=' 1\n2\t3 '/>",
        "<a>&#65;&lt;&#x4e2d;</a>", "<a>\r\nx\ry</a>", "<a><!-- <b/> --><?p <c/>?> </a>",
        "<p:a xmlns:p='u' p:b='1' b='2'/>", "\xEF\xBB\xBF<a/>", "<a>]]&gt;</a>",
        "<?xml version='1.0'?><!--x--><a/><!--y-->", "<a b=\"'\" c='\"'>&quot;&apos;</a>",
        "<a xml:lang='en' xml:space='preserve'> </a>", "<a>&#13;&#10;</a>", "<a b='&#13;'/>"})
    EXPECT_EQ(judged(text), "equal") << text;
}

void never_differ(const std::string& text) {
  const std::string verdict = judged(support::changed(text));
  RC_ASSERT(verdict == "equal" || verdict == "refused");
}

RC_GTEST_PROP(trees, of_changed_bundles, ()) { never_differ(support::bundle_xml); }
RC_GTEST_PROP(trees, of_changed_coordinators, ()) { never_differ(support::coordinator_xml); }
RC_GTEST_PROP(trees, of_changed_workflows, ()) { never_differ(support::workflow_xml); }

}  // namespace
}  // namespace foliot::parse
