/* The place of messages: the caret stands at the word that is wrong, or behind the last one where something is missing. */
#include "../base/test.h"

#include "base/mem.h"
#include "cmd/session.h"

typedef struct row {
  const char *line;
  int col;
  const char *text, *hint; /* hint NULL: any, or none */
} row;

static const char modern_setup[] = "model domain extent -1 1\n"
                                   "contact cmat default model linear property kn 1e6\n"
                                   "ball create id 1 radius 0.1\n"
                                   "ball create id 2 radius 0.1 position-x 0.15\n"
                                   "ball attribute density 2500\n"
                                   "model clean\n"
                                   "table 't' add (1,2)\n"
                                   "fish define g\n"
                                   "end\n";
static const row modern[] = {
    {"ball delete rnage id 1", 13, "'rnage' is not expected here", "did you mean 'range'?"},
    {"ball attribute \"density\" 10", 16, "expected a keyword, found 'density'",
     "what stands in quotes is a name; write density without them"},
    {"table \"t\" \"sort\"", 11, "expected a keyword, found 'sort'", "what stands in quotes is a name; write sort without them"},
    {"wall generate cube", 15, "'cube' is no keyword of this command",
     "expected one of: group, id, name, box, disk, plane, circle, cone, cylinder, line, point, polygon, sphere"},
    {"model large-strain maybe", 20, "expected on or off, found 'maybe'", NULL},
    {"model energy mechanical maybe", 25, "expected on or off, found 'maybe'", NULL},
    {"ball create radius [null]", 20, "expected the radius, found null", NULL},
    {"fish callback add g -10", 21, "-10 is a point of the cycle itself, no function can be called there",
     "take a point before or behind it: -10.1 or -9.9"},
    {"fish callback add g 40.0", 21, "40 is a point of the cycle itself, no function can be called there",
     "take a point before or behind it: 39.9 or 42.1"},
    {"fish callback add g 41", 21, "between points 40 and 42 forces are not complete, no function can be called there",
     "take a point before or behind them: 39.9 or 42.1"},
    {"fish callback add g 80", 21, "80 is a point of the cycle itself, no function can be called there",
     "take a point before or behind it: 79.9 or 80.1"},
    {"[b=math.sqrt( 'x' )]", 15, "argument 1 of 'math.sqrt' must be a number, not string", NULL},
    {"[b=string.sub('a,(', 1.5) + 1]", 22, "argument 2 of 'string.sub' must be an integer, not real", NULL},
    {"[b=string.sub('abc',0,3)]", 4, "part of a string cannot begin at character 0", NULL},
    {"[b=string.sub('abc',1,-3)]", 4, "part of a string cannot be -3 characters long", NULL},
    {"[ball.vel(ball.find(1)) = 3]", 2, "a vector of 3 components is expected, not an integer", NULL},
    {"contact method deformability emod -1", 35, "method 'deformability': emod must not be negative", NULL},
    {"contact method deformability emod 1e6 kratio -2", 46, "method 'deformability': kratio must not be negative", NULL},
    {"contact method lsd young 1e6", 29, "expected 'restitution' at the end of the command", NULL},
    {"wall create vertices (0,0,0) (1,0,0) (0,1,0) (0,0,1)", 52,
     "expected more vertices: 4 are no whole number of triangles (three each)", NULL},
    {"model save \"/nonexistent/x\"", 12,
     "cannot save '/nonexistent/x.sav': cannot create a file there: No such file or directory", NULL},
    {"model gravity", 14, "expected a number or a vector at the end of the command", NULL},
    {"save", 5, "expected the name of a file at the end of the command", NULL},
    {"set timestep", 13, "expected a keyword at the end of the command", NULL},
    {"set timestep fix -1", 18, "the timestep must be positive", NULL},
    {"[if=3]", 2, "'if' is a word of FISH, it cannot be the name of a symbol", NULL},
    {"[ if = 3 ]", 3, "'if' is a word of FISH, it cannot be the name of a symbol", NULL},
    {"ball attribute density [loop=2]", 25, "'loop' is a word of FISH, it cannot be the name of a symbol", NULL},
    {"fish history if", 14, "'if' cannot be the name of a FISH symbol", NULL},
    {"fish callback add f event bond_break", 19, "no FISH function 'f' is defined", "did you mean 'g'?"},
    {"table \"tt\" import \"tt\"", 19, "no file 'tt' is found", NULL},
    {"ball import balls", 13, "no file 'balls' is found", NULL},
    {"contact contact cmat proximity", 1,
     "'contact contact cmat proximity' is not supported by scree: use 'contact cmat default proximity'", NULL},
    {"history export nohist", 16, "there is no history 'nohist'", NULL},
    {"ball history velocity-x id 99", 28, "there is no ball 99", NULL},
    {"ball history velocity-x", 24, "expected 'id' or 'position' at the end of the command", NULL},
    {"ball attribute velocity (1,2)", 29, "expected a value of 'velocity' at the end of the command", NULL},
    {"ball attribute velocity-x 1 gradient (1,2)", 42, "expected the gradient at the end of the command", NULL},
    {"ball delete range id 3 2", 24, "the second id is smaller than the first", NULL},
    {"ball delete range sphere center (0,0,0)", 39, "expected 'radius' at the end of the command", NULL},
    {"ball delete range plane normal (0,0,0) above", 33, "the normal of the plane has no length", NULL},
    {"ball delete range position-x 1", 31, "expected the upper bound of position-x at the end of the command", NULL},
    {"ball delete range position-x 1 0", 32, "the upper bound of position-x lies below the lower one", NULL},
    {"model solve time", 17, "expected a value of 'time' at the end of the command", NULL},
    {"model solve time -1", 18, "time must not be negative", NULL},
    {"model solve ratio-average 1e-3 and or", 36, "'or' stands between two limits where both 'and' and 'or' are used", NULL},
    {"model cycle 1.5", 13, "expected the number of cycles, found '1.5'", NULL},
    {"model cycle", 12, "expected the number of cycles at the end of the command", NULL},
    {"model domain condition periodic stop", 37, "expected one condition for all axes or one for each, found 2", NULL},
    {"model domain extent 1 -1", 21, "the lower bound in x is not below the upper one", NULL},
    {"model configure dim 4", 21, "the dimension is 2 or 3", NULL},
    {"wall generate box -1 1 one-wall expand 2", 40, "a closed box cannot be expanded", NULL},
    {"wall generate plane position (9,9,9)", 21, "the plane does not cut the domain", NULL},
    {"wall generate disk", 19, "expected the radius of the disk at the end of the command", NULL},
    {"contact cmat add 1 model linear type ball-ball", 33, "'type' belongs to 'contact cmat default'", NULL},
    {"contact cmat default model linear property kn -5", 47, "-5 is out of range for property 'kn' of law 'linear'", NULL},
    {"contact cmat default model linear property kx 5", 44, "the law 'linear' has no property 'kx'", "did you mean 'kn'?"},
    {"contact model lineer", 15, "there is no contact law 'lineer'", "did you mean 'linear'?"},
    {"contact model flatjoint", 15, "the contact law 'flatjoint' is not supported by scree", NULL},
    {"contact property kn", 20, "expected a value of 'kn' at the end of the command", NULL},
    {"contact list property kx", 23, "no contact law has a property 'kx'", "did you mean 'kn'?"},
    {"contact list energy energy-foo", 21, "no contact law has an energy 'energy-foo'", "did you mean 'energy-slip'?"},
    {"ball list property kx", 20, "no contact law has a property 'kx'", "did you mean 'kn'?"},
    {"ball generate number 3 radius 5", 31, "the balls are larger than the region", NULL},
    {"ball generate number", 21, "expected the number of balls at the end of the command", NULL},
    {"ball generate radius 0.1 0.2 cubic", 22, "balls of a lattice have one radius", NULL},
    {"fish callback add nof 1", 19, "no FISH function 'nof' is defined", NULL},
    {"fish callback remove nof", 22, "no FISH function 'nof' is defined", NULL},
    {"table \"t\" sort now", 16, "'now' is not expected here", NULL},
    {"table \"t\" add 1", 16, "expected a point (x,y) at the end of the command", NULL},
    {"program call", 13, "expected the name of a file at the end of the command", NULL},
    {"model large-strain off", 20, "'model large-strain off' is not supported by scree: contacts follow the motion", NULL},
    {"group rename a b", 14, "there is no group 'a'", NULL},
    {"ball group", 11, "expected the name of a group at the end of the command", NULL},
    {"ball", 5, "expected one more word behind 'ball'", NULL},
    {"history", 8, "expected one more word behind 'history'", NULL},
    {"history interval 0", 18, "the interval must be at least 1 cycle, not 0", NULL},
    {"range", 6, "expected a keyword at the end of the command", NULL},
    {"ball create id 5 radius -1", 25, "the radius must be positive", NULL},
    {"ball create id 5 radius 0.1 position-x 7", 40, "position x = 7 lies outside of the model domain [-1, 1]", NULL},
    {"history export nohist", 16, "there is no history 'nohist'", NULL},
    {"table \"tt\" import \"tt\"", 19, "no file 'tt' is found", NULL},
    {"ball attribute density [1/0]", 26, "division by zero", NULL},
    {"ball attribute density [nosuch(1)]", 25, "unknown function 'nosuch'", NULL},
    {"ball attribute density", 23, "expected a value, or add, multiply, replace or gradient with one at the end of the command",
     NULL},
    {"ball attribute densty 5", 16, "'densty' is no keyword of this command", "did you mean 'density'?"},
    {"ball attribute density 5 multiply", 34, "expected a value of 'multiply' at the end of the command", NULL},
    {"ball attribute density 5 range", 31, "expected an element of the range at the end of the command", NULL},
    {"ball attribute density 5 range id", 34, "expected an id at the end of the command", NULL},
    {"ball attribute density 5 range id 1 group", 42, "expected the name of a group at the end of the command", NULL},
    {"ball attribute density 5 range union", 37, "expected an element of the range at the end of the command", NULL},
    {"ball attribute position-x 9", 27, "position x = 9 lies outside of the model domain [-1, 1]", NULL},
    {"ball attribute radius 0", 23, "a radius must be positive, not 0", NULL},
    {"ball attribute velocity-x 1e400", 27, "a value of 'velocity-x' is infinite, not a finite number", NULL},
    {"ball fix velocity-w", 10, "'velocity-w' is no keyword of this command", "did you mean 'velocity-x'?"},
    {"ball property kn -1", 18, "-1 is out of range for property 'kn' of law 'linear'", NULL},
    {"ball property knn 1", 15, "no contact law has a property 'knn'", "did you mean 'kn'?"},
    {"ball property lin_force 1", 15, "'lin_force' cannot be a property of a surface", NULL},
    {"wall property fric", 19, "expected a value of 'fric' at the end of the command", NULL},
    {"wall active-sides left", 19, "'left' is no keyword of this command", NULL},
    {"wall generate box 1", 20, "expected the upper bound at the end of the command", NULL},
    {"wall generate cone", 19, "expected the radius of the cone at the end of the command", NULL},
    {"wall generate cone radius 1", 28, "expected the height of the cone at the end of the command", NULL},
    {"wall generate cone radius 0 0", 27, "one of the radii must be positive", NULL},
    {"wall generate cone radius 1 -1", 27, "a radius must not be negative", NULL},
    {"wall generate cylinder radius 1 0.5", 33, "expected a keyword, found '0.5'", NULL},
    {"wall generate cylinder radius 1 height 0", 40, "the height must be positive", NULL},
    {"wall generate cylinder axis (0,0,0)", 30, "the axis has no length", NULL},
    {"wall generate cylinder cap maybe", 28, "'maybe' is no keyword of this command", NULL},
    {"wall generate sphere radius 1 resolution 0.001", 42, "the resolution of a sphere must be at least 0.005", NULL},
    {"wall generate sphere radius 1 resolution 2", 42, "the resolution must lie between 1e-4 and 1", NULL},
    {"wall generate circle radius 1", 15, "a circle is a shape of 2D", NULL},
    {"wall generate line (0,0,0) (1,0,0)", 15, "a line is a shape of 2D", NULL},
    {"wall generate polygon (0,0,0) (1,0,0)", 37, "expected at least three corners at the end of the command", NULL},
    {"wall generate polygon (0,0,0) (1,0,0) (1,0,0)", 40, "corner 3 stands where the one before it does", NULL},
    {"wall generate polygon (0,0,0) (1,0,0) (2,0,0)", 24, "the polygon has no area", NULL},
    {"wall generate polygon (0,0,0) (1,0,0) (1,1,0.1) (0,1,0)", 24, "corner 1 lies off the mean plane of the polygon",
     "'make-planar' moves the corners onto it"},
    {"wall generate polygon (0,0,0) (2,0,0) (2,2,0) (1.5,0.5,0)", 48, "the polygon is concave at corner 4",
     "'triangulate' divides such a polygon"},
    {"wall generate polygon (0,0,0) (1,1,0) (1,0,0) (0,2,0) triangulate", 24, "sides of the polygon cross or touch", NULL},
    {"wall create vertices (0,0,0) (1,0,0) (1,0,0)", 39, "facet 1 has no area", NULL},
    {"wall create vertices (0,0,0) (0,0,0) (1,0,0)", 31, "facet 1 has no area", NULL},
    {"wall create vertices (0,0,0) (0.1,0.1,0.1) (0.3,0.3,0.3)", 45, "facet 1 has no area", NULL},
    {"wall create vertices (0,0,0) (1,0,0) (0,1,0) (1,0,0) (0,1,0) (0,0,0)", 47, "facet 2 has the vertices of facet 1 again",
     NULL},
    {"wall create vertices (0,0,0) (1,0,0) (0,1,0) (0,0,0) (1,0,0) (0,0,1)", 47,
     "facets 1 and 2 run along one edge in the same direction: their normals disagree", NULL},
    {"wall create vertices (0,0,0) (1,0,0) (0,1e400,0)", 41, "a vertex is infinite, not a finite number", NULL},
    {"wall import", 12, "expected filename at the end of the command", NULL},
    {"wall import filename", 21, "expected the name of a file at the end of the command", NULL},
    {"wall import filename 'none'", 22, "no file 'none' is found", NULL},
    {"wall import filename 'x' seed 3", 26,
     "'seed' is not supported by scree: the larger part of the facets says how the others are turned", NULL},
    {"wall export", 12, "expected the name of a file at the end of the command", NULL},
    {"wall export 'x'", 13, "there is no wall to export", NULL},
    {"wall export 'x' txt", 17, "'txt' is no keyword of this command", "did you mean 'text'?"},
    {"wall delete facets", 13,
     "'facets' is not supported by scree: a wall keeps its facets; delete it and create what shall remain", NULL},
    {"contact group g thermal", 17, "'thermal' is not supported by scree: scree has the mechanical process only", NULL},
    {"contact inhibit maybe", 17, "expected on or off, found 'maybe'", NULL},
    {"contact property rgap x", 23, "expected a value of 'rgap', found 'x'", NULL},
    {"contact history normalforce id 77", 32, "there is no contact 77", NULL},
    {"contact history nforce id 1", 17, "'nforce' is no keyword of this command", "did you mean 'force'?"},
    {"contact cmat modify 3 model linear", 21, "the CMAT has no entry 3", NULL},
    {"contact cmat remove", 20, "expected the number of an entry at the end of the command", NULL},
    {"contact cmat default type ball-wall model linear", 27, "there are no contacts of type 'ball-wall'", NULL},
    {"contact cmat default model linear method lsd", 45, "expected 'young' at the end of the command", NULL},
    {"contact cmat default model linear method deformability emod -1", 61, "method 'deformability': emod must not be negative",
     NULL},
    {"contact cmat default model null method deformability", 33, "the law 'null' has no methods", NULL},
    {"model energy thermal on", 14, "'thermal' is no keyword of this command", NULL},
    {"model history energy energy-foo", 22, "no energy is called 'energy-foo'", "did you mean 'energy-body'?"},
    {"model history name \"a\"", 23, "expected a keyword at the end of the command", NULL},
    {"model history ratio", 15, "'ratio' is ambiguous", NULL},
    {"model mechanical timestep increment 0.5", 37, "the increment must be at least 1", NULL},
    {"model random abc", 14, "expected the seed, found 'abc'", NULL},
    {"model range create r id 1 id", 29, "expected an id at the end of the command", NULL},
    {"model range delete r", 20, "no range is named 'r'", NULL},
    {"model title", 12, "expected a title at the end of the command", NULL},
    {"model list everything", 12, "'everything' is no keyword of this command", NULL},
    {"program list everything", 14, "'everything' is no keyword of this command", NULL},
    {"program echo-line", 18, "expected a text at the end of the command", NULL},
    {"group slot", 11, "expected one more word behind 'group slot'", NULL},
    {"group slot rename a b", 19, "there is no slot 'a'", NULL},
    {"table \"t\" import", 17, "expected the name of a file at the end of the command", NULL},
    {"table \"u\" list", 7, "there is no table 'u'", "did you mean 't'?"},
    {"table \"t\" export", 17, "expected the name of a file at the end of the command", NULL},
    {"table \"t\" exprt x", 11, "'exprt' is no keyword of this command", "did you mean 'export'?"},
    {"fish list everything", 11, "'everything' is no keyword of this command", NULL},
    {"fish callback add", 18, "expected a FISH function at the end of the command", NULL},
    {"fish automatic-create off", 23,
     "'fish automatic-create off' is not supported by scree: symbols are made by their first assignment", NULL},
    {"fish define", 12, "the line ends where the name of the function is expected", NULL},
    {"fish history nosuch(1)", 21, "'1' is not expected here", NULL},
    {"ball list velocity-q", 11, "'velocity-q' is no keyword of this command", "did you mean 'velocity-x'?"},
    {"model solve fish-halt nosuch", 23, "no FISH function 'nosuch' is defined", NULL},
    {"model solve cycles -3", 20, "the number of cycles must not be negative", NULL},
    {"ball import", 12, "expected the name of a file at the end of the command", NULL},
    {"model domain", 13, "expected a keyword at the end of the command", NULL},
    {"model domain condition peridic", 24, "'peridic' is no keyword of this command", "did you mean 'periodic'?"},
    {"pauze", 1, "unknown command 'pauze'", "did you mean 'pause'?"},
    {"title 'open", 7, "the string is not closed", NULL},
    {"history export \"1\" vs", 16, "there is no history '1'", NULL},
    {"ball generate number 5 box 0 2 radius 0.01", 28, "position x = 1.87068 lies outside of the model domain [-1, 1]", NULL},
    {"ball generate number 5 id 1 radius 0.01", 27, "there is a ball with id 1 already", NULL},
    {"contact method foo", 16, "'foo' is no keyword of this command", NULL},
    {"ball group a slot", 18, "expected the name of a slot at the end of the command", NULL},
    {"ball group a slot b slot c", 21, "the slot is given already", NULL},
    {"ball generate number 5 box 0 2 radius 0.01", 28, "position x = 1.87068 lies outside of the model domain [-1, 1]", NULL},
    {"pauze", 1, "unknown command 'pauze'", "did you mean 'pause'?"},
    {"ball generate hexagonal radius 0.3 id 1", 39, "there is a ball with id 1 already", NULL},
    {"contact property kn 1e6 range contact model flatjoint", 45, "the contact law 'flatjoint' is not supported by scree", NULL},
    {"ball history name \"h\" velocity-x id 1 velocity-y", 39, "a history records one quantity", NULL},
    {"ball history name \"h\" radius magnitude id 1", 30, "'magnitude' follows a vector, such as velocity", NULL},
    {"wall history velocity-x name nowall", 30, "there is no wall named 'nowall'", NULL},
    {"model restore \"nofile.sav\"", 15, "no file 'nofile.sav' is found", NULL},
    {"model save \"x\" text", 16, "'text' is not supported by scree: files are written one way only", NULL},
    {"ball create id 5 radius 0.1 position-x 0 position-x", 52, "expected position-x at the end of the command", NULL},
    {"ball create id 1 radius 0.1", 16, "there is a ball with id 1 already", NULL},
    {"ball create group", 18, "expected the name of a group at the end of the command", NULL},
    {"wall generate box -5 5 -5", 26, "expected the upper bound at the end of the command", NULL},
    {"ball attribute position (1,2,3,4)", 32, "expected a keyword, found '4'", NULL},
    {"model gravity 1 2", 18, "expected gravity at the end of the command", NULL},
    {"model gravity (1,2)", 19, "expected gravity at the end of the command", NULL},
    {"ball delete 3", 13, "'3' is not expected here", NULL},
    {"model range create", 19, "expected the name of a range at the end of the command", NULL},
    {"model solve elastic onli", 21, "'onli' is no keyword of this command", NULL},
    {"contact cmat add 0 model linear", 18, "entries count from 1", NULL},
    {"fish callback add f 5.0", 19, "no FISH function 'f' is defined", "did you mean 'g'?"},
    {"fish callback add io.out 5.0", 19, "no FISH function 'io.out' is defined", NULL},
    {"fish callback add g event bond_break", 27, "the event 'bond_break' is not supported by scree: no contact law has bonds",
     NULL},
    {"fish callback add g event facet_create", 27,
     "the event 'facet_create' is not supported by scree: facets come and go with their wall; use wall_create and wall_delete",
     NULL},
    {"fish callback add g contact_creat", 21, "expected a cycle point or 'event <name>', found 'contact_creat'", NULL},
    {"contact list force locl", 20, "'locl' is no keyword of this command", NULL},
};

