//! The list of problems and instances. Owns what there is to run and which published ratios it is
//! compared with; knows nothing of compilers and numbers measured.

/// A benchmark program: `c/<name>_main.c`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Problem {
    /// Stem of the C file, and the name in the tables.
    pub(crate) name: &'static str,
    /// Gradient time over primal time published for the peer engine, lowest and highest.
    pub(crate) peer: (f64, f64),
}

/// A problem with its data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Instance {
    /// The program.
    pub(crate) problem: Problem,
    /// File in `data/`; none if the program makes its own data.
    pub(crate) data: Option<&'static str>,
}

impl Instance {
    /// What tells this instance from others of the same problem.
    pub(crate) fn label(&self) -> &'static str {
        self.data
            .map_or("built-in data", |file| file.trim_end_matches(".txt"))
    }
}

const GMM: Problem = Problem {
    name: "gmm",
    peer: (3.2, 5.7),
};
const BA: Problem = Problem {
    name: "ba",
    peer: (8.0, 8.0),
};
const LSTM: Problem = Problem {
    name: "lstm",
    peer: (1.1, 1.6),
};
const BRUSSELATOR: Problem = Problem {
    name: "brusselator",
    peer: (3.0, 3.0),
};
const FFT: Problem = Problem {
    name: "fft",
    peer: (5.0, 5.0),
};
const LOGSUMEXP: Problem = Problem {
    name: "logsumexp",
    peer: (4.0, 4.0),
};

/// What `demo` runs: every problem, with small data.
pub(crate) fn demo() -> Vec<Instance> {
    let with = |problem, file| Instance {
        problem,
        data: Some(file),
    };
    let without = |problem| Instance {
        problem,
        data: None,
    };
    vec![
        with(GMM, "gmm_n1k_d2_K5.txt"),
        with(GMM, "gmm_n1k_d10_K25.txt"),
        with(BA, "ba1_n49_m7776_p31843.txt"),
        with(LSTM, "lstm_l2_c1024.txt"),
        with(LSTM, "lstm_l4_c1024.txt"),
        without(BRUSSELATOR),
        without(FFT),
        without(LOGSUMEXP),
    ]
}

/// What `bench` runs: that of `demo` and a larger mixture.
pub(crate) fn bench() -> Vec<Instance> {
    let mut instances = demo();
    instances.insert(
        2,
        Instance {
            problem: GMM,
            data: Some("gmm_n10k_d10_K25.txt"),
        },
    );
    instances
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_file_named_here_exists() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for instance in bench() {
            let source = root
                .join("c")
                .join(format!("{}_main.c", instance.problem.name));
            assert!(source.is_file(), "{}", source.display());
            if let Some(data) = instance.data {
                assert!(root.join("data").join(data).is_file(), "{data}");
            }
        }
    }

    #[test]
    fn labels_tell_instances_apart() {
        assert_eq!(demo()[0].label(), "gmm_n1k_d2_K5");
        assert_eq!(demo()[5].label(), "built-in data");
    }
}
