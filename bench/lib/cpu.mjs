// Exact CPU time from the kernel's scheduler: /proc/<pid>/task/*/schedstat, first field, nanoseconds.
import { readdirSync, readFileSync } from 'node:fs';

/** CPU nanoseconds of all threads of a process so far; 0 when it has ended. */
function cpuOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
      0,
    );
  } catch {
    return 0;
  }
}

function childrenOf(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** CPU nanoseconds of a process and its direct children (a PostgreSQL server and its backends), by pid. */
export function cpuByPid(root) {
  return new Map([root, ...childrenOf(root)].map((pid) => [pid, cpuOf(pid)]));
}

/** What the processes used between two snapshots, nanoseconds; one that is new counts from 0. */
export function cpuBetween(before, after) {
  let used = 0;
  for (const [pid, now] of after) used += now - (before.get(pid) ?? 0);
  return used;
}