static const char legacy_setup[] = "new\n"
                                   "set dt max 1e-3\n"
                                   "def f\n"
                                   "  f = 1\n"
                                   "end\n"
                                   "ball id=1 rad=0.1 x=0 y=0\n"
                                   "ball id=2 rad=0.1 x=0.15 y=0\n"
                                   "prop dens 2500 kn 1e6\n";
static const row legacy[] = {
    {"call nofile", 6, "no file 'nofile' is found", NULL},
    {"history write 1", 15, "there is no history '1'", NULL},
    {"his id 1 ball xvel 1", 21, "expected a position at the end of the command", NULL},
    {"his id 1 ball xvel id 9", 23, "there is no ball 9", NULL},
    {"save", 5, "expected the name of a file at the end of the command", NULL},
    {"save \"/nonexistent/x\"", 6, "cannot save '/nonexistent/x.sav': cannot create a file there: No such file or directory",
     NULL},
    {"restore nofile", 9, "no file 'nofile' is found", NULL},
    {"solve ratio -1", 13, "ratio must not be negative", NULL},
    {"print nonsense", 7, "'nonsense' is no word that can be printed, and no FISH symbol", NULL},
    {"print clump", 7, "'clump' is not supported by scree: clumps are not part of it", NULL},
    {"set fishcall 9 f", 14, "'set fishcall 9' is not supported by scree: no contact law has bonds", NULL},
    {"set fishcall 8 f", 14, "'set fishcall 8' is not supported by scree: bonds are not part of it", NULL},
    {"set fishcall 99 f", 14, "there is no fishcall 99", NULL},
    {"delete ball range id", 21, "expected an id at the end of the command", NULL},
    {"delete walls 7", 14, "there is no wall 7", NULL},
    {"gen id=1,10 rad 0.2 0.1 x 0 1 y 0 1", 29, "the smaller radius must come first", NULL},
    {"gen id=11,20 rad 0.01 0.02 x 1 0 y 0 1", 30, "the lower bound in x is not below the upper one", NULL},
    {"ini xvel", 9, "expected a value at the end of the command", NULL},
    {"ini xvell 1", 5, "expected a quantity of balls: xvel, yvel, zvel, spin, x, y, z, rad, xdisp, xfap, damp, found 'xvell'",
     "did you mean 'xvel'?"},
    {"fix q", 5, "expected x, y or spin, found 'q'", NULL},
    {"ball id=1 rad=0.1 x=0 y=0", 9, "there is a ball with id 1 already", NULL},
    {"ball id=3 x=0 y=0", 18, "expected 'rad' and the radius at the end of the command", NULL},
    {"prop dens -1", 11, "density must be positive, not -1", NULL},
    {"prop kn abc", 9, "expected a value, found 'abc'", NULL},
    {"wall id=1 nodes (0,0)", 21, "expected at least two points at the end of the command", NULL},
    {"range name", 11, "expected the name of the range at the end of the command", NULL},
    {"group", 6, "expected the name of a group at the end of the command", NULL},
    {"damp viscous 0.1", 6, "'damp viscous' is not supported by scree: set dp_nratio of the law", NULL},
    {"table 1 add 1", 14, "expected a point (x,y) at the end of the command", NULL},
    {"model lineer", 7, "there is no contact law 'lineer'", "did you mean 'linear'?"},
    {"model smoothjoint", 7, "the contact law 'smoothjoint' is not supported by scree", NULL},
    {"cycle -1", 7, "a number of cycles cannot be negative", NULL},
    {"config fluid", 8, "'fluid' is not supported by scree: fluid is not part of it", NULL},
    {"movie on", 1, "'movie' is not supported by scree: scree draws nothing", NULL},
    {"his nstep 0", 11, "the interval must be at least 1 cycle, not 0", NULL},
    {"set disk off", 10, "'set disk off' is not supported by scree: balls in 2D are disks of unit thickness", NULL},
    {"macro x", 8, "expected what the macro stands for at the end of the command", NULL},
    {"delete walls 7", 14, "there is no wall 7", NULL},
    {"ini xvell 1", 5, "expected a quantity of balls: xvel, yvel, zvel, spin, x, y, z, rad, xdisp, xfap, damp, found 'xvell'",
     "did you mean 'xvel'?"},
    {"set random abc", 12, "expected a seed, found 'abc'", NULL},
    {"set grav 1", 11, "expected gravity at the end of the command", NULL},
    {"set dt", 7, "expected the timestep at the end of the command", NULL},
    {"set dt -1", 8, "the timestep must be positive", NULL},
    {"set nothing 5", 5, "'nothing' is no keyword of this command", NULL},
    {"his id 1 nosuchfn(1)", 19, "'1' is not expected here", NULL},
    {"his id 1 ball nothing id 1", 15, "expected a quantity: xvel, yvel, zvel, xpos, xdisp, xforce, spin, found 'nothing'", NULL},
    {"his id 1 contact nforce 1", 10, "'contact' is not supported by scree: record a FISH function that reads the contact", NULL},
    {"his", 4, "expected a FISH symbol, 'ball', 'wall' or 'diagnostic' at the end of the command", NULL},
    {"group a range id 5 3", 20, "the second id is smaller than the first", NULL},
    {"free", 5, "expected a component to free: x, y, spin at the end of the command", NULL},
    {"prop", 5, "expected the name of a property at the end of the command", NULL},
    {"prop kx 3", 6, "no ball and no contact law has a property 'kx'", "did you mean 'kn'?"},
    {"prop pb_kn 3", 6, "'property pb_kn' is not supported by scree: bonds are not part of it", NULL},
    {"wall id=1", 10, "expected 'nodes' or 'face' at the end of the command", NULL},
    {"wall id=1 kn=1e5 nodess (0,0) (1,0)", 18, "'nodess' is no keyword of this command", "did you mean 'nodes'?"},
    {"range name rr z 1 2", 15, "there is no position-z in two dimensions", NULL},
    {"print table 9", 13, "there is no table '9'", NULL},
    {"print contact foo", 15, "'foo' is no keyword of this command", NULL},
    {"solve averge 1", 7, "'averge' is no keyword of this command", "did you mean 'average'?"},
    {"return now", 8, "'now' is not expected here", NULL},
    {"config cppudm foo", 15, "'foo' is no keyword of this command", NULL},
    {"gen id 3", 9, "expected an id at the end of the command", NULL},
    {"cyc", 4, "expected a number of cycles at the end of the command", NULL},
    {"ini rad -1", 9, "a radius must be positive, not -1", NULL},
    {"set fishcall 11 f", 14, "'set fishcall 11' is not supported by scree: no contact law has bonds", NULL},
    {"wall id=1 kn=-1 nodes (0,0) (1,0)", 14, "-1 is out of range for property 'kn' of law 'linear'", NULL},
    {"prop kn -1", 9, "-1 is out of range for property 'kn' of law 'linear'", NULL},
    {"print measure", 7, "'measure' is not supported by scree: measurement regions are not part of it", NULL},
};

