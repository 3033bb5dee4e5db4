ITASCA GEOMETRY3D
NODES ; id x y z
1 0.75 0.75 0
2 -1e-09 12 0
3 0 0 0
4 0.125 0.5 0
5 3 -2.75 0
6 3 1 0
7 2.7320508075688776 2 0
8 2 2.732050807568877 0
9 1 3 0
10 1 0 0
11 1 1 0
12 0.5 3 0
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
