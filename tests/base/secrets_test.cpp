#include "base/secrets.hpp"

#include <gtest/gtest.h>

namespace foliot {
namespace {

TEST(secrets, are_told_by_the_name) {
  for (const char* name :
       {"MYSQL_PWD", "SSHPASS", "GH_PAT", "PAT", "my.pat", "PGPASSFILE", "DB_PASSWORD",
        "oozie.service.JPAService.jdbc.password", "AWS_SECRET_ACCESS_KEY", "api_token", "sshKey",
        "AWS_CREDENTIALS", "NPM_AUTH", "Authorization", "passwd", "user.pwd"})
    EXPECT_EQ(shown_value(name, "x"), masked) << name;
  for (const char* name : {"PATH", "PWD", "OLDPWD", "HOME", "PATTERN", "path.separator", "COMPAT",
                           "user.dir", "LANG", "DATABASE_URL", "X_PATX", ""})
    EXPECT_EQ(shown_value(name, "x"), "x") << name;
}

TEST(secrets, are_told_by_an_address_with_a_password) {
  for (const char* value :
       {"postgres://u:pw@h", "postgres://u:pw@h:5432/db", "redis://:pw@h", "a b https://u:1@h/x",
        "http://h:80/x,amqp://u:p@h", "mysql://u:p/w@h", "x://u:123@h"})
    EXPECT_TRUE(holds_login(value)) << value;
  for (const char* value :
       {"", "http://h:80/a@b", "http://h/x:y@z", "ssh://git@h/x", "u:pw@h", "://", "http://h:80",
        "http://u:@h", "http://h?x=a:b@c", "http://h: u@x"})
    EXPECT_FALSE(holds_login(value)) << value;
  EXPECT_EQ(shown_value("DATABASE_URL", "postgres://u:pw@h"), masked);
}

}  // namespace
}  // namespace foliot
