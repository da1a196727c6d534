"""Drops per match by result and year, asked of BPGN files in DuckDB and in Spark.

    python drops.py duckdb|spark TANDEM FILE...

`tandem` makes BGN of the files, a line of JSON a match: for DuckDB beside each other in a folder, for Spark in a pipe, on
whatever machine holds a part of the list of files. Printed are lines of JSON: year, result, matches, drops.
"""

import json
import os
import subprocess
import sys
import tempfile

QUESTION = """
    SELECT coalesce(substr(bgn.eventDate, 1, 4), '') AS year,
           coalesce(bgn.result, '*') AS result,
           count(*) AS matches,
           CAST(sum({drops}) AS BIGINT) AS drops
    FROM {matches}
    GROUP BY 1, 2 ORDER BY 1, 2
"""

# What the question needs of a line; the rest of it is passed over.
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
        return duckdb.sql(QUESTION.format(matches=matches, drops=drops)).fetchall()


def in_spark(tandem, files):
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    # Every part of the list of files goes to a `tandem` of its own, which answers with matches.
    convert = f"xargs -d '\\n' -I FILE {tandem} convert FILE -o - --to bgn"
    lines = spark.sparkContext.parallelize(files, len(files)).pipe(convert, checkCode=True)
    spark.read.schema(SCHEMA).json(lines).createOrReplaceTempView("matches")
    drops = "size(filter(moves, ply -> ply.drop))"
    rows = spark.sql(QUESTION.format(matches="matches", drops=drops)).collect()
    spark.stop()
    return [tuple(row) for row in rows]


if __name__ == "__main__":
    engine, tandem, *files = sys.argv[1:]
    for row in {"duckdb": in_duckdb, "spark": in_spark}[engine](tandem, files):
        print(json.dumps(list(row)))
