# shellcheck shell=bash
# tools/dev tidy: clang-tidy over src, what changed since it was clean. Sourced by tools/dev.

# Prints for each FILE a line "FILE FILE HEADER...": itself and all of src/ that it includes.
include_closure() {
  cd "$root/src" && find . -type f \( -name '*.cpp' -o -name '*.hpp' \) -printf '%P\0' |
    xargs -0 grep -H '^#include "' |
    awk -v files="$*" '
      function visit(f,   i) {
        if (f in seen) return
        seen[f] = 1
        line = line " " f
        for (i = 1; i <= count[f]; i++) visit(edge[f, i])
      }
      { colon = index($0, ":"); from = substr($0, 1, colon - 1); split($0, part, "\"")
        edge[from, ++count[from]] = part[2] }
      END {
        n = split(files, wanted, " ")
        for (k = 1; k <= n; k++) { split("", seen); line = wanted[k]; visit(wanted[k]); print line }
      }'
}

# Of the file $1 of src/: runs clang-tidy unless its stamp $2 holds the key $3.
tidy_one() {
  if ! clang-tidy --quiet -p "$root/build/release" "$root/src/$1" > "$2.log" 2>&1; then
    grep -v ' warnings\? generated\.$' "$2.log" >&2
    return 1
  fi
  say "$3" > "$2"
}

cmd_tidy() {
  need_packages "${packages_build[@]}" "${packages_checks[@]}"
  configure release
  # What is compiled is read; a file that nothing compiles fails a test of its own.
  ninja -C "$root/build/release" --quiet build.ninja > "$root/build/tidy.log" 2>&1 ||
    { cat "$root/build/tidy.log" >&2; die "the build cannot be configured"; }
  local -a files
  mapfile -t files < <(
    if [ $# -gt 0 ]; then printf '%s\n' "${@#src/}"; else
      awk -F '"' '$2 == "file" { print $4 }' "$root/build/release/compile_commands.json" |
        while read -r file; do
          case $file in "$root/src/"*) say "${file#"$root/src/"}" ;; esac
        done | sort -u
    fi
  )
  local stamps=$root/build/tidy same line file key stamp status=0 checked=0
  # What all keys depend on: the tool, its settings, how files are compiled.
  same=$(
    clang-tidy --version
    cat "$root/.clang-tidy" "$root/CMakeLists.txt" "$root/src/"*/CMakeLists.txt
  )
  export root
  export -f tidy_one say
  while read -r line; do
    file=${line%% *}
    # shellcheck disable=SC2086
    key=$(cd "$root/src" && { say "$same"; cat ${line#* } 2> /dev/null || true; } | sha256sum)
    stamp=$stamps/$file.ok
    mkdir -p "$(dirname "$stamp")"
    [ -f "$stamp" ] && [ "$(< "$stamp")" = "$key" ] && continue
    rm -f "$stamp"
    checked=$((checked + 1))
    printf '%s\0%s\0%s\0' "$file" "$stamp" "$key"
  done < <(include_closure "${files[@]}") > "$root/build/tidy.work"
  # shellcheck disable=SC2016
  xargs -0 -r -n 3 -P 2 bash -c 'tidy_one "$@"' _ < "$root/build/tidy.work" || status=1
  [ "$status" -eq 0 ] || die "clang-tidy found the above"
  say "tidy: clean ($checked of ${#files[@]} files read, the others did not change)"
}
