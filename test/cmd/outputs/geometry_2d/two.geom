ITASCA GEOMETRY3D
NODES ; id x y z
1 -2.75 1.75 0
2 -14 0.999999999 0
3 -2 1 0
4 -2.5 1.125 0
5 0.75 4 0
6 -3 4 0
7 -4 3.7320508075688776 0
8 -4.732050807568877 3 0
9 -5 2 0
10 -2 2 0
11 -3 2 0
12 -5 1.5 0
EDGES ; id node node
1 1 2
2 3 4 GROUP "line" SLOT "kind"
3 4 5 GROUP "line" SLOT "kind"
4 6 7 GROUP "arc" SLOT "Default"
5 7 8 GROUP "arc" SLOT "Default"
6 8 9 GROUP "arc" SLOT "Default"
7 3 10 GROUP "face" SLOT "Default"
8 10 11 GROUP "face" SLOT "Default"
9 11 12 GROUP "face" SLOT "Default"
10 12 3 GROUP "face" SLOT "Default"
POLYS ; id NODE node node node ...
1 NODE 3 10 11 12 GROUP "face" SLOT "Default"
