"""Plausible mistakes in C: where in a source they can be made, and what each makes of it.

tools/mutate.py uses it."""

import bisect
import re
from collections import namedtuple

# A mistake: the text from `start` to `end` of a file becomes `text`.
Mistake = namedtuple("Mistake", "kind start end text")
Token = namedtuple("Token", "text start end")

TOKEN = re.compile(r"(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[uUlLfF]*"
                   r"|[A-Za-z_]\w*|->|\+\+|--|<<=|>>=|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||\S")
HIDDEN = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'"
                    r"|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.S | re.M)
ASSERT = re.compile(r"\b(?:assert|static_assert|_Static_assert|__builtin_\w+)\s*\(")
KEYWORDS = set("return break continue goto case default else for if while do switch typedef struct"
               " union enum static extern const void char int long short unsigned signed float"
               " double bool sizeof".split())
# The sanitizers find what forgets to, or nobody does.
FREES = re.compile(r"free|destroy|munmap|unlock|trim|DROP|UNUSED|prefetch|va_end"
                   r"|^scr_(val_|source_)?drop$")

ROOM = re.compile(r"SCR_GROW$|scr_(re|try_)?alloc")
# Reads an argument, or tells what is wrong with it: then the command fails, whatever is returned.
TELLS = re.compile(r"scr_args_(word|once|twice|int|id_number|real|bool|switch|string|name|file"
                   r"|value|vector|symbol|function|variable|finish)$")

COMPARED = {"<": ["<=", ">="], ">": [">=", "<="], "<=": ["<", ">"], ">=": [">", "<"], "==": ["!="],
            "!=": ["=="]}
SIGNS = {"+": "-", "-": "+", "+=": "-=", "-=": "+=", "*": "/", "/": "*"}
# Where the right operand of a dropped operator ends: at one of these, at the same depth.
ENDS = {"||": {",", ";", "?", ":"}, "&&": {",", ";", "?", ":", "||"}}
ENDS["+"] = ENDS["-"] = ENDS["&&"] | {"&&", "+", "-", "==", "!=", "<", ">", "<=", ">=", "<<", ">>",
                                      "|", "&"}
ENDS["*"] = ENDS["/"] = ENDS["+"] | {"*", "/", "%"}


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def code_of(text):
    """The text with comments, strings, directives and assertions blanked, of the same length."""
    code = HIDDEN.sub(
        lambda m: '"' + " " * (len(m.group()) - 2) + '"' if m.group()[0] in "\"'" else blank(m),
        text)
    for found in list(ASSERT.finditer(code)):
        depth, at = 1, found.end()
        while depth and at < len(code):
            depth += {"(": 1, ")": -1}.get(code[at], 0)
            at += 1
        code = code[:found.start()] + re.sub(r"[^\n]", " ", code[found.start():at]) + code[at:]
    return code


