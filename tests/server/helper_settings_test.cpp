// What the server tells foliot-action.
#include "server/helper_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "base/java_properties.hpp"
#include "server/config_keys.hpp"

namespace foliot::server {
namespace {

std::map<std::string, std::string> lines_of(const std::string& text) {
  std::map<std::string, std::string> out;
  java_property_reader reader(text);
  while (auto each = reader.next()) out.emplace(each->name, each->value);
  return out;
}

TEST(helper_settings, hold_every_setting_of_mail_and_ssh) {
  const auto told = lines_of(helper_settings_text(config{}));
  size_t named = 0;
  for (const config_key& key : config_keys()) {
    if (!key.name.starts_with("email_") && !key.name.starts_with("ssh_")) continue;
    ++named;
    ASSERT_TRUE(told.contains(key.name)) << key.name;
    std::string shown = key.default_text;
    std::erase(shown, '"');
    EXPECT_EQ(told.at(key.name), shown) << key.name;
  }
  EXPECT_EQ(told.size(), named);
}

TEST(helper_settings, are_read_from_the_file) {
  const auto read = parse_config(
      "email_smtp_host = \"mail.example.org\"\nemail_smtp_port = 587\nemail_starttls = "
      "\"required\"\nemail_username = \"u\"\nemail_password_file = \"/secret\"\n"
      "email_attachments = \"refused\"\nssh_host_keys = \"strict\"\nssh_user_at_host = "
      "\"refused\"\nssh_delete_remote_directory = \"false\"\nssh_reconnects = 0\n",
      "foliot.toml", {});
  ASSERT_TRUE(read) << read.error().text();
  const auto told = lines_of(helper_settings_text(*read));
  EXPECT_EQ(told.at("email_smtp_host"), "mail.example.org");
  EXPECT_EQ(told.at("email_smtp_port"), "587");
  EXPECT_EQ(told.at("email_starttls"), "required");
  EXPECT_EQ(told.at("email_password_file"), "/secret");
  EXPECT_EQ(told.at("email_attachments"), "refused");
  EXPECT_EQ(told.at("ssh_host_keys"), "strict");
  EXPECT_EQ(told.at("ssh_user_at_host"), "refused");
  EXPECT_EQ(told.at("ssh_delete_remote_directory"), "false");
  EXPECT_EQ(told.at("ssh_reconnects"), "0");
}

TEST(helper_settings, refuse_what_could_not_be_meant) {
  for (const char* bad :
       {"email_smtp_host = \"a:b c\"", "email_smtp_host = \"\"", "email_smtp_host = \"-x\"",
        "email_smtp_port = 0", "email_smtp_port = 65536", "email_from = \"a\\nb\"",
        "email_password_file = \"relative\"", "email_starttls = \"maybe\"",
        "ssh_identity_file = \"~/.ssh/key\"", "ssh_known_hosts_file = \"/a\\\"b\"",
        "ssh_host_keys = \"no\"", "ssh_connect_seconds = 0"})
    EXPECT_FALSE(parse_config(bad, "foliot.toml", {})) << bad;
}

TEST(helper_settings, are_written_for_the_owner_alone) {
  const std::string path = ::testing::TempDir() + "foliot-helper-" + std::to_string(::getpid());
  for (int again = 0; again < 2; ++again) {
    ASSERT_TRUE(write_helper_settings(config{}, path));
    struct stat about {};
    ASSERT_EQ(::stat(path.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600U);
    std::ifstream in{path};
    std::ostringstream text;
    text << in.rdbuf();
    EXPECT_EQ(text.str(), helper_settings_text(config{}));
  }
  ::unlink(path.c_str());
  EXPECT_FALSE(write_helper_settings(config{}, "/no/such/directory/x"));
}

}  // namespace
}  // namespace foliot::server
