# shellcheck shell=bash
# tools/dev fuzz: libFuzzer over the parsers. Sourced by tools/dev.

# The inputs that a target starts from, what it found, and a line a run: TARGET EXECUTIONS EDGES
# FINDING (the name of the input, "none", or what libFuzzer's exit status was).
fuzz_corpus=$root/tests/fuzz/corpus
fuzz_findings=$root/tests/fuzz/findings
fuzz_log=$root/tests/fuzz/log.txt

# Longest input, bytes: a little more than the reader's own limit where that is short.
fuzz_bytes_max() {
  case $1 in
    cron_fuzz | datetime_fuzz) echo 1100 ;;
    xml_fuzz) echo 8192 ;;
    *) echo 4096 ;;
  esac
}

# fuzz_one TARGET EXECUTIONS: prints and logs executions, covered edges and findings.
fuzz_one() {
  local target=$1 runs=$2 dir=$root/build/fuzz status=0
  local out=$dir/$target.log words=$root/tests/fuzz/$target.dict
  local -a options=(-runs="$runs" -max_len="$(fuzz_bytes_max "$target")" -timeout=10
    -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$fuzz_findings/$target/")
  [ ! -f "$words" ] || options+=(-dict="$words")
  mkdir -p "$dir/corpus/$target" "$fuzz_findings/$target"
  # Short traces of allocations, a small quarantine, edges without how often they were taken, and no
  # search for leaks after each input: several times as fast.
  options+=(-entropic=0 -detect_leaks=0 -use_counters=0)
  ASAN_OPTIONS=malloc_context_size=1:quarantine_size_mb=8 \
    "$dir/bin/$target" "${options[@]}" "$dir/corpus/$target" "$fuzz_corpus/$target" \
    > "$out" 2>&1 || status=$?
  [ "$status" -ne 72 ] || status=0  # interrupted: what was executed counts
  local done_runs edges finding=none
  done_runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$out")
  edges=$(grep -o 'cov: [0-9]*' "$out" | tail -n 1 | cut -d' ' -f2)
  if [ "$status" -ne 0 ]; then
    finding=$(sed -n 's/.*Test unit written to //p' "$out" | tail -n 1)
    finding=$(basename "${finding:-status-$status}")
  fi
  printf '%-20s %12s executions  %6s edges  %s\n' "$target" "${done_runs:-0}" "${edges:-0}" \
    "$([ "$status" -eq 0 ] && echo 'no finding' || echo "FINDING $finding, see $out")"
  printf '%s %s %s %s\n' "$target" "${done_runs:-0}" "${edges:-0}" "$finding" >> "$fuzz_log"
  fuzz_open "$target" > /dev/null || return 1
  return "$status"
}

# fuzz_open TARGET: how many findings wait for their mend; true when none does.
fuzz_open() {
  rmdir --ignore-fail-on-non-empty "$fuzz_findings/$1" "$fuzz_findings" 2> /dev/null || :
  local count=0
  [ ! -d "$fuzz_findings/$1" ] || count=$(find "$fuzz_findings/$1" -type f | wc -l)
  echo "$count"
  [ "$count" -eq 0 ]
}

# Sums of the log: what was ever executed, newest coverage, findings and those not mended yet.
fuzz_sums() {
  say "so far:"
  local target runs edges found open
  awk '{ runs[$1] += $2; edges[$1] = $3; found[$1] += $4 != "none" }
       END { for (t in runs) print t, runs[t], edges[t], found[t] }' "$fuzz_log" | sort |
    while read -r target runs edges found; do
      open=$(fuzz_open "$target") || :
      printf '%-20s %12d executions  %6d edges  %d findings, %d open\n' \
        "$target" "$runs" "$edges" "$found" "$open"
    done
}

# fuzz_keep TARGET: into the checked-in corpus goes what covers edges that it does not, the richest
# (largest) first, up to 190 files and 180 kB altogether.
fuzz_keep() {
  local target=$1 dir=$root/build/fuzz kept=$root/build/fuzz/kept/$1 each files bytes
  local corpus=$fuzz_corpus/$target
  rm -rf "$kept"
  mkdir -p "$kept" "$dir/corpus/$target" "$corpus"
  cp "$corpus"/* "$kept"
  "$dir/bin/$target" -set_cover_merge=1 -use_counters=0 -max_len="$(fuzz_bytes_max "$target")" \
    "$kept" "$dir/corpus/$target" > "$dir/$target.keep.log" 2>&1 ||
    die "the merge of $target failed, see $dir/$target.keep.log"
  files=$(find "$corpus" -type f | wc -l)
  bytes=$(cat "$corpus"/* | wc -c)
  while read -r each; do
    [ -e "$corpus/$(basename "$each")" ] && continue
    files=$((files + 1)) bytes=$((bytes + $(wc -c < "$each")))
    [ "$files" -le 190 ] && [ "$bytes" -le 180000 ] || break
    cp "$each" "$corpus"
  done < <(find "$kept" -type f -size -3k -printf '%s %p\n' | sort -rn | cut -d' ' -f2-)
  printf '%-20s %12s inputs  %8s bytes\n' "$target" "$(find "$corpus" -type f | wc -l)" \
    "$(cat "$corpus"/* | wc -c)"
}

cmd_fuzz() {
  local runs=100000 status=0 keep=0 name usage='fuzz [--runs N | --keep | --sums] [TARGET...]'
  local -a targets=()
  while [ $# -gt 0 ]; do
    case $1 in
      --sums) fuzz_sums; return ;;
      --keep) keep=1; shift ;;
      --runs) [[ ${2:-} =~ ^[0-9]+$ ]] || die "$usage"; runs=$2; shift 2 ;;
      -*) die "$usage" ;;
      *) targets+=("${1%_fuzz}_fuzz"); shift ;;
    esac
  done
  need_packages "${packages_build[@]}" 'clang-14 instruments for the fuzzer' \
    'libclang-rt-14-dev the fuzzer'
  if [ ${#targets[@]} -eq 0 ]; then
    for name in "$root"/tests/fuzz/*_fuzz.cpp; do targets+=("$(basename "$name" .cpp)"); done
  fi
  build fuzz "${targets[@]}"
  if [ "$keep" -eq 1 ]; then
    for name in "${targets[@]}"; do fuzz_keep "$name"; done
    return
  fi
  for name in "${targets[@]}"; do fuzz_one "$name" "$runs" || status=1; done
  fuzz_sums
  return "$status"
}
