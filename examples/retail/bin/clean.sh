#!/bin/sh
# clean.sh RAW_DIRECTORY[,RAW_DIRECTORY...] DIRECTORY
# Reads the sales of all raw data sets, drops rows without a quantity and rows sent twice, and
# writes the rest, ordered by sale, as sales.csv.
set -eu
export LC_ALL=C

sources=$1
directory=${2#file://}

# Splits at commas only: a path may hold spaces.
set -f
IFS=,
# shellcheck disable=SC2086
set -- $sources
for source; do
  cat "${source#file://}/sales.csv"
done |
  awk -F, 'NF == 5 && $4 ~ /^[0-9]+$/ && $5 ~ /^[0-9]+$/' |
  sort -u > "$directory/sales.csv.part"
mv "$directory/sales.csv.part" "$directory/sales.csv"
