"""Sends a statement, or several as a batch, until it fails. Prints the error's payload, a line for each key."""

import sys
import time

from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import Cluster
from cassandra.query import BatchStatement, BatchType

host, port, keyspace, statements = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
login = PlainTextAuthProvider("cassandra", "cassandra")
cluster = Cluster([host], port=port, auth_provider=login, connect_timeout=30)
session = cluster.connect(keyspace)
session.default_timeout = 60

statement = statements[0]
if len(statements) > 1:
    statement = BatchStatement(BatchType.UNLOGGED)
    for one in statements:
        statement.add(one)

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
