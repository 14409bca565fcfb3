import { createApp } from '../../src/app.ts'
import type { PlatformDeps } from '../../src/chat/platform.ts'
import { parseConfig } from '../../src/config/config.ts'
import type { Runtime } from '../../src/services/runtime.ts'
import { createServices, type Services } from '../../src/services.ts'
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
  /** What the runtime gives beside its clock and its log. */
  runtime?: Partial<Runtime>
  /** What is mounted besides. */
  additions?: Parameters<typeof createApp>[1]
  /** Parts of the chat platform that stand in for the real ones, where it has a database. */
  platform?: Partial<PlatformDeps>
}

/** The real app with its real embedded parts, a clock that stands still and a log to read. */
export function testApp({ env = {}, now = () => NOW, parts = {}, ...rest }: TestSetup = {}) {
  const { clock = () => now().getTime(), additions } = rest
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  const services = createServices(parseConfig(env), { now, clock, write, ...rest.runtime })
  const platform = services.platform && { platform: { ...services.platform, ...rest.platform } }
  const whole = { ...services, ...platform, ...parts }
  const { fetch, ...created } = createApp(whole, { page: TEST_PAGE, ...additions })
  const request = async (path: string, init?: RequestInit, remoteAddress?: string) =>
    fetch(new Request(`http://localhost${path}`, init), { socket: { remoteAddress } })
  const app = { fetch, request, ...created }
  const records = () => lines.map((line) => JSON.parse(line))
  return { app, services, lines, records }
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
