// Files in memory, and documents that tests change.
#pragma once

#include <map>
#include <string>

#include "parse/submission.hpp"

namespace foliot::parse::support {

using files = std::map<std::string, std::string>;

/// A reader of `all`; the map must outlive it.
inline read_text reader(const files& all) {
  return [&all](const std::string& path) -> result<std::string> {
    const auto found = all.find(path);
    if (found == all.end()) return failure{errc::not_found, "no such file", "", path, ""};
    return found->second;
  };
}

/// `text` with the first `old` replaced; `old` must be there.
inline std::string with(std::string text, const std::string& old, const std::string& now) {
  const size_t at = text.find(old);
  FOLIOT_ASSERT(at != std::string::npos, "what is to be replaced is there");
  return text.replace(at, old.size(), now);
}

inline const char* const bundle_xml =
    R"(<bundle-app name="shop-${tag}" xmlns="uri:oozie:bundle:0.2">
  <controls><kick-off-time>2026-01-05T00:00Z</kick-off-time></controls>
  <coordinator name="ingest" critical="true">
    <app-path>file:///apps/ingest</app-path>
    <configuration>
      <property><name>start</name><value>2026-01-05T00:00Z</value></property>
    </configuration>
  </coordinator>
  <coordinator name="clean" enabled="${on}">
    <app-path>/apps/clean/</app-path>
  </coordinator>
</bundle-app>
)";

inline const char* const coordinator_xml =
    R"(<coordinator-app name="clean" frequency="${coord:minutes(15)}" start="${start}"
    end="2026-01-05T02:00Z" timezone="UTC" xmlns="uri:oozie:coordinator:0.4">
  <controls>
    <timeout>60</timeout>
    <concurrency>4</concurrency>
    <execution>LIFO</execution>
    <throttle>24</throttle>
  </controls>
  <datasets>
    <dataset name="raw" frequency="${coord:minutes(5)}" initial-instance="2026-01-05T00:00Z")"
    R"( timezone="UTC">
      <uri-template>file://${data}/raw/${YEAR}${MONTH}${DAY}T${HOUR}${MINUTE}</uri-template>
    </dataset>
    <dataset name="cleaned" frequency="${coord:minutes(15)}" initial-instance="2026-01-05T00:00Z")"
    R"( timezone="UTC">
      <uri-template>${data}/cleaned/${YEAR}${MONTH}${DAY}T${HOUR}${MINUTE}</uri-template>
      <done-flag></done-flag>
    </dataset>
  </datasets>
  <input-events>
    <data-in name="raw_in" dataset="raw">
      <start-instance>${coord:current(0)}</start-instance>
      <end-instance>${coord:current(2)}</end-instance>
    </data-in>
    <data-in name="last" dataset="cleaned">
      <instance>${coord:current(-1)}</instance>
    </data-in>
  </input-events>
  <output-events>
    <data-out name="cleaned_out" dataset="cleaned">
      <instance>${coord:current(0)}</instance>
    </data-out>
  </output-events>
  <action>
    <workflow>
      <app-path>file:///apps/clean</app-path>
      <configuration>
        <property><name>raw</name><value>${coord:dataIn('raw_in')}</value></property>
        <property><name>where</name><value>${data}</value></property>
      </configuration>
    </workflow>
  </action>
</coordinator-app>
)";

inline const char* const workflow_xml =
    R"(<workflow-app name="clean-${tag}" xmlns="uri:oozie:workflow:0.5">
  <start to="prepare"/>
  <action name="prepare">
    <fs>
      <delete path="${out}" skip-trash="false"/>
      <mkdir path="${out}/a"/>
      <move source="${out}/a" target="${out}/b"/>
      <chmod path="${out}/b" permissions="755" dir-files="false"><recursive/></chmod>
    </fs>
    <ok to="split"/>
    <error to="fail"/>
  </action>
  <fork name="split">
    <path start="left"/>
    <path start="right"/>
  </fork>
  <action name="left">
    <shell xmlns="uri:oozie:shell-action:0.3">
      <configuration><property><name>p</name><value>${out}</value></property></configuration>
      <exec>clean.sh</exec>
      <argument>${raw}</argument>
      <argument>two</argument>
      <env-var>A=${out}</env-var>
      <file>bin/clean.sh#clean.sh</file>
      <capture-output/>
    </shell>
    <ok to="merge"/>
    <error to="fail"/>
  </action>
  <action name="right">
    <email xmlns="uri:oozie:email-action:0.2"><to>a@b</to><subject>s</subject><body>b</body></email>
    <ok to="merge"/>
    <error to="fail"/>
  </action>
  <join name="merge" to="choose"/>
  <decision name="choose">
    <switch>
      <case to="fail">${wf:actionData('left')['n'] eq 0}</case>
      <default to="done"/>
    </switch>
  </decision>
  <kill name="fail"><message>${wf:errorMessage(wf:lastErrorNode())}</message></kill>
  <end name="done"/>
</workflow-app>
)";

/// The properties that the documents above need.
inline model::configuration properties(const char* path_property, const char* path) {
  return {{"user.name", "joe"},
          {"tag", "x"},
          {"on", "TRUE"},
          {"data", "/data"},
          {"out", "/out"},
          {"raw", "r"},
          {"start", "2026-01-05T00:00Z"},
          {path_property, path}};
}

}  // namespace foliot::parse::support
