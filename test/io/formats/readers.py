"""Short readers of the files that scree writes for other programs, by their formats' descriptions
alone: nothing of scree, nothing but Python's own modules."""
import csv
import struct
import xml.etree.ElementTree as xml
import zlib

SIZE = {"Float64": "d", "UInt32": "I", "Int32": "i"}


class Table:
    """Columns by name, each a list of tuples; points; cells as lists of rows of points."""

    def __init__(self):
        self.columns, self.points, self.cells, self.facts, self.names = {}, [], [], {}, {}
        self.kinds = []  # of cells, as PolyData calls them

    def column(self, name):
        return self.columns[name]

    def texts(self, name):
        return [self.names[name][k] for (k,) in self.columns[name]]


def tuples(values, comps):
    return [tuple(values[k : k + comps]) for k in range(0, len(values), comps)]


# ---- VTK ----


class Vtp:
    def __init__(self, path):
        data = open(path, "rb").read()
        mark = data.index(b'<AppendedData encoding="raw">')
        start = data.index(b"_", mark) + 1
        self.end = data.rindex(b"\n  </AppendedData>")
        self.body = data[start : self.end]
        self.root = xml.fromstring(data[:start] + b"</AppendedData></VTKFile>")
        self.packed = "compressor" in self.root.attrib
        assert self.root.get("byte_order") == "LittleEndian"
        assert self.root.get("header_type") == "UInt64"
        self.used = []

    def words(self, at, n):
        return struct.unpack_from("<%dQ" % n, self.body, at)

    def array(self, element):
        at = int(element.get("offset"))
        if self.packed:
            blocks, size, last = self.words(at, 3)
            sizes = self.words(at + 24, blocks)
            place, parts = at + 24 + 8 * blocks, []
            for n in sizes:
                parts.append(zlib.decompress(self.body[place : place + n]))
                place += n
            for k, part in enumerate(parts):
                assert len(part) == (last if last and k == blocks - 1 else size)
            data = b"".join(parts)
        else:
            (n,) = self.words(at, 1)
            place = at + 8 + n
            data = self.body[at + 8 : place]
        self.used.append((at, place))
        letter = SIZE[element.get("type")]
        values = struct.unpack("<%d%s" % (len(data) // struct.calcsize(letter), letter), data)
        return tuples(values, int(element.get("NumberOfComponents")))

    def table(self):
        t = Table()
        piece = self.root.find("PolyData/Piece")
        t.points = self.array(piece.find("Points/DataArray"))
        assert len(t.points) == int(piece.get("NumberOfPoints"))
        for kind in ("Verts", "Lines", "Polys"):
            n = int(piece.get("NumberOf" + kind))
            if piece.find(kind) is None:
                assert n == 0
                continue
            arrays = {a.get("Name"): self.array(a) for a in piece.find(kind)}
            begin, before = 0, len(t.cells)
            for (end,) in arrays["offsets"]:
                t.cells.append([k for (k,) in arrays["connectivity"][begin:end]])
                t.kinds.append(kind)
                begin = end
            assert len(t.cells) == before + n and begin == len(arrays["connectivity"])
        for where in ("PointData", "CellData"):
            for a in piece.find(where):
                t.columns[a.get("Name")] = self.array(a)
        for a in self.root.find("PolyData/FieldData"):
            if a.get("type") == "String":
                codes = bytes(int(c) for c in a.text.split())
                assert codes.endswith(b"\0")
                t.names[a.get("Name").replace("-names", "")] = codes[:-1].decode().split("\0")
            else:
                t.facts[a.get("Name")] = float(a.text)
        self.all_is_used()
        return t

    def all_is_used(self):
        """The arrays follow each other without a gap."""
        self.used.sort()
        assert self.used[0][0] == 0 and self.used[-1][1] == len(self.body)
        for (_, end), (begin, _) in zip(self.used, self.used[1:]):
            assert end == begin


def vtp(path):
    return Vtp(path).table()


def pvd(path):
    """[(time, file)]"""
    root = xml.parse(path).getroot()
    assert root.get("type") == "Collection"
    return [(float(s.get("timestep")), s.get("file")) for s in root.find("Collection")]


# ---- text ----


def table_csv(path):
    """(names, units, rows of texts)"""
    with open(path, newline="") as f:
        rows = list(csv.reader(f))
    heads = [head.rstrip(")").partition(" (") for head in rows[0]]
    assert all(len(row) == len(heads) for row in rows)
    return [h[0] for h in heads], [h[2] for h in heads], rows[1:]


def lammps_data(path):
    """({id: (diameter, density, x, y, z)}, {id: velocities}, bounds, number of types)"""
    lines = open(path).read().split("\n")
    atoms, types = int(lines[2].split()[0]), int(lines[3].split()[0])
    assert lines[2].split()[1:] == ["atoms"] and lines[3].split()[1:] == ["atom", "types"]
    bounds = [tuple(map(float, line.split()[:2])) for line in lines[5:8]]
    begin = lines.index("Atoms # sphere") + 2
    found = {}
    for line in lines[begin : begin + atoms]:
        words = line.split()
        assert len(words) == 7 and 1 <= int(words[1]) <= types
        found[int(words[0])] = (int(words[1]),) + tuple(map(float, words[2:]))
    begin = lines.index("Velocities") + 2
    rows = [line.split() for line in lines[begin : begin + atoms]]
    assert all(len(row) == 7 for row in rows)
    return found, {int(r[0]): tuple(map(float, r[1:])) for r in rows}, bounds, types


def lammps_dump(path):
    """[{"step", "time", "columns", "rows": {id: numbers}}]"""
    frames, lines, k = [], open(path).read().split("\n"), 0
    frame = {}
    while k < len(lines) and lines[k]:
        head = lines[k]
        if head == "ITEM: UNITS":
            assert lines[k + 1] == "si"
            k += 2
        elif head == "ITEM: TIME":
            frame = {"time": float(lines[k + 1])}
            k += 2
        elif head == "ITEM: TIMESTEP":
            frame["step"] = int(lines[k + 1])
            k += 2
        elif head == "ITEM: NUMBER OF ATOMS":
            frame["n"] = int(lines[k + 1])
            k += 2
        elif head.startswith("ITEM: BOX BOUNDS"):
            frame["sides"] = head.split()[3:]
            frame["bounds"] = [tuple(map(float, line.split())) for line in lines[k + 1 : k + 4]]
            k += 4
        else:
            assert head.startswith("ITEM: ATOMS ")
            frame["columns"] = head.split()[2:]
            rows = [line.split() for line in lines[k + 1 : k + 1 + frame["n"]]]
            assert all(len(row) == len(frame["columns"]) for row in rows)
            frame["rows"] = {int(row[0]): tuple(map(float, row[1:])) for row in rows}
            frames.append(frame)
            k += 1 + frame["n"]
    return frames


def xyz(path):
    """[(facts, rows of texts, {name: slice})]"""
    frames, lines, k = [], open(path).read().split("\n"), 0
    while k < len(lines) and lines[k]:
        n, facts, text = int(lines[k]), {}, lines[k + 1]
        while text:
            key, _, text = text.strip().partition("=")
            if text.startswith('"'):
                facts[key], _, text = text[1:].partition('"')
            else:
                facts[key], _, text = text.partition(" ")
        words, place, at = facts["Properties"].split(":"), {}, 0
        for name, comps in zip(words[::3], words[2::3]):
            place[name] = slice(at, at + int(comps))
            at += int(comps)
        rows = [line.split() for line in lines[k + 2 : k + 2 + n]]
        assert all(len(row) == at for row in rows)
        frames.append((facts, rows, place))
        k += 2 + n
    return frames
