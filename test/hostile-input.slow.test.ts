import type { LanguageModelV3Prompt } from '@ai-sdk/provider'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientAddress, trustedProxies } from '../src/access/client-address.ts'
import { createLog } from '../src/core/log.ts'
import { webAddress } from '../src/core/upstream/web-address.ts'
import { embeddedModel } from '../src/language/embedded-model.ts'
import { modelData } from '../src/language/model-data.node.ts'
import { readLaunches } from '../src/sources/user-catalogue/read-launches.ts'
import { longestTurnMs } from './helper/blocking.ts'
import { bodyOf, HOSTILE_VALUES, hostileText, spelled } from './helper/hostile-input.ts'
import { KEY, testPlatform } from './helper/test-platform.ts'
import { NOW } from './helper/test-services.ts'

// The bars are 50 ms for 30 KB and 100 ms for 1 MiB on a machine of its own. CPU time is measured, so
// that others on the machine do not count; but they share its caches, hence the slack. To look
// longer, and closer: `HOSTILE_ROUNDS=50 HOSTILE_SLACK=1 npx vitest run test/hostile-input`.
const SLACK = Number(process.env.HOSTILE_SLACK ?? 3)
const ROUNDS = Number(process.env.HOSTILE_ROUNDS ?? 1)
const SHORT_MS = 50 * SLACK
const LONG_MS = 100 * SLACK

const TIMEOUT_MS = 120_000 * ROUNDS

const LENGTH = 30_000

/** Tries texts on something that may refuse each of them, but has to do so at once. */
async function expectQuick(runs: number, use: (text: string) => unknown, length = LENGTH) {
  const property = fc.asyncProperty(hostileText, async (told) => {
    const text = spelled(told, length)
    expect(await longestTurnMs(SHORT_MS, () => use(text))).toBeLessThan(SHORT_MS)
  })
  await fc.assert(property, { numRuns: runs * ROUNDS })
}

/** Whatever is thrown is a refusal: only the time counts here. */
function attempt(use: () => unknown) {
  try {
    return use()
  } catch {
    return undefined
  }
}

const TOOLS = ['getTopProducts', 'getTopProductsByTimeframe', 'searchProducts', 'triggerConfetti']
const tools = TOOLS.map((name) => ({ type: 'function' as const, name, inputSchema: {} }))
const asked = (text: string) => ({
  role: 'user' as const,
  content: [{ type: 'text' as const, text }],
})
const data = await modelData()
const model = embeddedModel({ now: () => NOW, defaultTimezone: 'America/New_York', data })
const generate = async (prompt: LanguageModelV3Prompt) => {
  const { stream } = await model.doStream({ prompt, tools })
  for await (const _ of stream);
}

describe('the embedded model', { timeout: TIMEOUT_MS }, () => {
  it('no text keeps the embedded model busy', async () => {
    await generate([asked('top 5 today')])
    await expectQuick(60, (text) => generate([asked(text)]), 1_000)
    await expectQuick(20, (text) => generate([asked(text)]))
  })
})

describe('files', { timeout: TIMEOUT_MS }, () => {
  it('no file of launches is slow to read', async () => {
    const head = 'id,name,votesCount,launchedAt\n'
    const options = { timezone: 'UTC' }
    const read = (name: string, text: string) =>
      readLaunches(new TextEncoder().encode(text), { ...options, name }).catch(() => {})
    await expectQuick(30, async (text) => {
      await read('a.csv', head + text)
      await read('a.csv', `${head}1,${text},1,2026-01-01`)
      await read('a.ndjson', text)
      await read('a.json', text)
    })
  })
})

describe('what comes with every request', { timeout: TIMEOUT_MS }, () => {
  it('no headers or query are slow to read and log', async () => {
    const trusted = trustedProxies('10.0.0.0/8, ::1, 192.168.0.0/16')!
    const log = createLog({ level: 'info', write: () => {}, now: () => NOW })
    const addresses = [clientAddress(trusted), clientAddress({ hops: 3 })]
    await expectQuick(40, (text) => {
      log.info('request', { path: text, caller: text })
      webAddress(`https://${text}`)
      const request = attempt(() => headed('x-forwarded-for', text.slice(0, 16_000)))
      if (!(request instanceof Request)) return
      for (const address of addresses) address(request, { socket: { remoteAddress: '10.0.0.1' } })
    })
  })
})

function headed(name: string, value: string) {
  return new Request('http://localhost/', { headers: { [name]: value } })
}

