import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config/config.ts'
import { createLog, type Observe } from '../../src/core/log.ts'
import { modelData } from '../../src/language/model-data.node.ts'
import type { PlatformParts } from '../../src/platform/platform.ts'
import type { NodeRuntime, WorkerRuntime } from '../../src/services/runtime.ts'
import { createServices, type Services } from '../../src/services.ts'
import type { Database } from '../../src/storage/database.ts'
import { TEST_PAGE } from './test-page.ts'

/** A Friday, 13:00 in New York. */
export const NOW = new Date('2026-11-20T18:00:00.000Z')

interface TestSetup {
  env?: Record<string, string>
  now?: () => Date
  /** Moves with `now` unless it is given. */
  clock?: () => number
  /** Parts that stand in for the real ones. */
  parts?: Partial<Services>
  /** What the runtime brings beside its clock and its log. */
  runtime?: { database?: Database; node?: NodeRuntime; worker?: WorkerRuntime }
  /** Called with every log record. */
  observe?: Observe
  /** What is mounted besides. */
  additions?: Parameters<typeof createApp>[1]
  /** Parts of the chat platform that stand in for the real ones, where it has a database. */
  platform?: Partial<PlatformParts>
}

/** The real app with its real embedded parts, a clock that stands still and a log to read. */
export function testApp({ env = {}, now = () => NOW, parts = {}, ...rest }: TestSetup = {}) {
  const { clock = () => now().getTime(), additions } = rest
  const lines: string[] = []
  const config = parseConfig(env)
  const write = (line: string) => lines.push(line)
  const log = createLog({ level: config.LOG_LEVEL, write, now, observe: rest.observe })
  const services = createServices(config, { log, now, clock, modelData, ...rest.runtime })
  const platform = services.platform && { platform: { ...services.platform, ...rest.platform } }
  const whole = { ...services, ...platform, ...parts }
  const { fetch, routes } = createApp(whole, { page: TEST_PAGE, ...additions })
  const request = async (path: string, init?: RequestInit, remoteAddress?: string) =>
    fetch(new Request(`http://localhost${path}`, init), { incoming: { socket: { remoteAddress } } })
  const app = { fetch, request, routes }
  const records = () => lines.map((line) => JSON.parse(line))
  return { app, services, lines, records }
}

/** Lets a client call an app without a socket in between. */
export function fetchFrom({ request }: Pick<ReturnType<typeof testApp>['app'], 'request'>) {
  return async (url: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(url instanceof Request ? url.url : url)
    return request(pathname + search, init)
  }
}

/** The whole stream as its JSON lines. */
export async function jsonLines(response: Response) {
  const text = await response.text()
  if (!text.endsWith('\n')) throw new Error('the stream does not end with a line break')
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
}

export function post(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

export function user(content: string) {
  return { role: 'user', content }
}
