"""Compares the files that model.dat leaves with what FISH told of the model, number by number.

usage: check.py FOLDER TOLD own|vtk|h5py: by the readers beside it, or by VTK's, or by h5py. Status
77: the module is not there."""
import os
import sys

sys.dont_write_bytecode = True
import readers  # noqa: E402


def numbers(text):
    """(1,2,3) or 1, as FISH prints it."""
    return tuple(float(part) for part in text.strip("()").split(","))


class Told:
    def __init__(self, path):
        self.balls, self.contacts, self.facets = {}, [], {}
        self.measures, self.fractures, self.polygons = {}, {}, {}
        for line in open(path):
            word = line.rstrip("\n").split("|")
            if word[0].startswith("time"):
                self.time = float(word[0].split()[1])
            elif word[0] == "ball":
                self.balls[int(word[1])] = (float(word[2]), word[3]) + tuple(map(numbers, word[4:]))
            elif word[0] == "contact":
                self.contacts.append(tuple(map(numbers, word[2:])))
            elif word[0] == "facet":
                self.facets[int(word[1])] = (
                    int(word[2]), word[3], numbers(word[4]), numbers(word[5]))
            elif word[0] == "measure":
                self.measures[int(word[1])] = (
                    numbers(word[2]),) + tuple(float(x) for x in word[3:])
            elif word[0] == "fracture":
                self.fractures[int(word[1])] = (word[2], numbers(word[3]), float(word[4]))
            elif word[0] == "polygon":
                self.polygons[(word[1], int(word[2]))] = (
                    int(word[3]), numbers(word[4]), word[5])
        self.dim = len(next(iter(self.balls.values()))[2])
        assert len(self.balls) > 50 and len(self.contacts) > 50 and self.facets

    def wide(self, v):
        return tuple(v) + (0.0,) * (3 - len(v)) if self.dim == 2 and len(v) == 2 else tuple(v)


def same(got, want, what):
    if got != want:
        raise SystemExit("%s: %r, told %r" % (what, got, want))


# ---- tables of VTK, whoever has read them ----


def check_balls(t, told):
    ids = [k for (k,) in t.column("id")]
    same(ids, sorted(told.balls), "ids")
    same(t.cells, [[k] for k in range(len(ids))], "cells of balls")
    for k, i in enumerate(ids):
        radius, group, x, v, spin, force, _ = told.balls[i]
        same(t.points[k], told.wide(x), "position of %d" % i)
        same(t.column("radius")[k], (radius,), "radius of %d" % i)
        same(t.column("velocity")[k], told.wide(v), "velocity of %d" % i)
        same(t.column("spin")[k], spin, "spin of %d" % i)
        same(t.column("force-contact")[k], told.wide(force), "force of %d" % i)
        if t.names:
            same(t.texts("group")[k], group, "group of %d" % i)


def check_contacts(t, told, bonds):
    want = [c for c in told.contacts if not bonds or c[3][0] == 3]
    same(len(t.cells), len(want), "number of contacts")
    for k, (force, gap, end1, bond) in enumerate(want):
        same(t.column("force")[k], told.wide(force), "force of contact %d" % k)
        same(t.column("gap")[k], gap, "gap of contact %d" % k)
        same(t.column("end1")[k], end1, "ball of contact %d" % k)
        same(t.column("bond")[k], bond, "bond of contact %d" % k)
        same(t.cells[k], [2 * k, 2 * k + 1], "line of contact %d" % k)
        same(t.points[2 * k], told.wide(told.balls[int(end1[0])][2]), "end of contact %d" % k)
        check_line(t, told, k, gap[0])


def check_line(t, told, k, gap):
    """Its length is that of the gap and the radii of the balls at its ends."""
    a, b = t.points[2 * k], t.points[2 * k + 1]
    length = sum((p - q) ** 2 for p, q in zip(a, b)) ** 0.5
    radii = told.balls[t.column("end1")[k][0]][0]
    if not t.names or t.texts("type")[k] == "ball-ball":
        other = told.balls.get(t.column("end2")[k][0])
        radii += other[0] if t.names else 0
    if t.names and abs(length - radii - gap) > 1e-14:
        raise SystemExit("contact %d: length %r, radii %r, gap %r" % (k, length, radii, gap))


def check_walls(t, told):
    ids = [k for (k,) in t.column("id")]
    same(ids, sorted(told.facets), "ids of facets")
    for k, i in enumerate(ids):
        wall, name, force, centre = told.facets[i]
        same(t.column("wall")[k], (wall,), "wall of facet %d" % i)
        same(t.column("force-contact")[k], told.wide(force), "force on facet %d" % i)
        if t.names:
            same(t.texts("name")[k], name, "name of facet %d" % i)
        corner = [t.points[p] for p in t.cells[k]]
        same(len(corner), told.dim, "corners of facet %d" % i)
        for c in range(told.dim):
            mean = sum(x[c] for x in corner) / len(corner)
            assert abs(mean - centre[c]) < 1e-15, "centre of facet %d" % i


