"""Validates documents partition by partition on a Dask cluster, and counts the findings by rule.

    check_with_dask.py [--documents 100000] [--partitions 100] [--workers 2]

The documents are generated; one in fifty is invalid. A real program reads them, with `dask.bag.read_text` or from a table,
and connects its client to a cluster.
"""
import argparse
import collections

import dask.bag
from dask.distributed import Client, LocalCluster

import kval

SCHEMA = """#@data/values-schema
---
name: ""
#@schema/validation min=1, max=100
replicas: 1
image:
  repository: ""
  tag: latest
"""


def document(number):
    replicas = "many" if number % 50 == 7 else number % 9 + 1
    return f"name: app-{number}\nreplicas: {replicas}\nimage:\n  repository: registry.example.com/app-{number}\n"


def check_partition(numbers, schema):
    """Validates all documents of a partition. Each worker compiles the schema once per partition."""
    found = collections.Counter()
    checked = 0
    for number in numbers:
        checked += 1
        for finding in schema.check(document(number), name=f"document-{number}"):
            found[finding.rule] += 1
    return [(checked, found)]


def check_all(client, documents, partitions):
    schema = client.scatter(kval.Schema.from_text(SCHEMA), broadcast=True)
    numbers = dask.bag.from_sequence(range(documents), npartitions=partitions)
    checked, found = 0, collections.Counter()
    for count, rules in numbers.map_partitions(check_partition, schema).compute(scheduler=client):
        checked += count
        found += rules
    return checked, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--partitions", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            checked, found = check_all(client, options.documents, options.partitions)
    print(f"{checked} documents checked")
    for rule, count in sorted(found.items()):
        print(f"{rule}: {count}")


if __name__ == "__main__":
    main()
