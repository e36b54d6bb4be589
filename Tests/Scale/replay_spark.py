"""Runs recorded sessions on Spark: `states replay` for each partition, and the summaries added up.

    spark-submit Tests/Scale/replay_spark.py --states states --definition Checkout.state.json 'logs/*.jsonl'

Prints the summary of all sessions as one line of JSON, as `states replay --partial` does.
"""

import argparse
import json
import subprocess
import sys
import zlib
from datetime import datetime

from pyspark.sql import SparkSession


def seconds(at):
    """The time of a line for sorting: seconds since any moment; a line without time comes first."""
    if isinstance(at, bool) or at is None:
        return 0.0
    if isinstance(at, (int, float)):
        return float(at)
    try:
        return datetime.fromisoformat(at.replace("Z", "+00:00")).timestamp()
    except ValueError:
        return 0.0


def keyed(line):
    """A line with its session and time; a line that cannot be read is a session of its own."""
    try:
        record = json.loads(line[1])
        return ((str(record["session"]), seconds(record.get("at")), line[0]), line[1])
    except (ValueError, KeyError, TypeError, AttributeError):
        return (("", 0.0, line[0]), line[1])


def main():
    parser = argparse.ArgumentParser(description="Runs recorded sessions on Spark.")
    parser.add_argument("recordings", help="files of recordings, as Spark reads them")
    parser.add_argument("--states", default="states", help="the command states, on every machine")
    parser.add_argument("--definition", required=True, help="the definition, on every machine")
    parser.add_argument("--partitions", type=int, default=None, help="the number of partitions")
    arguments = parser.parse_args()
    command = [arguments.states, "replay", arguments.definition]

    spark = SparkSession.builder.appName("states replay").getOrCreate()
    context = spark.sparkContext
    partitions = arguments.partitions or context.defaultParallelism

    def replayed(lines):
        """Sends the lines of a partition through the command, which prints one summary."""
        process = subprocess.Popen(
            command + ["--partial"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        # The command prints nothing before its input ends, so neither side waits for the other.
        for _, line in lines:
            process.stdin.write(line + "\n")
        summary, _ = process.communicate()
        if process.returncode != 0:
            raise RuntimeError(f"states replay ended with {process.returncode}")
        return [summary.strip()]

    summaries = (
        context.textFile(arguments.recordings)
        .zipWithIndex()
        .map(lambda pair: keyed((pair[1], pair[0])))
        .repartitionAndSortWithinPartitions(
            partitions, partitionFunc=lambda key: zlib.crc32(key[0].encode())
        )
        .mapPartitions(replayed)
        .collect()
    )
    merged = subprocess.run(
        command + ["--merge", "--partial", "-"],
        input="\n".join(summaries) + "\n",
        capture_output=True,
        text=True,
    )
    sys.stderr.write(merged.stderr)
    sys.stdout.write(merged.stdout)
    spark.stop()
    return merged.returncode


if __name__ == "__main__":
    sys.exit(main())