const asking = '"messages":[{"role":"user","content":"hi"}]'
const run = `"threadId":"t","runId":"r",${asking}`
const toolCall = (params: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
const registered = '"name":"n","integrateWith":"ag-ui"'
const reached = '"integrationMeta":{"baseUrl":"https://agent.example/a","agentId":"a"}'
const member = '"memberId":"g_u","guid":"g","uid":"u"'
const described = '"name":"n","displayName":"n","description":"d"'

/** Where in the body of a route a value is put. Of every other route it is all of the body. */
const FORMS: Readonly<Record<string, string[]>> = {
  '/api/chat': [
    ...['{"message":@}', '{"messages":@}', '{"messages":[{"role":"user","content":@}]}'],
    ...['{"messages":[{"role":"assistant","toolCalls":@}]}', '{"message":"hi","threadId":@}'],
  ],
  '/stream': [
    ...['{"messages":@}', '{"messages":[{"role":"user","content":[@]}]}', `{${asking},"state":@}`],
  ],
  '/agent': [
    ...[`{${run},"tools":@}`, `{${run},"tools":[{"name":"a","parameters":@}]}`],
    ...[`{${run},"context":@}`, `{${run},"state":@}`],
  ],
  '/api/agents/:agentId/generate': ['{"messages":@}', '{"messages":[{"tool_calls":@}]}'],
  '/mcp': [
    toolCall('@'),
    toolCall('{"name":@}'),
    toolCall('{"name":"searchProducts","arguments":{"query":@}}'),
    toolCall('{"name":"getTopProductsByTimeframe","arguments":{"timeframe":@}}'),
    toolCall('{"name":"getTopProductsByTimeframe","arguments":{"tz":@}}'),
    toolCall('{"name":"triggerConfetti","arguments":{"colors":@}}'),
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":@}',
  ],
  '/v3/data_import/members': [
    ...[
      '{"members":@}',
      '{"members":{"g_u":@}}',
      `{"members":{"g_u":{${member},"groupDetails":@}}}`,
    ],
  ],
  '/v3/users': [
    ...[
      '{"uid":@,"name":@}',
      '{"uid":"u","name":"n","avatar":@}',
      '{"uid":"u","name":"n","tags":@}',
    ],
    '{"uid":"u","name":"n","metadata":@}',
  ],
  '/v3/users/:uid/auth_tokens': ['{"expiresIn":@}'],
  '/v3/groups': ['{"guid":"g","name":@,"type":@}'],
  '/v3/messages': [
    '{"receiver":"u","receiverType":"user","data":@}',
    '{"receiver":"u","receiverType":"user","data":{"text":@}}',
    '{"receiver":"u","receiverType":"user","type":"image","data":{"attachments":@}}',
  ],
  '/v3/messages/:id/tool-results': ['{"toolCallId":"c","result":@}', '{"toolCallId":@}'],
  '/v3/notifications/v1/settings': [
    ...['{"preferences":@}', '{"preferences":{"push":{"customJson":@}}}'],
    '{"templates":{"textMessageTemplateDefault":{"body":@}}}',
  ],
  '/v3/ai-agents/agents': [
    ...[`{${registered},"integrationMeta":@}`, `{${registered},${reached},"tools":@}`],
    `{${registered},"integrationMeta":{"baseUrl":@,"agentId":@,"headers":@}}`,
  ],
  '/v3/ai-agents/tools': [
    ...['{"name":@,"displayName":@}', `{${described},"parameters":@}`],
    `{${described},"parameters":{"type":"object","properties":@}}`,
  ],
}

const WITH_BODY = ['POST', 'PUT', 'PATCH']

/** Ids of the import are given back as they came; all else that is refused is told shortly. */
const MAX_REFUSAL = 8_000

describe('every route that takes a body', { timeout: TIMEOUT_MS }, async () => {
  const { app } = await testPlatform({ env: { LOG_LEVEL: 'silent' } })
  const routes = app.routes.filter(({ method, path }) => {
    return WITH_BODY.includes(method) && !path.includes('*')
  })

  async function expectRefusedOrQuick(method: string, path: string, body: string) {
    const address = `http://localhost${path.replace(':agentId', 'ranking').replaceAll(/:\w+/g, '1')}`
    const headers = { apikey: KEY, onbehalfof: 'ann', 'content-type': 'application/json' }
    let answer = { status: 0, length: 0 }
    const ms = await longestTurnMs(LONG_MS, async () => {
      const response = await app.fetch(new Request(address, { method, headers, body }))
      answer = { status: response.status, length: (await response.text()).length }
    })
    expect(ms).toBeLessThan(LONG_MS)
    expect(answer.status).toBeLessThan(500)
    if (answer.status >= 400) expect(answer.length).toBeLessThan(MAX_REFUSAL)
    return answer.status
  }

  const REFUSALS: Readonly<Record<string, number>> = {
    // Their errors are answers of JSON-RPC.
    '/a2a': 200,
    '/a2a/0.3': 200,
    '/v3/me': 403, // for users with a token of their own, before the body is read
  }

  it('every route that takes a body is tested with hostile bodies', () => {
    const paths = new Set(routes.map(({ path }) => path))
    expect(Object.keys(FORMS).filter((path) => !paths.has(path))).toEqual([])
  })

  it('a body that is nested too deep or has too many values is an error', async () => {
    const values = ['many objects', 'many keys', 'lists nested deep', 'lists without an end']
    for (const { method, path } of routes) {
      for (const value of values) {
        const status = await expectRefusedOrQuick(method, path, HOSTILE_VALUES[value]!)
        expect([path, status]).toEqual([path, REFUSALS[path] ?? 400])
      }
    }
  })

  it('any value at any place of a body blocks no long turn', async () => {
    const places = routes.flatMap(({ method, path }) =>
      ['@', ...(FORMS[path] ?? [])].map((form) => ({ method, path, form })),
    )
    const attempts = fc.shuffledSubarray(places, { minLength: places.length })
    const values = fc.array(fc.constantFrom(...Object.keys(HOSTILE_VALUES)), {
      minLength: places.length,
      maxLength: places.length,
    })
    await fc.assert(
      fc.asyncProperty(attempts, values, async (attempts, values) => {
        for (const [at, { method, path, form }] of attempts.entries()) {
          const body = bodyOf(form, HOSTILE_VALUES[values[at]!]!)
          if (body !== undefined) await expectRefusedOrQuick(method, path, body)
        }
      }),
      { numRuns: 3 * ROUNDS, endOnFailure: true },
    )
  })

  it('any text at any place of a body blocks no long turn', async () => {
    const texts = routes.flatMap(({ method, path }) => {
      return (FORMS[path] ?? []).map((form) => ({ method, path, form }))
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), hostileText, async (place, told) => {
        const text = JSON.stringify(spelled(told, LENGTH / 3))
        const body = bodyOf(place.form, text) ?? ''
        await expectRefusedOrQuick(place.method, place.path, body)
      }),
      { numRuns: 100 * ROUNDS, endOnFailure: true },
    )
  })

  it('the longest allowed conversation is answered', async () => {
    const content = 'lorem ipsum dolor sit amet '.repeat(18).slice(0, 480)
    const calls = Array.from({ length: 499 }, (_, at) => [
      {
        role: 'assistant',
        toolCalls: [{ id: `c${at}`, function: { name: 'searchProducts', arguments: '{}' } }],
      },
      { role: 'tool', toolCallId: `c${at}`, content },
    ])
    const plain = Array.from({ length: 999 }, (_, at) => {
      return { role: at % 2 === 0 ? 'user' : 'assistant', content }
    })
    for (const messages of [plain, calls.flat()]) {
      const body = JSON.stringify({
        ...{ threadId: 't', runId: 'r' },
        messages: [...messages, { role: 'user', content: 'top 5' }],
      })
      for (const path of ['/api/chat', '/stream', '/agent', '/api/agents/:agentId/generate']) {
        expect(await expectRefusedOrQuick('POST', path, body)).toBe(200)
      }
    }
  })
})

describe('every route with a query', { timeout: TIMEOUT_MS }, async () => {
  const { app } = await testPlatform({ env: { LOG_LEVEL: 'silent' } })

  it('any text in any query blocks no long turn', async () => {
    const paths = [
      ...['/api/top?limit=', '/api/top-week?days=', '/api/top-range?timeframe=', '/api/search?q='],
      ...['/api/top-range?tz=', '/v3/users?page=', '/v3/groups/1/messages?id=', '/v3/users/'],
      ...['/v3/messages/1/reactions/', '/v3/ai-agents/tools/', '/'],
    ]
    const headers = { apikey: KEY }
    await expectQuick(60, async (text) => {
      const value = encodeURIComponent(text.slice(0, LENGTH / 6).toWellFormed())
      for (const path of paths) {
        const response = await app.request(path + value, { headers })
        expect(response.status).toBeLessThan(500)
        expect((await response.text()).length).toBeLessThan(LENGTH * 2)
      }
    })
  })
})
