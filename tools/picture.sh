#!/bin/sh
# usage: picture.sh FILE.his > docs/picture.svg: draws the relaxation that examples/burger-2d.dat exports (time, force) over the
# exact curve of the same chain.
set -eu
awk '
  NF >= 2 && $1 ~ /^[-+.0-9][-+.0-9eE]*$/ && $2 ~ /^[-+.0-9][-+.0-9eE]*$/ { t[++n] = $1; f[n] = $2 }
  function px(x) { return 80 + 600 * x / 10 }
  function py(y) { return 330 - 280 * y / 1e6 }
  function exact(x,   s) { s = sqrt(5); return 1e6 / s * ((1 - (3 - s) / 2) * exp(-(3 - s) / 2 * x) - (1 - (3 + s) / 2) * exp(-(3 + s) / 2 * x)) }
  END {
    if (!n) { print "no samples" > "/dev/stderr"; exit 1 }
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 400\" font-family=\"sans-serif\" font-size=\"15\" fill=\"#333\">"
    print "<rect width=\"720\" height=\"400\" fill=\"#fff\"/>"
    print "<g stroke=\"#ddd\">"
    for (k = 0; k <= 5; k++) printf "<path d=\"M80 %.1fH680\"/>\n", py(k * 2e5)
    for (k = 0; k <= 5; k++) printf "<path d=\"M%.1f 50V330\"/>\n", px(2 * k)
    print "</g>"
    for (k = 0; k <= 5; k++) printf "<text x=\"70\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", py(k * 2e5) + 5, k * 0.2
    for (k = 0; k <= 5; k++) printf "<text x=\"%.1f\" y=\"352\" text-anchor=\"middle\">%g</text>\n", px(2 * k), 2 * k
    print "<text x=\"380\" y=\"382\" text-anchor=\"middle\">time, s</text>"
    print "<text x=\"80\" y=\"32\">force between two disks with Burger\047s law, MN</text>"
    printf "<path fill=\"none\" stroke=\"#c0392b\" stroke-width=\"2\" d=\"M"
    for (k = 0; k <= 200; k++) printf "%s%.1f %.1f", (k ? "L" : ""), px(k / 20), py(exact(k / 20))
    print "\"/>"
    print "<g fill=\"none\" stroke=\"#1f4e79\" stroke-width=\"1.5\">"
    for (k = 1; k <= n; k++) printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>\n", px(t[k]), py(f[k])
    print "</g>"
    print "<path stroke=\"#c0392b\" stroke-width=\"2\" d=\"M470 80h40\"/><text x=\"520\" y=\"85\">exact</text>"
    print "<circle cx=\"490\" cy=\"105\" r=\"4.5\" fill=\"none\" stroke=\"#1f4e79\" stroke-width=\"1.5\"/><text x=\"520\" y=\"110\">scree</text>"
    print "</svg>"
  }' "$1"
