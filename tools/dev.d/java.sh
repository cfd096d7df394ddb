# shellcheck shell=bash
# What the Java programs of tests/oracle_java, tests/java_client and bench/language need. Read by
# tools/dev, which gives root, say, die, need_packages and install_packages. JAVA_HOME chooses the
# Java.

packages_java=(
  'openjdk-17-jdk-headless the Java that Foliot is compared with'
  'maven fetches the libraries that Foliot is compared with'
)
java_dir=${root:?}/build/java

java_tool() { say "${JAVA_HOME:+$JAVA_HOME/bin/}$1"; }

# Runs the main class $1 with the arguments that follow.
run_java() { "$(java_tool java)" -cp "$java_dir/classes:$java_dir/lib/*" "$@"; }

# Puts the libraries of the pom of tests/$1 into build/java/$2, once for each state of the pom.
fetch_java_libraries() {
  local pom=$root/tests/$1/pom.xml lib=${java_dir:?}/${2:?}
  ! cmp -s "$pom" "$lib/pom.xml" || return 0
  rm -rf "$lib"
  mkdir -p "$java_dir"
  if ! mvn -q -B -f "$pom" dependency:copy-dependencies -DincludeScope=runtime \
    -DoutputDirectory="$lib" > "$java_dir/maven.log" 2>&1; then
    cat "$java_dir/maven.log" >&2
    return 1
  fi
  cp "$pom" "$lib/pom.xml"
}

# A JDK and Maven, which come when they are missing. Fails with a sentence on stderr about what
# cannot be had.
need_jdk() {
  local tool
  for tool in "$(java_tool java)" "$(java_tool javac)" mvn; do
    command -v "$tool" > /dev/null && continue
    # In a shell of its own, whose end is not this one's.
    (need_packages "${packages_java[@]}") && command -v "$tool" > /dev/null && continue
    say "there is no $tool, and it cannot be installed" >&2
    return 1
  done
}

# Makes the Java programs, with the libraries. Fails as need_jdk does.
need_java() {
  need_jdk || return 1
  fetch_java_libraries oracle_java lib ||
    { say "Maven cannot fetch Quartz and commons-el" >&2; return 1; }
  compile_java || { say "the Java programs do not compile" >&2; return 1; }
}

compile_java() {
  mkdir -p "$java_dir/classes"
  "$(java_tool javac)" -d "$java_dir/classes" -cp "$java_dir/lib/*" \
    "$root"/tests/oracle_java/*.java "$root"/bench/language/*.java
}

# The benchmark of the language, beside the figures of Java's libraries in the same run.
bench_language() {
  local program=$root/build/release/bin/bench_language
  if ! (need_java); then
    say "without Java there is nothing to compare with"
    "$program"
    return
  fi
  "$program" --questions > "$java_dir/bench.in" &&
    run_java Language < "$java_dir/bench.in" > "$java_dir/bench.out" &&
    "$program" --beside "$java_dir/bench.out"
}
