#!/bin/sh
# ingest.sh NOMINAL_TIME DIRECTORY
# Stands in for a till's export: the sales of the 5 minutes from NOMINAL_TIME, as sales.csv. The
# rows follow from the nominal time alone, so that a second run writes the same bytes. As real
# exports do, it holds a few rows that are broken or sent twice.
set -eu
export LC_ALL=C

nominal=$1
directory=${2#file://}

awk -v nominal="$nominal" '
  # Park and Miller: exact in the doubles of every awk.
  function draw(n) { seed = (seed * 16807) % 2147483647; return seed % n }
  BEGIN {
    split(nominal, part, /[-T:Z]/)
    minute = (((part[1] * 12 + part[2]) * 31 + part[3]) * 24 + part[4]) * 60 + part[5]
    seed = minute * 7919 % 2147483646 + 1
    draw(2)
    split("north south east west", store, " ")
    split("apples bread coffee milk rice soap", product, " ")
    sales = 150 + draw(100)
    for (i = 1; i <= sales; i++) {
      row = nominal "-" i "," store[1 + draw(4)] "," product[1 + draw(6)]
      row = row "," (draw(40) ? 1 + draw(9) : "") "," 50 + draw(950)
      print row
      if (draw(25) == 0) print row
    }
  }
' > "$directory/sales.csv.part"
mv "$directory/sales.csv.part" "$directory/sales.csv"
