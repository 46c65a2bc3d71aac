//! Fields as files, one for all ranks, which rank 0 writes.
//!
//! Owns: how numbers come to rank 0. Must not: know forms of files.

use super::drawn::MEAN;
use super::form::{self, Writer};
use super::part::{Part, packed};
use super::pictures::Thinned;
use super::xdmf;
use crate::application::{Field, Ranks};
use crate::end::{End, together};
use crate::results::What;
use crate::setting::Setting;
use crate::whole_file::{self, Unfinished};
use enzyme_case::Complaint;
use std::path::{Path, PathBuf};

/// Where fields are written, and as what.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) ranks: Ranks,
    pub(crate) what: What,
    /// Whether they are the mean of those of an ensemble's members.
    pub(crate) is_mean: bool,
}

impl<'a> Target<'a> {
    /// Those of a run, in the folder of its results.
    pub(crate) fn of(setting: &Setting<'a>, what: What) -> Self {
        Self {
            folder: &setting.case.output,
            ranks: setting.ranks,
            what,
            is_mean: false,
        }
    }

    /// The name of the files.
    fn name(&self) -> &'static str {
        if self.is_mean { MEAN } else { self.what.name() }
    }

    /// The file that leads to all others, which ParaView opens.
    pub(crate) fn index(&self) -> PathBuf {
        self.folder.join(self.name()).with_extension("xdmf")
    }

    /// Where a picture of a field lies.
    pub(crate) fn picture(&self, field: &Field) -> PathBuf {
        let file = format!("{}.{}.svg", self.name(), field.name);
        self.folder.join(file)
    }

    /// What a picture of a field is called, and its unit.
    fn title(&self, field: &Field) -> (String, String) {
        let unit = &field.unit;
        let name = match field.extent.len() {
            3 => format!("{}, in the middle of its first dimension", field.name),
            _ => field.name.clone(),
        };
        let (title, unit) = match self.what {
            What::State => (name, unit.clone()),
            What::Estimate => (format!("{name}, estimated"), unit.clone()),
            What::Gradient if unit.is_empty() => (format!("gradient by {name}"), String::new()),
            What::Gradient => (format!("gradient by {name}"), format!("per {unit}")),
        };
        match self.is_mean {
            true => (format!("{title}, mean of the members"), unit),
            false => (title, unit),
        }
    }
}

/// Writes NAME, in the form that this build has, `NAME.xdmf`, by which programs that draw read it, and a picture of each field; the numbers on this rank are
/// these.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(target: &Target<'_>, fields: &[Field], numbers: &[f64]) -> Result<(), End> {
    let path = target.folder.join(target.name());
    let mut files = match target.ranks.is_first() {
        true => Files::begin(&path, fields).map(Some),
        false => Ok(None),
    };
    for (index, field) in fields.iter().enumerate() {
        // All ranks give, also if the first one cannot write.
        target.ranks.gather(&packed(field, numbers), |_, theirs| {
            if let Ok(Some(open)) = &mut files
                && let Err(error) = open.take(index, field, &Part::of(field, theirs))
            {
                files = Err(error);
            }
        });
    }
    let ended = files.and_then(|files| {
        files.map_or(Ok(()), |files| {
            let draw = |picture: &Thinned<'_>| {
                let field = picture.field();
                picture.draw(target.title(field), &target.picture(field))
            };
            files.end(&path, fields, draw)
        })
    });
    let failed = |why: String| {
        let complaint = Complaint::new(format!("cannot write {}: {why}", path.display()));
        End::Environment(vec![
            complaint.help("see that there is room, and the right to write there"),
        ])
    };
    together(ended.map_err(failed), target.ranks)
}

/// Where the numbers of a field lie, in what was written as `path`.
pub(crate) fn file(path: &Path, field: &Field) -> PathBuf {
    form::file(path, field)
}

/// What rank 0 writes.
struct Files<'a> {
    writer: Writer,
    pictures: Vec<Option<Thinned<'a>>>,
}

impl<'a> Files<'a> {
    fn begin(path: &Path, fields: &'a [Field]) -> Result<Self, String> {
        Ok(Self {
            writer: Writer::begin(path, fields)?,
            pictures: fields.iter().map(Thinned::begin).collect(),
        })
    }

    fn take(&mut self, index: usize, field: &Field, part: &Part<'_>) -> Result<(), String> {
        if let Some(picture) = &mut self.pictures[index] {
            picture.take(part);
        }
        self.writer.block(index, field, part)
    }

    /// Lets all files appear together, and draws the pictures then.
    fn end(
        self,
        path: &Path,
        fields: &[Field],
        draw: impl Fn(&Thinned<'_>) -> Result<(), String>,
    ) -> Result<(), String> {
        let words = |error: std::io::Error| error.to_string();
        let (mut files, places) = self.writer.end()?;
        let described = xdmf::described(fields, &places);
        files.push(Unfinished::with(path.with_extension("xdmf"), described).map_err(words)?);
        whole_file::finish(&files).map_err(words)?;
        self.pictures.iter().flatten().try_for_each(draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::application::{Block, Leeway};

    /// A result stays as it was, and with it what describes it, where another one cannot be written: whichever of its files fails.
    #[test]
    fn what_fails_leaves_the_result_before() {
        let folder = tempfile::tempdir().unwrap();
        let target = Target {
            folder: folder.path(),
            ranks: Ranks::one(),
            what: What::State,
            is_mean: false,
        };
        let fields = ["a", "b"].map(|name| Field {
            name: name.into(),
            unit: String::new(),
            extent: vec![2],
            block: Block {
                first: vec![0],
                count: vec![2],
            },
            origin: vec![0.0],
            spacing: vec![1.0],
            leeway: Leeway::between(0.0, 0.0),
            is_shared: false,
            range: 0..2,
        });
        let path = folder.path().join("state");
        let read = |field| crate::input::numbers(&file(&path, field), field).unwrap();
        assert!(write(&target, &fields, &[1.0, 2.0]).is_ok());
        for last in [file(&path, &fields[1]), path.with_extension("xdmf")] {
            let mut part = last.into_os_string();
            part.push(".part");
            std::fs::create_dir(&part).unwrap();
            assert!(write(&target, &fields, &[3.0, 4.0]).is_err());
            for field in &fields {
                assert_eq!(read(field), [1.0, 2.0]);
            }
            std::fs::remove_dir(&part).unwrap();
        }
        assert!(write(&target, &fields, &[3.0, 4.0]).is_ok());
        for field in &fields {
            assert_eq!(read(field), [3.0, 4.0]);
        }
        let there = std::fs::read_dir(folder.path()).unwrap();
        let mut there = there.map(|file| file.unwrap().path());
        assert!(there.all(|path| path.extension().is_none_or(|ending| ending != "part")));
    }
}
