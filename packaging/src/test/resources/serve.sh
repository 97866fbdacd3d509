#!/usr/bin/env bash
# Runs a node from the archive until goodput doctor finds nothing wrong, for 30 s at most. As root,
# it does so as another user, and in a network namespace that has nothing but a loopback device.
set -eu
folder=$1

if [ "$(id -u)" = 0 ] && [ -z "${INSIDE:-}" ]; then
  if unshare --net true 2>/dev/null; then
    INSIDE=1 exec unshare --net bash -c \
      'ip link set lo up && exec setpriv --reuid=65534 --regid=65534 --clear-groups bash "$0" "$@"' \
      "$0" "$@"
  fi
  INSIDE=1 exec setpriv --reuid=65534 --regid=65534 --clear-groups bash "$0" "$@"
fi

cd "$folder"
export HOME=$folder
"$GOODPUT" run --port 9352 --heap 512 --data "$folder/data of the node" > run.log 2>&1 &
run=$!
end=$((SECONDS + 30))
until "$GOODPUT" doctor --port 9352 > doctor.log 2>&1; do
  if [ "$SECONDS" -ge "$end" ] || ! kill -0 "$run" 2>/dev/null; then
    cat run.log doctor.log
    kill "$run" 2>/dev/null || true
    exit 1
  fi
done
cat run.log doctor.log
kill "$run"
wait "$run" || true
