ITASCA GEOMETRY3D
NODES ; id x y z
1 1 0.25 10 GROUP "a" SLOT "first"
2 1e-07 -0 12
3 0 0 0
4 0.125 0.5 2
5 3 1 -2.75
6 1 0 0
7 1 1 0.5
8 -2 0 0
9 -2 -2 0
10 0 -3 0
EDGES ; id node node
1 3 4 GROUP "line" SLOT "kind"
2 4 5 GROUP "line" SLOT "kind"
3 3 6
4 6 7
5 7 3
6 3 8
7 8 9
8 9 10
9 10 3
POLYS ; id NODE node node node ...
1 NODE 3 6 7 GROUP "tri" SLOT "Default"
2 NODE 3 8 9 10 GROUP "quad" SLOT "kind"
