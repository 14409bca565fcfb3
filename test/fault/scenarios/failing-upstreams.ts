import { post } from '../../helper/test-services.ts'
import {
  type Answer,
  drip,
  flood,
  hang,
  hangInBody,
  redirect,
  reply,
  replyPage,
  reset,
  startUpstream,
  truncate,
} from '../../helper/upstream-server.ts'
import { codeOf, jsonOf } from '../check-answer.ts'
import { endService } from '../end-service.ts'
import { createTally, type Scenario, type TallyBuilder } from '../scenario.ts'
import { API_KEY, type Service, startService } from '../service.ts'

const DRIP = drip(200)

const MODES: readonly [string, Answer][] = [
  ['reset', reset],
  ['500', reply('{"error":{"message":"no"}}', 500)],
  ['401', reply('{"error":{"message":"no"}}', 401)],
  ['429', reply('{"error":{"message":"no"}}', 429, { 'retry-after': '7' })],
  ['empty', reply('')],
  ['nonsense', reply('{"data":[1,2', 200)],
  ['other JSON', reply('{"data":{"posts":7},"hits":"x","choices":{}}', 200)],
  ['page', replyPage(200)],
  ['challenge', replyPage(403)],
  ['redirect', redirect('http://127.0.0.1:1/')],
  ['truncated', truncate('{"data":{"posts":')],
  ['flood', flood(64 * 1024 * 1024)],
  ['hang', hang],
  ['hang in body', hangInBody],
  ['drip', DRIP],
]
const SLOW = new Set(['hang', 'hang in body', 'drip'])
/** Two calls of 8 s, and what there is between them. */
const MAX_WAIT_MS = 25_000
const REPORTED = /^(upstream-|rate-limited)/

/** Every upstream at once, in each of the ways in which services fail. */
export const failingUpstreams: Scenario = {
  name: 'failing upstreams',

  async run({ seconds }) {
    const builder = createTally()
    const modes = MODES.filter(([name]) => seconds >= 10 || !SLOW.has(name))
    for (const [name, answer] of modes) await tryMode(name, answer, builder)
    return builder.tally
  },
}

async function tryMode(name: string, answer: Answer, builder: TallyBuilder) {
  const upstream = await startUpstream(answer)
  const env = {
    PRODUCTHUNT_API_TOKEN: 'token',
    PRODUCTHUNT_API_URL: `${upstream.url}/graphql`,
    ALGOLIA_APP_ID: 'app',
    ALGOLIA_API_KEY: 'key',
    ALGOLIA_INDEX: 'posts',
    ALGOLIA_URL: upstream.url,
  }
  const service = await startService({ env })
  await Promise.all([
    expectReported(service, '/api/top', undefined, name, builder),
    expectReported(service, '/api/search?q=vpn', undefined, name, builder),
    expectReported(service, '/api/chat', post({ message: 'top 3' }), name, builder),
    // An agent that drips is given the five minutes of any other answer.
    ...(answer === DRIP ? [] : [tryAgent(service, upstream.url, name, builder)]),
  ])
  await endService(service, builder)
  await upstream.stop()
}

/** A failure with a code that names the upstream, or an answer in words. */
async function expectReported(
  { url }: Service,
  path: string,
  init: RequestInit | undefined,
  mode: string,
  builder: TallyBuilder,
) {
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  const response = await fetch(url + path, { ...init, signal }).catch(() => undefined)
  const body = jsonOf((await response?.text()) ?? '')
  const isWords = path === '/api/chat' && response?.status === 200
  if (isWords || (response && REPORTED.test(String(codeOf(body))))) builder.right()
  else if (!response) builder.wrong(`${mode}: ${path} has no answer`, 'hangs')
  else builder.wrong(`${mode}: ${path}: ${response.status}`, 'serverErrors')
}

/** The chat platform reports what is wrong with an agent, and is well itself. */
async function tryAgent({ url }: Service, agentUrl: string, mode: string, builder: TallyBuilder) {
  const headers = { apikey: API_KEY }
  const agent = {
    integrateWith: 'crewai',
    integrationMeta: { baseUrl: agentUrl, agentId: 'ranking' },
    question: 'top 3',
  }
  const signal = AbortSignal.timeout(2 * MAX_WAIT_MS)
  const init = { ...post(agent, headers), signal }
  const response = await fetch(`${url}/v3/ai-agents/agents/test`, init).catch(() => undefined)
  const text = (await response?.text()) ?? ''
  if (response?.status === 200 && !text.includes('"failure":null')) builder.right()
  else if (!response) builder.wrong(`${mode}: the agent's test has no answer`, 'hangs')
  else builder.wrong(`${mode}: the agent's test: ${response.status} ${text.slice(0, 200)}`)
}
