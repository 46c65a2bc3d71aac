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
