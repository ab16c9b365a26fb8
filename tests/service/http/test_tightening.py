"""Tests that code loses what only people need, and nothing else."""

import pytest

from service.http.tightening import tighten


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ("  const a = { b: 1, c };\n", "let a={b:1,c};"),
        ("f(\n  x // said of it's end\n);\n", "f(x );"),
        ("a() // of {b,\nc()", "a()\nc()"),
        ("a()\n\nb()\n", "a()\nb()\n"),
        ("if (a) {\n  b();\n}\nc();\n", "if(a){b()}\nc();"),
        ("const [a, b,] = [1, 2,];", "let[a,b]=[1,2];"),
        ("a = [1,,]; b = [, ,];", "a=[1,,];b=[,,];"),
        ("f(() => { while (a(b(c))); });", "f(()=>{while (a(b(c)));});"),
        ("{ if (a) b(); else ; }", "{if(a)b();else ;}"),
        ("{ if (a) b(c()); }", "{if(a)b(c())}"),
        ("{ a(); // of it\n}", "{a();}"),
        ("for (const a of b) { const { c } = a.const; }", "for(let a of b){let{c}=a.const}"),
        ("a + b - -c + +d;", "a+b- -c+ +d;"),
        ("return typeof a in b;", "return typeof a in b;"),
        ("x = a ? .5 : b / c;", "x=a?.5:b / c;"),
    ],
)
def test_space_that_means_nothing_is_left_out(code: str, left: str) -> None:
    assert tighten(code) == left


@pytest.mark.parametrize(
    "kept",
    [
        '"a  =  b, // c"',
        "'it is  \\'so\\'  , }'",
        "`two  lines\n  with  // indents`",
        '`a  ${f(`b  ${c({d:"}  `"})}`)}  e`',
        "/ {2}[/ ]+, \\/  x/g",
    ],
)
def test_texts_and_patterns_stay_as_they_are(kept: str) -> None:
    assert tighten(f"const a = {kept};") == f"let a={kept};"


@pytest.mark.parametrize("code", ["a(`b\n", "`${a(", "`${ {} `"])
def test_a_text_without_an_end_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match="no end"):
        tighten(code)
