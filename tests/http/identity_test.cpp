#include "http/identity.hpp"
#include "http/audit_field.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <functional>
#include <string>

#include "tests/http/fakes.hpp"

namespace foliot::http {
namespace {

using foliot::testing::at;

/// Not a good signature, but one that differs with each character.
std::string toy_signature(std::string_view text) {
  return std::to_string(std::hash<std::string_view>{}(text)) + "+/=";
}

simple_settings settings_with(bool anonymous, std::string domain = "") {
  simple_settings out;
  out.anonymous = anonymous;
  out.validity_ms = ms_per_hour;
  out.cookie_domain = std::move(domain);
  out.sign = toy_signature;
  return out;
}

authentication ask(const std::string& query, const header_list& headers = {}, bool anonymous = true,
                   instant now = at(3, 0)) {
  const auto parsed = parameters::parse(query);
  return simple_authentication(settings_with(anonymous))({headers, *parsed}, now);
}

header_list cookie(const std::string& text) { return {{"Cookie", text}}; }

std::string text_for(const std::string& user, instant expires, const std::string& type = "simple") {
  return signed_text({user, user, type, expires}, toy_signature);
}

/// "joe", "joe and a cookie", "403"
std::string said(const authentication& outcome) {
  if (const auto* no = std::get_if<unidentified>(&outcome)) return std::to_string(no->status);
  const auto& yes = std::get<identified>(outcome);
  return (yes.user.empty() ? "nobody" : yes.user) +
         (yes.set_cookie.empty() ? "" : " and a cookie") + (yes.remark.empty() ? "" : "!");
}

TEST(simple_authentication, believes_who_gives_a_name) {
  EXPECT_EQ(said(ask("user.name=joe")), "joe and a cookie");
  EXPECT_EQ(said(ask("a=1&user.name=joe&user.name=ann")), "joe and a cookie");
  EXPECT_EQ(said(ask("")), "nobody");
  EXPECT_EQ(said(ask("user.name=")), "nobody");
  EXPECT_EQ(said(ask("", {{"Authorization", "Basic am9lOnB3"}})), "nobody");
}

TEST(simple_authentication, refuses_nobody_where_names_are_needed) {
  const auto outcome = ask("", {{"Authorization", "Basic am9lOnB3"}}, false);
  const auto* no = std::get_if<unidentified>(&outcome);
  ASSERT_NE(no, nullptr);
  EXPECT_EQ(no->status, 403);
  EXPECT_NE(no->sentence.find("Anonymous requests are disallowed"), std::string::npos);
  EXPECT_EQ(find_header(no->headers, "Set-Cookie"),
            "hadoop.auth=; Path=/; Expires=Thu, 01-Jan-1970 00:00:00 GMT; HttpOnly");
  EXPECT_EQ(said(ask("user.name=", {}, false)), "403");
  EXPECT_EQ(said(ask("user.name=joe", {}, false)), "joe and a cookie");
}

TEST(simple_authentication, gives_a_cookie_as_oozie_does) {
  const auto outcome = ask("user.name=joe");
  const std::string text = text_for("joe", at(4, 0));
  EXPECT_EQ(text.rfind("u=joe&p=joe&t=simple&e=1767585600000&s=", 0), 0U) << text;
  EXPECT_EQ(
      std::get<identified>(outcome).set_cookie,
      "hadoop.auth=\"" + text + "\"; Path=/; Expires=Mon, 05-Jan-2026 04:00:00 GMT; HttpOnly");
  const parameters query = *parameters::parse("user.name=joe");
  const auto other =
      simple_authentication(settings_with(true, "example.org"))({{}, query}, at(3, 0));
  EXPECT_NE(std::get<identified>(other).set_cookie.find("; Path=/; Domain=example.org; Expires="),
            std::string::npos);
}

TEST(simple_authentication, believes_a_cookie_before_a_name) {
  const std::string good = text_for("joe", at(4, 0));
  EXPECT_EQ(said(ask("", cookie("hadoop.auth=\"" + good + "\""), false)), "joe");
  EXPECT_EQ(said(ask("", cookie("hadoop.auth=" + good), false)), "joe");
  EXPECT_EQ(said(ask("user.name=ann", cookie("hadoop.auth=" + good))), "joe");
  EXPECT_EQ(said(ask("", cookie("a=b; hadoop.auth=\"" + good + "\" ;c=d"), false)), "joe");
  EXPECT_EQ(said(ask("", {{"cookie", "a=b"}, {"COOKIE", "hadoop.auth=" + good}}, false)), "joe");
}

TEST(simple_authentication, passes_over_cookies_that_are_no_good) {
  const std::string good = text_for("joe", at(4, 0));
  std::string forged = good;
  forged[2] = 'x';
  for (const std::string& bad :
       {forged, text_for("joe", at(3, 0)), text_for("joe", at(4, 0), "kerberos"), good + "x",
        good.substr(0, good.size() - 1), std::string("junk"), std::string("&s="),
        std::string("u=joe&p=joe&t=simple&e=9999999999999&s="), text_for("j e", at(4, 0)),
        signed_text({"joe", "", "simple", at(4, 0)}, toy_signature),
        std::string(cookie_bytes_max + 1, 'a')}) {
    EXPECT_EQ(said(ask("", cookie("hadoop.auth=" + bad), false)), "403") << bad;
    EXPECT_EQ(said(ask("", cookie("hadoop.auth=" + bad))), "nobody!") << bad;
    // The way to a new cookie: an expired one and a name.
    EXPECT_EQ(said(ask("user.name=ann", cookie("hadoop.auth=" + bad), false)), "ann and a cookie!");
  }
  EXPECT_EQ(said(ask("", cookie("hadoop.auth=\"\""))), "nobody");
}

TEST(simple_authentication, takes_only_names_that_fit_a_cookie) {
  for (const char* bad : {"j%20e", "j%26e", "j%22", "j%3B", "j%0D%0ASet-Cookie:x", "j%5C", "j%2C",
                          "%C3%A4", "%7F", "%00"})
    EXPECT_EQ(said(ask("user.name=" + std::string(bad))), "400") << bad;
  EXPECT_EQ(said(ask("user.name=" + std::string(user_name_bytes_max, 'a'))).size(),
            user_name_bytes_max + std::string(" and a cookie").size());
  EXPECT_EQ(said(ask("user.name=" + std::string(user_name_bytes_max + 1, 'a'))), "400");
  EXPECT_EQ(said(ask("user.name=joe%2Fhost%40REALM")), "joe/host@REALM and a cookie");
}

TEST(simple_authentication, without_a_secret_there_are_no_cookies) {
  const parameters query = *parameters::parse("user.name=joe");
  const header_list headers = cookie("hadoop.auth=u=ann&p=ann&t=simple&e=9999999999999&s=");
  EXPECT_EQ(said(simple_authentication({})({headers, query}, at(3, 0))), "joe");
}

TEST(token, a_signature_that_could_not_be_made_is_none) {
  const auto silent = [](std::string_view) { return std::string{}; };
  EXPECT_FALSE(read_token("u=joe&p=joe&t=simple&e=9999999999999&s=", silent));
}

TEST(token, attributes_are_told_once_and_in_bounds) {
  const auto refused = [](const std::string& said) {
    const auto out = read_token(said + "&s=" + toy_signature(said), toy_signature);
    return !out;
  };
  EXPECT_FALSE(refused("u=joe&p=joe&t=simple&e=1"));
  EXPECT_FALSE(refused("i=5&e=1&t=simple&p=joe&u=joe"));
  EXPECT_TRUE(refused("u=joe&p=joe&t=simple&e=1&u=eve"));
  EXPECT_TRUE(refused("u=joe&p=joe&t=simple"));
  EXPECT_TRUE(refused("u=joe&p=joe&t=simple&e=-1"));
  EXPECT_TRUE(refused("u=joe&p=joe&t=simple&e=1x"));
  EXPECT_TRUE(refused("u=joe&p=joe&t=simple&e=99999999999999999999"));
  EXPECT_TRUE(refused("u=joe&p=joe&t=simple&e=1&" + std::string(cookie_bytes_max, 'i')));
  EXPECT_TRUE(refused("u=joe&p=joe&t=simple&e=1&i=" + std::string(cookie_bytes_max, '1')));
}

TEST(token, reads_what_was_signed) {
  rc::check("any token of sound names comes back", [] {
    const auto name = [] {
      return *rc::gen::nonEmpty(rc::gen::container<std::string>(
          rc::gen::suchThat(rc::gen::inRange<char>('!', '\x7F'),
                            [](char c) { return check_user_name(std::string_view(&c, 1)).ok(); })));
    };
    const token made{name(), name(), "simple", instant{*rc::gen::inRange<int64_t>(0, INT64_MAX)}};
    RC_PRE(made.user.size() + made.principal.size() < cookie_bytes_max / 2);
    const auto back = read_token(signed_text(made, toy_signature), toy_signature);
    RC_ASSERT(back.ok());
    RC_ASSERT(*back == made);
  });
}

TEST(token, no_change_of_one_byte_passes) {
  rc::check("a changed text is refused", [] {
    const std::string good = text_for("joe", at(4, 0));
    std::string changed = good;
    changed[*rc::gen::inRange<size_t>(0, changed.size())] = *rc::gen::arbitrary<char>();
    RC_PRE(changed != good);
    RC_ASSERT(!read_token(changed, toy_signature));
  });
}

/// Pieces that a hostile client would write, in any order, beside any bytes.
rc::Gen<std::string> hostile_text() {
  const auto piece = rc::gen::oneOf(
      rc::gen::element<std::string>("hadoop.auth=", "\"", ";", "=", "&", "u=joe", "&p=joe",
                                    "&t=simple", "&e=9999999999999", "&s=", "&e=-1", " ", "\r\n",
                                    "u=", "&u=ann", "e=1e9", std::string(1, '\0'), "s=AAAA"),
      rc::gen::arbitrary<std::string>());
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                      [](const std::vector<std::string>& all) {
                        std::string out;
                        for (const std::string& each : all) out += each;
                        return out;
                      });
}

TEST(cookies, no_header_makes_somebody_of_nobody) {
  rc::check("whatever the header, nobody is known by it without the secret", [] {
    const std::string header = *hostile_text();
    RC_ASSERT(said(ask("", cookie(header), false)) == "403");
    const auto found = find_cookie(cookie(header), "hadoop.auth");
    RC_ASSERT(!found || found->size() <= header.size());
  });
}

TEST(cookies, even_signed_nonsense_is_read_or_refused) {
  rc::check("a text with our signature is sound, or refused", [] {
    const std::string text = *hostile_text();
    const auto read = read_token(text + "&s=" + toy_signature(text), toy_signature);
    if (!read) return;
    RC_ASSERT(!read->user.empty() && !read->type.empty() && read->expires.ms >= 0);
    RC_ASSERT(text.size() < cookie_bytes_max);
  });
}

TEST(audited, tells_both_users) {
  EXPECT_EQ(audited_address("joe", "joe", "127.0.0.1:1"), "127.0.0.1:1");
  EXPECT_EQ(audited_address("joe", "hue@R", "[::1]:1"), "hue@R@[::1]:1");
  EXPECT_EQ(read_audited("hue@R@[::1]:1").real, "hue@R");
  EXPECT_EQ(read_audited("hue@R@[::1]:1").peer, "[::1]:1");
  EXPECT_EQ(read_audited("127.0.0.1:1").real, "");
  EXPECT_EQ(shown_host("hue@R@[::1]:1"), "::1");
  EXPECT_EQ(shown_host("127.0.0.1:1"), "127.0.0.1");
  EXPECT_EQ(shown_host("console:Zed"), "console:Zed");
  EXPECT_EQ(shown_host("hue@console:11"), "console:11") << "a name, and no port";
}

TEST(same_secret, compares) {
  EXPECT_TRUE(same_secret("", ""));
  EXPECT_TRUE(same_secret("abc", "abc"));
  EXPECT_FALSE(same_secret("abc", "abd"));
  EXPECT_FALSE(same_secret("abc", "ab"));
}

}  // namespace
}  // namespace foliot::http