def check_measures(t, told):
    ids = [k for (k,) in t.column("id")]
    same(ids, sorted(told.measures), "ids of regions")
    for k, i in enumerate(ids):
        x, radius, porosity, coordination, xx, yy, xy, rate, fabric = told.measures[i]
        same(t.points[k], told.wide(x), "centre of region %d" % i)
        same((t.column("radius")[k], t.column("porosity")[k], t.column("coordination")[k]),
             ((radius,), (porosity,), (coordination,)), "region %d" % i)
        stress = t.column("stress")[k]  # xx, yy, zz, xy, yz, xz
        same((len(stress), stress[0], stress[1], stress[3]), (6, xx, yy, xy), "stress of %d" % i)
        assert yy != 0 and 0 < porosity < 1
        same((t.column("strainrate")[k][1], t.column("fabric")[k][1]), (rate, fabric),
             "strain rate and fabric of %d" % i)


def mean_of(t, k):
    corner = [t.points[p] for p in t.cells[k]]
    return tuple(sum(x[c] for x in corner) / len(corner) for c in range(3))


def near(got, want, what):
    if max(abs(a - b) for a, b in zip(got, want)) > 1e-14:
        raise SystemExit("%s: %r, told %r" % (what, got, want))


def check_fractures(t, told):
    ids = [k for (k,) in t.column("id")]
    same(ids, sorted(told.fractures), "ids of fractures")
    for k, i in enumerate(ids):
        dfn, x, dip = told.fractures[i]
        near(mean_of(t, k), told.wide(x), "middle of fracture %d" % i)
        same(t.column("dip")[k], (dip,), "dip of fracture %d" % i)
        ends = [t.points[p] for p in t.cells[k]]
        half = max(sum((p - q) ** 2 for p, q in zip(a, b)) ** 0.5 for a in ends for b in ends)
        near((half,), t.column("size")[k], "size of fracture %d" % i)
        if t.names:
            same(t.texts("dfn")[k], dfn, "network of fracture %d" % i)


def check_geometry(t, told):
    """A node, an edge and two polygons; sides of polygons are no things of their own."""
    same([len(cell) for cell in t.cells], [1, 2, 4, 5], "corners of what sets hold")
    if t.kinds:
        same(t.kinds, ["Verts", "Lines", "Polys", "Polys"], "cells of what sets hold")
    if not t.names:
        return
    same(t.texts("type"), ["node", "edge", "polygon", "polygon"], "what sets hold")
    same(t.texts("set"), ["a", "b", "b", "a"], "sets")
    for k in (2, 3):
        size, x, group = told.polygons[(t.texts("set")[k], t.column("id")[k][0])]
        same((len(t.cells[k]), t.texts("group")[k]), (size, group), "polygon %d" % k)
        near(mean_of(t, k), told.wide(x), "middle of polygon %d" % k)
    same(t.points[t.cells[0][0]], (3.0, 3.0, 3.0 if told.dim == 3 else 0.0), "the node")


