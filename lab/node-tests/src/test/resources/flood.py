"""Reads one partition as fast as possible. Prints the served reads per second and the errors."""

import sys
import time

from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import Cluster
from cassandra.protocol import ConfigurationException

host, port, table, seconds = sys.argv[1], int(sys.argv[2]), sys.argv[3], float(sys.argv[4])
login = PlainTextAuthProvider("cassandra", "cassandra")
cluster = Cluster([host], port=port, auth_provider=login, connect_timeout=30, control_connection_timeout=30)
session = cluster.connect()
select = session.prepare(f"SELECT * FROM {table} WHERE k = ?")

# A limit makes up for a pause of half a second at most. What it could have admitted in a longer one is lost.
MOST_MADE_UP = 0.5

served = 0
errors = set()
lost = 0
start = now = time.monotonic()
while (elapsed := now - start) < seconds:
    began = now
    try:
        session.execute(select, [1])
        served += 1
    except ConfigurationException as e:
        errors.add(f"rejected with code {e.code:#06x}: {e.message}")
    now = time.monotonic()
    lost += max(0, now - began - MOST_MADE_UP)

print(served / (elapsed - lost))
print("\n".join(errors))
cluster.shutdown()
