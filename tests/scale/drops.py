"""Counts drops by year and result in BPGN files with DuckDB or Spark.

    python drops.py duckdb|spark TANDEM FILE...

`tandem` converts the files to BGN, one JSON object per match: into a folder for DuckDB; through a pipe for Spark, on the
machine of each partition of the file list. Prints JSON lines of year, result, matches and drops.
"""

import json
import os
import subprocess
import sys
import tempfile

QUERY = """
    SELECT coalesce(substr(bgn.eventDate, 1, 4), '') AS year,
           coalesce(bgn.result, '*') AS result,
           count(*) AS matches,
           CAST(sum({drops}) AS BIGINT) AS drops
    FROM {matches}
    GROUP BY 1, 2 ORDER BY 1, 2
"""

# The fields that the query reads; all others are skipped.
COLUMNS = {
    "bgn": "STRUCT(eventDate VARCHAR, result VARCHAR)",
    "moves": 'STRUCT("drop" BOOLEAN)[]',
}
SCHEMA = "bgn STRUCT<eventDate: STRING, result: STRING>, moves ARRAY<STRUCT<drop: BOOLEAN>>"


def in_duckdb(tandem, files):
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        for number, file in enumerate(files):
            out = os.path.join(folder, f"{number}.bgn.jsonl")
            subprocess.run([tandem, "convert", file, "-o", out, "--to", "bgn"], check=True)
        lines = os.path.join(folder, "*.jsonl")
        matches = f"read_ndjson('{lines}', columns = {COLUMNS}, maximum_object_size = 100000000)"
        drops = "len(list_filter(moves, lambda ply: ply.drop))"
        return duckdb.sql(QUERY.format(matches=matches, drops=drops)).fetchall()


def in_spark(tandem, files):
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    # Each partition of the file list is piped through its own `tandem`, which prints the matches.
    convert = f"xargs -d '\\n' -I FILE {tandem} convert FILE -o - --to bgn"
    lines = spark.sparkContext.parallelize(files, len(files)).pipe(convert, checkCode=True)
    spark.read.schema(SCHEMA).json(lines).createOrReplaceTempView("matches")
    drops = "size(filter(moves, ply -> ply.drop))"
    rows = spark.sql(QUERY.format(matches="matches", drops=drops)).collect()
    spark.stop()
    return [tuple(row) for row in rows]


if __name__ == "__main__":
    engine, tandem, *files = sys.argv[1:]
    for row in {"duckdb": in_duckdb, "spark": in_spark}[engine](tandem, files):
        print(json.dumps(list(row)))
