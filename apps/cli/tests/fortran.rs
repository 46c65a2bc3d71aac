//! Fortran through the wrapper: the example of docs/fortran.md, output in differentiated code, and what is left to flang's library.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::Bench;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rosenbrock.f90");

/// A program that differentiates a procedure with this body, at (1, 2, 3).
fn program(declarations: &str, body: &str) -> String {
    format!(
        "subroutine f(n, x, y)
           integer :: n, i
           real(8) :: x(n), y
           {declarations}
           {body}
         end subroutine
         program main
           external f, f__enzyme_autodiff
           integer :: enzyme_const, enzyme_dup
           common /enzyme_const/ enzyme_const
           common /enzyme_dup/ enzyme_dup
           real(8) :: x(3), dx(3), y, dy
           x = [1d0, 2d0, 3d0]
           dx = 0
           dy = 1
           call f__enzyme_autodiff(f, enzyme_const, 3, enzyme_dup, x, dx, enzyme_dup, y, dy)
           print '(3f8.3)', dx
         end program\n"
    )
}

/// Each line of the example has a derivative, and the same in another way.
#[test]
fn the_example_agrees_with_differences() {
    let bench = Bench::new();
    bench.write("rosenbrock.f90", std::fs::read_to_string(EXAMPLE).unwrap());
    for level in ["-O0", "-O1", "-O2"] {
        let line = format!("enzyme-fc {level} rosenbrock.f90 -o rosenbrock");
        bench.run(&line).exits(0);
        let out = bench.run("./rosenbrock").exits(0).out;
        let number = |word: &str| word.trim().parse::<f64>().unwrap();
        let pairs = out.lines().map(|line| {
            let (_, both) = line.split_once(": ").unwrap();
            let (one, other) = both.split_once(" by ").unwrap();
            (number(one), number(other.split_once(": ").unwrap().1))
        });
        let pairs: Vec<(f64, f64)> = pairs.collect();
        assert_eq!(pairs.len(), 5, "{out}");
        let agree = |(a, b): &(f64, f64)| (a - b).abs() < 1e-3 && a.abs() > 0.1;
        assert!(pairs.iter().all(agree), "{level}\n{out}");
    }
}

#[test]
fn printing_in_differentiated_code_is_allowed() {
    let bench = Bench::new();
    let body = "y = 0
       do i = 1, n
         y = y + x(i)**2
         print *, 'so far', i, y
       end do
       write (*, '(a, f8.3)') 'sum', y";
    bench.write("f.f90", program("", body));
    for level in ["-O0", "-O2"] {
        bench.run(&format!("enzyme-fc {level} f.f90 -o f")).exits(0);
        let out = bench.run("./f").exits(0).out;
        assert!(out.contains("sum  14.000"), "{out}");
        assert!(out.ends_with("   2.000   4.000   6.000\n"), "{out}");
    }
}

/// What has no derivative is named as it stands in the source, with what to write instead.
#[test]
fn what_is_left_to_the_library_is_named_as_in_the_source() {
    let bench = Bench::new();
    let refused = [
        (
            "",
            "y = norm2(x)",
            "in the source: norm2",
            "sqrt(sum(x**2))",
        ),
        (
            "real(8), allocatable :: a(:), b(:)",
            "allocate (a(n))
             do i = 1, n
               a(i) = x(i)**2
             end do
             call move_alloc(a, b)
             y = b(1) * b(2)",
            "in the source: move_alloc",
            "copy the numbers",
        ),
        (
            "real(8) :: a(3)",
            "read (5, *) a
             y = a(1) * x(1)",
            "`_FortranAioInputDescriptor` has no derivative",
            "read arrays and structures outside",
        ),
    ];
    for (declarations, body, what, instead) in refused {
        bench.write("f.f90", program(declarations, body));
        bench
            .run("enzyme-fc -O2 -c f.f90")
            .exits(1)
            .says(what)
            .says(instead);
    }
}

/// A number that goes through a text or a file and comes back would have derivative zero.
#[test]
fn numbers_that_come_back_as_text_are_refused() {
    let bench = Bench::new();
    let through = [
        (
            "character(30) :: text",
            "write (text, *) x(1)",
            "read (text, *) z",
        ),
        (
            "integer :: unit = 9",
            "write (unit, *) x(1)\nrewind unit",
            "read (unit, *) z",
        ),
    ];
    for (declarations, write, read) in through {
        let declarations = format!("real(8) :: z\n{declarations}");
        let body = format!("{write}\n{read}\ny = z * z + x(2)");
        bench.write("f.f90", program(&declarations, &body));
        for level in ["-O0", "-O2"] {
            bench
                .run(&format!("enzyme-fc {level} -c f.f90"))
                .exits(1)
                .says("numbers are read from a file or a text, and others are written to one");
        }
        // Read alone, it is a constant.
        let body = format!("{read}\ny = z * z + x(2)");
        bench.write("f.f90", program(&declarations, &body));
        bench.run("enzyme-fc -O2 -c f.f90").exits(0);
    }
}

/// Procedures at all levels, with the gradient that each must print.
fn have_gradients(programs: &[(&str, &str, &str)]) {
    let bench = Bench::new();
    for (declarations, body, gradient) in programs {
        bench.write("f.f90", program(declarations, body));
        for level in ["-O0", "-O2"] {
            bench.run(&format!("enzyme-fc {level} f.f90 -o f")).exits(0);
            let out = bench.run("./f").exits(0).out;
            assert_eq!(out.trim(), *gradient, "{level}\n{body}");
        }
    }
}