class Source:
    """A file and the mistakes that can be made in each of its lines."""

    def __init__(self, path, text):
        self.path = path
        self.text = text
        code = code_of(text)
        self.begins = [0] + [m.end() for m in re.finditer("\n", text)]
        self.tokens = [Token(m.group(), m.start(), m.end()) for m in TOKEN.finditer(code)]
        self.pairs = self.matched()
        self.lines = sorted({self.line(t.start) for t in self.tokens if t.text not in "{}();"})
        self.found = {}
        for at in range(len(self.tokens)):
            for mistake in self.mistakes_at(at):
                self.found.setdefault(self.line(mistake.start), []).append(mistake)

    def line(self, offset):
        return bisect.bisect_right(self.begins, offset)

    def matched(self):
        pairs, stack = {}, []
        for at, token in enumerate(self.tokens):
            if token.text in "([{":
                stack.append(at)
            elif token.text in ")]}" and stack:
                pairs[at] = stack[-1]
                pairs[stack.pop()] = at
        return pairs

    def text_at(self, at):
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def ends_operand(self, at):
        text = self.text_at(at)
        return text in ("]", '"') or text == ")" or (re.match(r"[\w.]", text) is not None
                                                     and text not in KEYWORDS)

    def spaced(self, at):
        token = self.tokens[at]
        after = self.text[token.end:token.end + 1]
        return self.text[token.start - 1] in " \n" and after in (" ", "\n")

    def mistakes_at(self, at):
        token = self.tokens[at]
        text, start, end = token
        if text in COMPARED and self.spaced(at):
            for other in COMPARED[text]:
                yield Mistake("comparison", start, end, other)
        elif text in ("&&", "||"):
            yield Mistake("logic", start, end, "||" if text == "&&" else "&&")
            yield from self.dropped(at)
        elif text in SIGNS and self.spaced(at) and (text in ("+=", "-=")
                                                    or self.ends_operand(at - 1)):
            yield Mistake("sign", start, end, SIGNS[text])
            if text in ENDS:
                yield from self.dropped(at)
        elif text == "-" and not self.spaced(at):
            yield Mistake("sign", start, end, "")
        elif text == "!" and not self.spaced(at):
            yield Mistake("logic", start, end, "")
        elif text == "if" and self.text_at(at + 1) == "(" and at + 1 in self.pairs:
            yield from self.guard(at)
        elif text[0].isdigit() or text in ("true", "false"):
            yield from self.constant(at)
        if self.text_at(at - 1) in (";", "{", "}", ")", "else", ":"):
            yield from self.statement(at)

    def dropped(self, at):
        """The operator with its right operand goes; of conditions the left operand, too."""
        text = self.text_at(at)
        last = at + 1
        while (last < len(self.tokens)
               and not (self.text_at(last) in ENDS[text] and (last > at + 1))
               and self.text_at(last) not in ")]};"):
            opens = self.text_at(last) in "([{" and last in self.pairs
            last = self.pairs[last] + 1 if opens else last + 1
        yield Mistake("dropped term", self.tokens[at - 1].end, self.tokens[last - 1].end, "")
        if text not in ("&&", "||"):
            return
        first = at - 1
        ends = ENDS[text] | {"=", "return", text}
        while first > 0 and self.text_at(first) not in ends and self.text_at(first) not in "([{":
            closes = self.text_at(first) in ")]}" and first in self.pairs
            first = self.pairs[first] - 1 if closes else first - 1
        yield Mistake("dropped term", self.tokens[first + 1].start, self.tokens[at + 1].start, "")

    def constant(self, at):
        text, start, end = self.tokens[at]
        if text == "false" and self.told(at):
            return
        if text in ("true", "false"):
            yield Mistake("constant", start, end, "false" if text == "true" else "true")
        elif re.match(r"\d+$", text) and not self.is_size(at):
            n = int(text)
            if not self.makes_room(at):
                yield Mistake("constant", start, end, str(n + 1))
            if n > 0:
                yield Mistake("constant", start, end, str(n - 1))
        elif re.search(r"[.eE]", text) and not text.lower().startswith("0x"):
            value = float(re.sub(r"[fFlL]+$", "", text))
            yield Mistake("constant", start, end, repr(2 * value if value else 1.0))

    def told(self, at):
        """Is it the `false` of `if (... !reader(...)) return false`?"""
        closes = at - 2
        if self.text_at(at - 1) != "return" or closes not in self.pairs:
            return False
        inside = range(self.pairs[closes], closes)
        return any(self.text_at(k) == "!" and TELLS.match(self.text_at(k + 1)) for k in inside)

    def is_size(self, at):
        """Is a number part of the size of an array that is declared there, or of a name that sizes
        arrays and does nothing else? Larger ones change nothing."""
        opens = self.bracket_around(at)
        if opens is not None:
            return self.declares(opens)
        if self.text_at(at - 1) != "=" or not self.path.endswith(".c"):
            return False
        uses = [k for k, t in enumerate(self.tokens) if t.text == self.text_at(at - 2)]
        around = [self.bracket_around(k) for k in uses if k != at - 2]
        return bool(around) and all(o is not None and self.declares(o) for o in around)

    def makes_room(self, at):
        """Is it part of how much memory is asked for? More changes nothing."""
        while at > 0 and self.text_at(at) not in (";", "{", "}"):
            if self.text_at(at) == "(" and ROOM.match(self.text_at(at - 1)):
                return True
            closes = self.text_at(at) in ")]" and at in self.pairs
            at = (self.pairs[at] if closes else at) - 1
        return False

    def bracket_around(self, at):
        """The [ that a token stands in, if it stands in nothing else."""
        while at > 0 and self.text_at(at) not in ("[", ";", "{", "}"):
            closes = self.text_at(at) in ")]" and at in self.pairs
            at = (self.pairs[at] if closes else at) - 1
        return at if self.text_at(at) == "[" else None

    def declares(self, opens):
        """Does a [ follow the name of something that is declared?"""
        first = opens
        while first > 0 and self.text_at(first - 1) not in (";", "{", "}", "("):
            first -= 1
        names = [t.text for t in self.tokens[first:opens]]
        return (len(names) > 1 and re.match(r"\w", names[0]) is not None
                and names[0] not in ("return", "else", "do", "case", "sizeof")
                and all(re.match(r"\w+$|[][*+,-]$", n) for n in names)
                and re.match(r"\w+$|\*$", names[1]) is not None)

    def statement(self, at):
        """A call or an assignment that is a statement of its own goes."""
        first = self.text_at(at)
        last = at
        while last < len(self.tokens) and self.text_at(last) not in (";", "{", "}"):
            opens = self.text_at(last) in "([" and last in self.pairs
            last = self.pairs[last] + 1 if opens else last + 1
        if self.text_at(last) != ";" or last == at:
            return
        names = [t.text for t in self.tokens[at:last]]
        flat = self.flat(at, last)
        if first in ("break", "continue") or names == ["return"]:
            pass
        elif (not re.match(r"[A-Za-z_*]", first) or first in KEYWORDS
              or re.match(r"\w+ (\* )*\w", " ".join(flat))):
            return
        elif FREES.search(first):
            return
        elif (not any(re.match(r"[-+*/|&^%]?=$|<<=|>>=|\+\+|--", n) for n in flat)
              and names[-1] != ")"):
            return
        yield Mistake("dropped line", self.tokens[at].start, self.tokens[last].end, ";")

    def flat(self, first, last):
        """The tokens of a statement that stand in no brackets."""
        at, texts = first, []
        while at < last:
            texts.append(self.text_at(at))
            at = self.pairs[at] + 1 if self.text_at(at) in "([" and at in self.pairs else at + 1
        return texts

    def guard(self, at):
        """A condition is turned round; one that only leaves (return, continue, break) goes."""
        opening, closing = self.tokens[at + 1], self.tokens[self.pairs[at + 1]]
        yield Mistake("logic", opening.start, closing.end,
                      "(!" + self.text[opening.start:closing.end] + ")")
        then = self.pairs[at + 1] + 1
        if self.text_at(then) not in ("return", "continue", "break"):
            return
        last = then
        while last < len(self.tokens) and self.text_at(last) != ";":
            last += 1
        if self.text_at(last + 1) != "else" and self.text_at(at - 1) != "else":
            yield Mistake("dropped line", self.tokens[at].start, self.tokens[last].end, ";")
