#!/bin/sh
# report.sh count CLEANED                        prints sales=N, a property for the workflow
# report.sh total CLEANED store|product REPORT   writes one CSV of totals
# report.sh write NOMINAL_TIME SALES REPORT      writes report.csv of both totals
# CLEANED is a list of directories with commas between, REPORT a directory.
set -eu
export LC_ALL=C

# The sales of all directories of the list $1.
sales() {
  list=$1
  set -f
  IFS=,
  # shellcheck disable=SC2086
  set -- $list
  unset IFS
  for source; do
    cat "${source#file://}/sales.csv"
  done
}

case $1 in
  count)
    sales "$2" | awk 'END { print "sales=" NR }'
    ;;
  total)
    case $3 in
      store) column=2 ;;
      product) column=3 ;;
      *) echo "report.sh: cannot total by $3, only by store or product" >&2; exit 2 ;;
    esac
    directory=${4#file://}
    sales "$2" | awk -F, -v column="$column" '
      { name = $column; pieces[name] += $4; cents[name] += $4 * $5 }
      END { for (name in pieces) printf "%s,%d,%d\n", name, pieces[name], cents[name] }
    ' | sort > "$directory/by-$3.csv"
    ;;
  write)
    directory=${4#file://}
    {
      printf 'kind,name,pieces,amount\n'
      for kind in store product; do
        awk -F, -v kind="$kind" '
          { printf "%s,%s,%d,%d.%02d\n", kind, $1, $2, int($3 / 100), $3 % 100 }
        ' "$directory/by-$kind.csv"
      done
      printf 'hour,%s,%s,\n' "$2" "$3"
    } > "$directory/report.csv.part"
    mv "$directory/report.csv.part" "$directory/report.csv"
    ;;
  *)
    echo "report.sh: unknown step $1" >&2
    exit 2
    ;;
esac
