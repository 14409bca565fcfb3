import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type NodeProcess, startNode } from './node-process.ts'

type Env = Record<string, string>

/** Those that files share, by their environments. They end with the tests: a worker is killed. */
const shared = new Map<string, Promise<NodeProcess>>()

/** The built service for tests that only read from it: one for all files of a worker. */
export function useSharedService(env: Env = {}) {
  let service: NodeProcess

  beforeAll(async () => {
    const key = JSON.stringify(env)
    const started = shared.get(key) ?? startNode(env)
    if (!shared.has(key)) {
      shared.set(key, started)
      const { child } = await started
      await writeFile(join(tmpdir(), `${child.pid}.pid`), '')
    }
    service = await started
  }, 60_000)

  return {
    get url() {
      return service.url
    },
  }
}

/**
 * The built service, started before the tests of a file and killed after them. A function can return
 * an environment that is only known once the hooks before it have run.
 */
export function useService(env: Env | (() => Env | Promise<Env>) = {}) {
  let service: NodeProcess

  beforeAll(async () => {
    service = await startNode(typeof env === 'function' ? await env() : env)
  }, 60_000)
  afterAll(() => void service?.child.kill('SIGKILL'))

  return {
    get url() {
      return service.url
    },
    output: () => service.output(),
  }
}
