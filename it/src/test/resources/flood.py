"""Reads one partition as fast as possible. Prints the served reads per second and the errors."""

import sys
import time

from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import Cluster
from cassandra.protocol import ConfigurationException

host, port, table, seconds = sys.argv[1], int(sys.argv[2]), sys.argv[3], float(sys.argv[4])
login = PlainTextAuthProvider("cassandra", "cassandra")
cluster = Cluster([host], port=port, auth_provider=login)
session = cluster.connect()
select = session.prepare(f"SELECT * FROM {table} WHERE k = ?")

served = 0
errors = set()
start = time.monotonic()
while (elapsed := time.monotonic() - start) < seconds:
    try:
        session.execute(select, [1])
        served += 1
    except ConfigurationException as e:
        errors.add(f"rejected with code {e.code:#06x}: {e.message}")

print(served / elapsed)
print("\n".join(errors))
cluster.shutdown()
