# shellcheck shell=bash
# tools/dev fuzz: libFuzzer over the parsers. Sourced by tools/dev.

# The inputs that a target starts from and where its own are kept.
fuzz_corpus=$root/tests/fuzz/corpus
fuzz_findings=$root/tests/fuzz/findings
fuzz_log=$root/tests/fuzz/log.txt

# fuzz_one TARGET EXECUTIONS: prints and logs executions, covered edges and findings.
fuzz_one() {
  local target=$1 runs=$2 dir=$root/build/fuzz status=0
  local out=$dir/$target.log
  mkdir -p "$dir/corpus/$target" "$fuzz_findings/$target"
  "$dir/bin/$target" -runs="$runs" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="$fuzz_findings/$target/" \
    "$dir/corpus/$target" "$fuzz_corpus/$target" > "$out" 2>&1 || status=$?
  rmdir --ignore-fail-on-non-empty "$fuzz_findings/$target" "$fuzz_findings" 2> /dev/null || :
  local done_runs edges
  done_runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$out")
  edges=$(grep -o 'cov: [0-9]*' "$out" | tail -n 1 | cut -d' ' -f2)
  printf '%-20s %12s executions  %6s edges  %s\n' "$target" "${done_runs:-0}" "${edges:-0}" \
    "$([ "$status" -eq 0 ] && echo 'no finding' || echo "FINDING, see $out")"
  printf '%s %s %s %s\n' "$target" "${done_runs:-0}" "${edges:-0}" "$status" >> "$fuzz_log"
  return "$status"
}

# Sums of the log: what was ever executed, newest coverage, runs with a finding.
fuzz_sums() {
  say "so far:"
  awk '{ runs[$1] += $2; edges[$1] = $3; if ($4 != 0) bad[$1]++ }
       END { for (t in runs)
               printf "%-20s %12d executions  %6d edges  %d runs with a finding\n",
                 t, runs[t], edges[t], bad[t] }' "$fuzz_log" | sort
}

cmd_fuzz() {
  local runs=100000 status=0 name
  local -a targets=()
  while [ $# -gt 0 ]; do
    case $1 in
      --runs) [[ ${2:-} =~ ^[0-9]+$ ]] || die "fuzz --runs N [TARGET...]"; runs=$2; shift 2 ;;
      -*) die "fuzz [--runs N] [TARGET...]" ;;
      *) targets+=("${1%_fuzz}_fuzz"); shift ;;
    esac
  done
  need_packages "${packages_build[@]}" 'clang-14 instruments for the fuzzer' \
    'libclang-rt-14-dev the fuzzer'
  if [ ${#targets[@]} -eq 0 ]; then
    for name in "$root"/tests/fuzz/*_fuzz.cpp; do targets+=("$(basename "$name" .cpp)"); done
  fi
  build fuzz "${targets[@]}"
  for name in "${targets[@]}"; do fuzz_one "$name" "$runs" || status=1; done
  fuzz_sums
  return "$status"
}