def check_inlets(t, told):
    """The box is the brick's, 0.5 m; balls enter through one side, where the flow points to."""
    sides = 2 * told.dim
    same([k for (k,) in t.column("id")], [1] * sides + [2] * sides, "ids of inlets")
    same(set(len(cell) for cell in t.cells), {4 if told.dim == 3 else 2}, "corners of a side")
    opens = [k for k, (o,) in enumerate(t.column("opens")) if o]
    same([o // sides for o in opens], [0, 1], "sides that balls enter through")
    near(mean_of(t, opens[0]), (0.25, 0.2, 0.0), "the side of inlet 1")
    near(mean_of(t, opens[1]), (0.25, -0.2, 0.0), "the side of inlet 2")  # -y, turned by 90
    near(t.column("flow-velocity")[opens[1]], (2.0, 0.0, 0.0), "the flow of inlet 2")
    if t.names:
        same(t.texts("group")[opens[0]], "right", "group of inlet 1")


def check_tables(read, told):
    kinds = ("balls", "walls", "contacts", "bonds", "measures", "fractures", "geometry", "inlets")
    tables = {kind: read("last-%s.vtp" % kind) for kind in kinds}
    check_balls(tables["balls"], told)
    check_walls(tables["walls"], told)
    check_contacts(tables["contacts"], told, False)
    check_contacts(tables["bonds"], told, True)
    check_measures(tables["measures"], told)
    check_fractures(tables["fractures"], told)
    check_geometry(tables["geometry"], told)
    check_inlets(tables["inlets"], told)
    for t in tables.values():
        if t.facts:
            same((t.facts["TimeValue"], t.facts["cycle"]), (told.time, 30.0), "time and cycle")


# ---- by the readers beside this file ----


def check_series(folder, told):
    """The last frame is the state that was told; all are there."""
    for kind in ("balls", "walls", "contacts", "bonds", "measures", "geometry"):
        series = readers.pvd(os.path.join(folder, "frame-%s.pvd" % kind))
        same([name for _, name in series],
             ["frame-%s-%06d.vtp" % (kind, k) for k in range(3)], "series")
        same(series[-1][0], told.time, "time of the last frame")
        for time, name in series:
            same(readers.vtp(os.path.join(folder, name)).facts["TimeValue"], time, name)
        last = open(os.path.join(folder, series[-1][1]), "rb").read()
        same(last == open(os.path.join(folder, "last-%s.vtp" % kind), "rb").read(), True,
             "the last frame of %s" % kind)


def check_csv(folder, told):
    names, units, rows = readers.table_csv(os.path.join(folder, "last-balls.csv"))
    axes = "xyz"[: told.dim]
    same(names[: 1 + told.dim], ["id"] + list(axes), "columns")
    place = {name: k for k, name in enumerate(names)}
    same([units[place[n]] for n in ("id", "x", "radius", "group", "velocity-x", "force-contact-y")],
         ["", "m", "m", "", "m/s", "N"], "units")
    same(len(rows), len(told.balls), "rows")
    for row in rows:
        radius, group, x, v, _, _, _ = told.balls[int(row[0])]
        same(tuple(float(row[place[a]]) for a in axes), x, "position")
        same(tuple(float(row[place["velocity-" + a]]) for a in axes), v, "velocity")
        same((float(row[place["radius"]]), row[place["group"]]), (radius, group), "radius, group")
    check_contact_csv(folder, told)


def check_contact_csv(folder, told):
    names, units, rows = readers.table_csv(os.path.join(folder, "last-contacts.csv"))
    place = {name: k for k, name in enumerate(names)}
    same(names[:2] + [units[place["gap"]], units[place["force-x"]]], ["end1", "end2", "m", "N"],
         "columns of contacts")
    for row, (force, gap, end1, _) in zip(rows, told.contacts):
        got = tuple(float(row[place["force-" + a]]) for a in "xyz"[: told.dim])
        same((got, float(row[place["gap"]])), (force, gap[0]), "contact of %g" % end1[0])
    same(len(rows), len(told.contacts), "rows of contacts")


def check_history(folder):
    names, units, rows = readers.table_csv(os.path.join(folder, "history.csv"))
    same((names, units), (["cycle", "velocity, of 3"], ["", "m/s"]), "columns of the history")
    same([int(row[0]) for row in rows], [5, 10, 15, 20, 25, 30], "cycles of the history")
    return float(rows[-1][1])


def full(told, v):
    """Velocities and spins as LAMMPS has them: three components each."""
    return (0.0, 0.0, v[0]) if len(v) == 1 else tuple(v) + (0.0,) * (3 - len(v))


def check_lammps(folder, told):
    groups = sorted({ball[1] for ball in told.balls.values()})
    atoms, velocities, bounds, types = readers.lammps_data(os.path.join(folder, "last.data"))
    same((sorted(atoms), types), (sorted(told.balls), len(groups)), "atoms")
    same(bounds[: told.dim], [(-1.0, 1.0)] * told.dim, "box")
    (dump,) = readers.lammps_dump(os.path.join(folder, "last.dump"))
    same((dump["step"], dump["time"], dump["n"]), (30, told.time, len(told.balls)), "dump")
    same(dump["sides"], ["pp", "ff", "pp" if told.dim == 2 else "ff"], "sides")
    same(dump["columns"][:6], ["id", "type", "x", "y", "z", "radius"], "columns of the dump")
    omega = dump["columns"].index("omegaz") - 1
    for i, (radius, group, x, v, spin, _, density) in told.balls.items():
        kind = groups.index(group) + 1
        same(atoms[i], (kind, 2 * radius) + density + told.wide(x), "atom %d" % i)
        same(velocities[i], full(told, v) + full(told, spin), "velocities of atom %d" % i)
        same(dump["rows"][i][:5], (float(kind),) + told.wide(x) + (radius,), "row %d" % i)
        same(dump["rows"][i][5 : 5 + told.dim], v, "velocity in row %d" % i)
        same(dump["rows"][i][omega], spin[-1], "spin in row %d" % i)


def check_xyz(folder, told):
    ((facts, rows, place),) = readers.xyz(os.path.join(folder, "last.xyz"))
    same((float(facts["Time"]), facts["pbc"], facts["Origin"][:5]), (told.time, "T F F", "-1 -1"),
         "facts")
    for row in rows:
        radius, group, x, v, _, _, _ = told.balls[int(row[place["id"]][0])]
        same(tuple(map(float, row[place["pos"]])), told.wide(x), "position")
        same(tuple(map(float, row[place["velocity"]])), v, "velocity")
        same(float(row[place["radius"]][0]), radius, "radius")
        word = "".join("_" if c in ' :\t="' else c for c in group)
        same(row[place["species"]], [word], "species")
    same(len(rows), len(told.balls), "rows")


def check_own(folder, told):
    check_tables(lambda name: readers.vtp(os.path.join(folder, name)), told)
    check_series(folder, told)
    check_csv(folder, told)
    same(check_history(folder), told.balls[3][3][1], "the last sample")
    check_lammps(folder, told)
    check_xyz(folder, told)


# ---- by others ----


def check_vtk(folder, told):
    try:
        import vtk
    except ImportError:
        raise SystemExit(77)

    def columns(data):
        found = {}
        for k in range(data.GetNumberOfArrays()):
            a = data.GetArray(k)
            if a is not None:
                found[a.GetName()] = [a.GetTuple(i) for i in range(a.GetNumberOfTuples())]
        return found

    def table(out):
        t = readers.Table()
        t.points = [out.GetPoint(k) for k in range(out.GetNumberOfPoints())]
        for k in range(out.GetNumberOfCells()):
            cell = out.GetCell(k)
            t.cells.append([cell.GetPointId(i) for i in range(cell.GetNumberOfPoints())])
        t.columns = columns(out.GetPointData()) or columns(out.GetCellData())
        facts = columns(out.GetFieldData())
        t.facts = {name: value[0][0] for name, value in facts.items()}
        for k in range(out.GetFieldData().GetNumberOfArrays()):
            a = out.GetFieldData().GetAbstractArray(k)
            if a.GetClassName() == "vtkStringArray":
                name = a.GetName().replace("-names", "")
                t.names[name] = [a.GetValue(i) for i in range(a.GetNumberOfValues())]
        for name in t.names:
            t.columns[name] = [(int(k),) for (k,) in t.columns[name]]
        return t

    def read(name):
        reader = vtk.vtkXMLPolyDataReader()
        reader.SetFileName(os.path.join(folder, name))
        reader.Update()
        return table(reader.GetOutput())

    check_tables(read, told)
    if not os.path.exists(os.path.join(folder, "last-balls.vtkhdf")):
        return

    def read_hdf(name):
        reader = vtk.vtkHDFReader()
        reader.SetFileName(os.path.join(folder, name.replace(".vtp", ".vtkhdf")))
        reader.Update()
        t = table(reader.GetOutputDataObject(0))
        t.facts = {}
        return t

    check_tables(read_hdf, told)


def check_h5py(folder, told):
    try:
        import h5py
    except ImportError:
        raise SystemExit(77)
    if not os.path.exists(os.path.join(folder, "last-balls.vtkhdf")):
        raise SystemExit(77)  # this scree was built without HDF5

    def rows(data):
        return [tuple(r) if data.ndim > 1 else (r,) for r in data[()].tolist()]

    def read(name):
        root = h5py.File(os.path.join(folder, name.replace(".vtp", ".vtkhdf")), "r")["VTKHDF"]
        same(bytes(root.attrs["Type"]), b"UnstructuredGrid", "type")
        same(root.attrs["Version"].tolist(), [1, 0], "version")
        t = readers.Table()
        t.points = rows(root["Points"])
        ends, corners = root["Offsets"][()].tolist(), root["Connectivity"][()].tolist()
        t.cells = [corners[a:b] for a, b in zip(ends, ends[1:])]
        same([root["NumberOfPoints"][0], root["NumberOfCells"][0]],
             [len(t.points), len(t.cells)], "numbers")
        data = root["PointData"] if len(root["PointData"]) else root["CellData"]
        t.columns = {key: rows(data[key]) for key in data}
        t.facts = {key: float(root["FieldData"][key][0]) for key in root["FieldData"]}
        return t

    check_tables(read, told)


def main():
    folder, told = sys.argv[1], Told(sys.argv[2])
    {"own": check_own, "vtk": check_vtk, "h5py": check_h5py}[sys.argv[3]](folder, told)
    print("%d balls, %d contacts, %d facets: all equal"
          % (len(told.balls), len(told.contacts), len(told.facets)))


main()