/// Fortran gives an allocatable array memory and another shape where it is assigned.
#[test]
fn allocatable_arrays_take_the_shape_of_what_they_are_assigned() {
    let sum = "y = 0
       do i = 1, size(a)
         y = y + i * a(i)**2
       end do";
    let one = "real(8), allocatable :: a(:)";
    let with = |body: &str| format!("{body}\n{sum}");
    have_gradients(&[
        (one, &with("a = x"), "2.000   8.000  18.000"),
        (one, &with("a = x\na = a(2:n)"), "0.000   4.000  12.000"),
        // The memory of one iteration is the next one's, or makes room for more.
        (
            one,
            &with("a = x(1:1)\ndo i = 1, n\na = x(1:i)\na = a * x(1)\nend do"),
            "74.000   8.000  18.000",
        ),
        // What has the shape keeps its bounds.
        (
            one,
            &with("allocate (a(0:n - 1))\na = x\nif (lbound(a, 1) == 0) a(0) = x(3)\na = a(0:1)"),
            "0.000   8.000   6.000",
        ),
        (
            "real(8), allocatable :: a(:), t(:, :)\nreal(8) :: u(3, 2)",
            &with(
                "u(:, 1) = x\nu(:, 2) = x * x\nt = u\nt = t(2:3, :)\nt(1, :) = t(2, :)\na = t(1, :)",
            ),
            "0.000   0.000 222.000",
        ),
    ]);
}

/// Sections with gaps are copied number by number, as if through memory of their own.
#[test]
fn sections_with_gaps_are_assigned() {
    let table = "real(8) :: v(3, 2)";
    let begin = "do i = 1, n\nv(i, 1) = x(i)\nv(i, 2) = 2 * x(i)\nend do";
    let sum = "y = 0
       do i = 1, n
         y = y + i * (v(i, 1)**2 + v(i, 2)**2)
       end do";
    let with = |body: &str| format!("{begin}\n{body}\n{sum}");
    have_gradients(&[
        (table, &with("v(1, :) = v(n, :)"), "0.000  40.000 120.000"),
        (
            table,
            &with("v(1:n - 1, :) = v(2:n, :)"),
            "0.000  20.000 150.000",
        ),
        (table, &with("v(2, :) = x(1)"), "18.000   0.000  90.000"),
    ]);
}

/// What has another shape than the program promises is not copied.
#[test]
fn an_array_of_another_shape_ends_the_program() {
    let bench = Bench::new();
    // A procedure that calls itself knows no more of the array than its descriptor tells.
    let body = "call g(x(1:2), n)
       contains
       recursive subroutine g(a, k)
         real(8) :: a(:), b(3)
         integer :: k
         if (k > 0) then
           call g(a, k - 1)
         else
           b = a
           y = b(1) * b(2)
         end if
       end subroutine";
    bench.write("f.f90", program("", body));
    bench.run("enzyme-fc -O0 f.f90 -o f").exits(0);
    bench
        .run("./f")
        .says("f.f90:13: an array is assigned")
        .says("allocate the array with that shape before");
}

/// A hook passes addresses: a procedure that takes a descriptor would read numbers as one.
#[test]
fn procedures_that_take_descriptors_are_refused() {
    let bench = Bench::new();
    for shape in ["", ", allocatable", ", pointer"] {
        let text = format!(
            "module m
             contains
               subroutine f(x, y)
                 real(8){shape} :: x(:)
                 real(8) :: y
                 y = x(1) * x(2)
               end subroutine
             end module
             program main
               use m
               external f__enzyme_autodiff
               integer :: enzyme_dup
               common /enzyme_dup/ enzyme_dup
               real(8) :: x(3), dx(3), y, dy
               call f__enzyme_autodiff(f, enzyme_dup, x, dx, enzyme_dup, y, dy)
             end program\n"
        );
        bench.write("f.f90", text);
        for level in ["-O0", "-O2"] {
            bench
                .run(&format!("enzyme-fc {level} -c f.f90"))
                .exits(1)
                .says("parameter 1 `x` of `f` of module `m` (pointer) takes a descriptor [EZ0402]")
                .says("`x(n)`");
        }
    }
}

/// No interface tells the compiler what a hook's arguments have to be.
#[test]
fn numbers_of_another_kind_are_refused() {
    let bench = Bench::new();
    let words = "of the hook call is of type";
    for (arguments, said) in [
        (
            "enzyme_const, 3.0, enzyme_dup, x, dx, enzyme_dup, y, dy",
            "argument 3 {words} real(4), but parameter 1 `n` of `f` (pointer) is integer(4) [EZ0402]",
        ),
        (
            "enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 3",
            "argument 3 {words} real(8), but parameter 1 `n` of `f` (pointer) is integer(4) [EZ0402]",
        ),
        ("enzyme_const, 3, enzyme_dup, x, dx, enzyme_dup, y, dy", ""),
        ("enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, y, dy", ""),
    ] {
        let text = format!(
            "subroutine f(n, x, y)
               integer :: n
               real(8) :: x(n), y
               y = x(1) * x(n)
             end subroutine
             program main
               external f, f__enzyme_autodiff
               integer :: enzyme_dup, enzyme_const, n
               common /enzyme_dup/ enzyme_dup
               common /enzyme_const/ enzyme_const
               real(8) :: x(3), dx(3), y, dy
               n = 3
               call f__enzyme_autodiff(f, {arguments})
             end program\n"
        );
        bench.write("f.f90", text);
        for level in ["-O0", "-O2"] {
            let ran = bench.run(&format!("enzyme-fc {level} -c f.f90"));
            match said {
                "" => ran.exits(0),
                said => ran.exits(1).says(&said.replace("{words}", words)),
            };
        }
    }
}
