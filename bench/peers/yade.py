# Beds, flow, boxes of two sizes and silo for YADE: yade -n -x -jT yade.py. From the environment:
# KIND (bed|flow|sizes|silo), XYZR, LX, LY, HEIGHT, STL, FILL, WARM, STEPS, SKIN. Prints
# `loop PARTICLES STEPS SECONDS` for each timed part.
# Its cells are periodic in all directions, so that the held layer below 2 mm is the floor of bed
# and flow.
import math
import os
import time

from yade import ymport

e = os.environ
kind = e["KIND"]
material = O.materials.append(FrictMat(young=1e7, poisson=0.3, density=2500,
                                       frictionAngle=math.atan(0.5)))
gravity = (0, 0, -9.81)
shift = 0.0
if kind in ("bed", "flow"):
    O.periodic = True
    O.cell.setBox(float(e["LX"]), float(e["LY"]), 0.12)
    shift = 0.005
if kind == "flow":
    angle = math.radians(26)
    gravity = (9.81 * math.sin(angle), 0, -9.81 * math.cos(angle))
if kind == "sizes":
    for axis, top in enumerate((float(e["LX"]), float(e["LY"]), float(e["HEIGHT"]))):
        O.bodies.append([wall(0.0, axis, sense=1, material=material),
                         wall(top, axis, sense=-1, material=material)])
plug = []
if kind == "silo":
    O.bodies.append(ymport.stl(e["STL"], material=material, wire=False))
    q = 9e-3
    plug = O.bodies.append(
        [facet([(-q, -q, 0), (q, -q, 0), (q, q, 0)], material=material),
         facet([(-q, -q, 0), (q, q, 0), (-q, q, 0)], material=material)]
    )

particles = 0
for line in open(e["XYZR"]):
    x, y, z, r = map(float, line.split())
    b = sphere((x, y, z + shift), r, material=material)
    if shift and z < 2e-3:
        b.state.blockedDOFs = "xyzXYZ"
    elif kind == "flow":
        b.state.vel = (25.0 * z, 0, 0)
    O.bodies.append(b)
    particles += 1

O.engines = [
    ForceResetter(),
    InsertionSortCollider(
        [Bo1_Sphere_Aabb(), Bo1_Facet_Aabb(), Bo1_Wall_Aabb()], verletDist=0.5 * float(e["SKIN"]),
        allowBiggerThanPeriod=True
    ),
    InteractionLoop(
        [Ig2_Sphere_Sphere_ScGeom(), Ig2_Facet_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],
        [Ip2_FrictMat_FrictMat_MindlinPhys(en=0.5, es=0.5)],
        [Law2_ScGeom_MindlinPhys_Mindlin()],
    ),
    NewtonIntegrator(damping=0, gravity=gravity),
]
O.dt = 1e-5


def timed(steps):
    start = time.time()
    O.run(steps, True)
    print("loop %d %d %.9f" % (particles, steps, time.time() - start), flush=True)


if kind == "silo":
    timed(int(e["FILL"]))
    for b in plug:
        O.bodies.erase(b)
else:
    O.run(int(e["WARM"]), True)
timed(int(e["STEPS"]))
os._exit(0)
