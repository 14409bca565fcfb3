import { afterAll, beforeAll } from 'vitest'
import { type NodeProcess, startNode } from './node-process.ts'

type Env = Record<string, string>

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
