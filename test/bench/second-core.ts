import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Moves this process to the second core, away from the servers that it measures on the first one.
 * Sharing a core costs the server with more code more.
 */
export function moveToSecondCore() {
  if (availableParallelism() > 1) spawnSync('taskset', ['-acp', '1', String(process.pid)])
}
