"""Sends a statement until it fails. Prints the error's payload, a line for each key."""

import sys
import time

from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import Cluster

host, port, keyspace, statement = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
login = PlainTextAuthProvider("cassandra", "cassandra")
cluster = Cluster([host], port=port, auth_provider=login, connect_timeout=30)
session = cluster.connect(keyspace)
session.default_timeout = 60

end = time.monotonic() + 120
payload = None
while payload is None and time.monotonic() < end:
    future = session.execute_async(statement, custom_payload={"goodput.timeout_ms": b"1000"})
    try:
        future.result()
    except Exception:
        payload = future.custom_payload or {}
cluster.shutdown()

for key, value in sorted((payload or {}).items()):
    print(f"{key}={value.decode()}")
