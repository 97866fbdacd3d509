

import sys

from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import Cluster, ExecutionProfile
from cassandra.query import ConsistencyLevel

policy = BudgetedRetryPolicy()
cluster = Cluster(
    [sys.argv[1]],
    port=int(sys.argv[2]),
    auth_provider=PlainTextAuthProvider("cassandra", "cassandra"),
    execution_profiles={EXEC_PROFILE_DEFAULT: ExecutionProfile(retry_policy=policy)},
)
session = cluster.connect()
send = session.execute


def recorded(*args, **kwargs):
    print("stated:", kwargs["custom_payload"]["goodput.timeout_ms"].decode())
    return send(*args, **kwargs)


session.execute = recorded
print(execute(session, "SELECT release_version FROM system.local", timeout=10).one()[0])
verdicts = [
    policy.on_unavailable("a read", ConsistencyLevel.QUORUM, required_replicas=2, alive_replicas=1, retry_num=0)
    for _ in range(20)
]
print("retries:", sum(verdict[0] == policy.RETRY_NEXT_HOST for verdict in verdicts))
print("budget left:", int(policy.saved))
cluster.shutdown()
