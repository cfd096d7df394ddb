#!/bin/bash
# Compares Foliot's time with Java's calendar, its time zones and Quartz's cron expressions, over
# fresh random cases: tests/oracle_java/run.sh [--seed N] [--count N] [--build DIR] [--bench]
# DIR is a configured build folder (default build/release); the program in it is built when it is
# out of date. JAVA_HOME chooses the Java. Java's time zone database should be as new as the
# system's: zones that differ are listed, left out, and fail the run when they are more than 1 %.
# --bench compares next fires per second instead. Without JDK or Maven: "skipped N", status 0.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/tests/oracle_java
seed=$(date +%s%N)
count=120000
build=$root/build/release
bench=
while (($# > 0)); do
  case $1 in
    --seed) seed=$2; shift 2 ;;
    --count) count=$2; shift 2 ;;
    --build) build=$2; shift 2 ;;
    --bench) bench=1; shift ;;
    *) sed -n '2,7s/^# //p' "$0"; exit 2 ;;
  esac
done

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
for tool in "$java" javac mvn; do
  if ! command -v "$tool" > /dev/null; then
    echo "oracle_java: no $tool here; skipped $count"
    exit 0
  fi
done

work=$build/oracle_java
mkdir -p "$work"
jar=$work/quartz-2.3.2.jar
if [[ ! -s $jar ]]; then
  mvn -q -B dependency:copy -Dartifact=org.quartz-scheduler:quartz:2.3.2 \
    -DoutputDirectory="$work" > "$work/mvn.log" 2>&1 || { cat "$work/mvn.log"; exit 1; }
fi
javac -cp "$jar" -d "$work" "$here/Oracle.java"
oracle() { "$java" -cp "$work:$jar" Oracle "$@"; }

if [[ -n $bench ]]; then
  ninja -C "$build" bench_language_time > "$work/ninja.log" || { cat "$work/ninja.log"; exit 1; }
  "$build/bin/bench_language_time"
  "$build/bin/bench_language_time" --questions | oracle bench 3
  exit 0
fi

ninja -C "$build" oracle_java > "$work/ninja.log" || { cat "$work/ninja.log"; exit 1; }
program=$build/bin/oracle_java

status=0
"$program" zones > "$work/zones.in"
oracle < "$work/zones.in" > "$work/zones.out"
"$program" compare-zones "$work/zones.in" "$work/zones.out" > "$work/zones.ok" || status=1
echo "seed $seed"
"$program" cases "$seed" "$count" "$work/zones.ok" > "$work/cases.in"
oracle < "$work/cases.in" > "$work/cases.out"
"$program" check "$work/cases.in" "$work/cases.out" || status=1
echo "oracle_java: skipped 0"
exit $status
