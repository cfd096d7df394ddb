#include "el/phases.hpp"

#include <gtest/gtest.h>

#include "tests/el/contexts.hpp"

namespace foliot::el {
namespace {

treatment how(std::string_view function, phase where) {
  const function_rule* rule = find_function(function);
  return rule == nullptr ? treatment::absent : rule->in[static_cast<size_t>(where)];
}

TEST(phases, are_data) {
  EXPECT_EQ(how("coord:current", phase::submit_instances), treatment::echo);
  EXPECT_EQ(how("coord:current", phase::action_create), treatment::real);
  EXPECT_EQ(how("coord:current", phase::submit_freq), treatment::absent);
  EXPECT_EQ(how("coord:tzOffset", phase::submit_instances), treatment::dummy);
  EXPECT_EQ(how("coord:endOfDays", phase::submit_freq), treatment::real);
  EXPECT_EQ(how("trim", phase::workflow), treatment::real);
  EXPECT_EQ(how("trim", phase::action_start), treatment::absent);
  EXPECT_EQ(how("no:such", phase::workflow), treatment::absent);
  EXPECT_EQ(name(phase::submit_freq), "coord-job-submit-freq");
  EXPECT_EQ(name(phase::bundle), "bundle");
}

TEST(phases, echoes_have_oozies_spelling) {
  tests::table variables{{"date", "2009-09-08T23:59Z"}};
  map_variables names(variables);
  environment in;
  in.where = phase::submit_instances;
  in.names = &names;
  EXPECT_EQ(tests::shown("${coord:current(-coord:tzOffset())}", in), "${coord:current(-3)}");
  EXPECT_EQ(tests::shown("${coord:future(1, 10)}", in), "${coord:future(1, 10)}");
  EXPECT_EQ(tests::shown("${coord:offset(-4, \"DAY\")}", in), "${coord:offset(-4 , DAY)}");
  EXPECT_EQ(tests::shown("${coord:formatTime(date, 'yyyy')}", in),
            "${coord:formatTime('2009-09-08T23:59Z' , yyyy)}");
  EXPECT_EQ(tests::shown("${coord:hoursInDay(0)}", in), "24");
}

TEST(phases, bundles_know_their_user_leniently) {
  struct : bundle_context {
    const std::string* conf(std::string_view) const override { return nullptr; }
    std::string user() const override { return "anna"; }
  } bundle;
  environment in;
  in.where = phase::bundle;
  in.bundle = &bundle;
  EXPECT_EQ(tests::shown("${wf:user()}", in), "anna");
  in.reading = dialect::oozie;
  EXPECT_EQ(tests::shown("${wf:user()}", in).substr(0, 9), "! E1310: ");
  EXPECT_EQ(tests::shown("${bundle:conf('x')}", in), "");
}

}  // namespace
}  // namespace foliot::el
