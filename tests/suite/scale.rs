//! The same query in Tandem, `DuckDB` and Spark, which read the output of `tandem convert`.
#![expect(clippy::disallowed_methods, reason = "this test is about files and other programs")]

use super::{archive::real_files, cli::program, random::random_matches};
use crate::skip::skipped;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

/// The variable with a Python in which `duckdb` and `pyspark` are installed, with Java for `pyspark`.
const PYTHON: &str = "TANDEM_SCALE_PYTHON";

/// By year and result: the matches, and the drops in them.
type Answer = BTreeMap<(String, String), (u64, u64)>;

fn query_by_tandem(files: &[PathBuf]) -> Answer {
    let mut answer = Answer::new();
    for file in files {
        let output = program(&["list", &file.to_string_lossy(), "--drops", "--json"], b"");
        assert!(output.status.success());
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let date = row["date"].as_str().expect("a date");
            let year = date.get(..4).filter(|year| year.parse::<u16>().is_ok());
            let result = row["result"].as_str().unwrap_or("*");
            let key = (year.unwrap_or_default().to_owned(), result.to_owned());
            let (matches, drops) = answer.entry(key).or_default();
            *matches += 1;
            *drops += row["drops"].as_u64().expect("a number of drops");
        }
    }
    answer
}

/// Returns whether the boards or comments contradict a result of `file`. The list shows no such result, but a conversion
/// keeps it.
fn has_contradicted_result(file: &Path) -> bool {
    let output = program(&["list", &file.to_string_lossy(), "--json"], b"");
    String::from_utf8_lossy(&output.stdout).contains("\"result\":\"contradicted\"")
}

fn query_with(python: &str, engine: &str, files: &[PathBuf]) -> Answer {
    let output = Command::new(python)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["tests/scale/drops.py", engine, env!("CARGO_BIN_EXE_tandem")])
        .args(files)
        .output()
        .expect("Python starts");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{engine}: {complaint}");
    let mut answer = Answer::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let (year, result, matches, drops) = serde_json::from_str(line).expect("a row");
        answer.insert((year, result), (matches, drops));
    }
    answer
}

#[test]
fn duckdb_and_spark_count_the_drops_that_the_list_counts() {
    let Ok(python) = std::env::var(PYTHON) else {
        skipped(&format!("{PYTHON} names no Python with duckdb and pyspark"));
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut files: Vec<PathBuf> = real_files();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "bpgn"));
    files.truncate(12);
    files.retain(|file| !has_contradicted_result(file));
    for year in 2005..2009 {
        let text = random_matches(300_000, year);
        let text = String::from_utf8(text).expect("ASCII");
        let file = folder.path().join(format!("a year {year}.bpgn"));
        let text = text.replace("\"2005-", &format!("\"{year}-"));
        std::fs::write(&file, text).expect("a file");
        files.push(file);
    }
    let expect = query_by_tandem(&files);
    assert!(expect.len() > 8, "{expect:?}");
    assert_eq!(query_with(&python, "duckdb", &files), expect);
    assert_eq!(query_with(&python, "spark", &files), expect);
    let drops: u64 = expect.values().map(|(_, drops)| drops).sum();
    println!("scale: {drops} drops, the same in DuckDB and Spark");
}