static const char flat_setup[] = "model domain extent -1 1\n";
static const row flat[] = {
    {"wall create vertices (0,0) (1,0) (1,1)", 38, "expected more vertices: 3 are no whole number of segments (two each)", NULL},
    {"wall create vertices (0,0) (1,0) (1,1) (1,1)", 41, "facet 2 has no length", NULL},
    {"wall create vertices (0,0) (1,0) (1,0) (0,0)", 35, "facet 2 has the vertices of facet 1 again", NULL},
    {"wall generate line (1,0) (1,0)", 27, "the line has no length", NULL},
    {"wall generate line (1,0)", 24, "expected the second end at the end of the command", NULL},
    {"wall generate sphere radius 1", 15, "a sphere is a shape of 3D", NULL},
    {"wall generate circle", 21, "expected the radius of the circle at the end of the command", NULL},
    {"wall generate polygon (0,0) (1,0) (0,1) make-planar", 41, "a polygon of 2D is a line, not a surface", NULL},
    {"wall import filename 'x'", 1, "STL files hold triangles: walls of 2D are segments", NULL},
    {"wall export 'x'", 1, "STL files hold triangles: walls of 2D are segments", NULL},
};

static bool silent(void *user, const char *text) {
  SCR_UNUSED(user);
  SCR_UNUSED(text);
  return true;
}

static bool is_right(const row *r, const scr_session *s, int line) {
  const scr_message *m = &s->diag.error;
  if (!s->diag.failed || m->line != line || m->col != r->col || !m->text || strcmp(m->text, r->text) != 0) return false;
  return !r->hint || (m->hint && strcmp(m->hint, r->hint) == 0);
}

/* Each line is read behind the setup, in one text. */
static int check(const row *rows, size_t n, const char *setup, int dim, scr_dialect dialect) {
  int failed = 0, line = 1;
  for (const char *p = setup; *p; p++) line += *p == '\n';
  for (size_t k = 0; k < n; k++) {
    scr_options options = {.dim = dim, .threads = 1, .dialect = -1, .out = "/nonexistent"};
    scr_session *s = scr_session_new(&options);
    s->print = silent;
    scr_buf text = {0};
    scr_buf_printf(&text, "%s%s\n", setup, rows[k].line);
    scr_session_text(s, "text", text.s, dialect);
    if (!is_right(&rows[k], s, line)) {
      failed++;
      scr_buf b = {0};
      scr_message_format(&s->diag.error, &b);
      print_error("%s: not at %d '%s', but\n%s", rows[k].line, rows[k].col, rows[k].text, b.s);
      scr_buf_free(&b);
    }
    scr_buf_free(&text);
    scr_session_free(s);
  }
  return failed;
}

static void of_the_modern_dialect(void **state) {
  SCR_UNUSED(state);
  assert_int_equal(check(modern, SCR_COUNTOF(modern), modern_setup, 3, SCR_MODERN), 0);
}

static void of_two_dimensions(void **state) {
  SCR_UNUSED(state);
  assert_int_equal(check(flat, SCR_COUNTOF(flat), flat_setup, 2, SCR_MODERN), 0);
}

static void of_the_legacy_dialect(void **state) {
  SCR_UNUSED(state);
  assert_int_equal(check(legacy, SCR_COUNTOF(legacy), legacy_setup, 2, SCR_LEGACY), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(of_the_modern_dialect), cmocka_unit_test(of_two_dimensions),
                                     cmocka_unit_test(of_the_legacy_dialect)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
