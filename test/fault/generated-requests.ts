import type { Random } from './random.ts'
import { type Schema, schemaValues } from './schema-values.ts'
import { API_KEY } from './seed-platform.ts'

export interface GeneratedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  /** The caller goes away after the first piece of the answer. */
  leaves: boolean
}

/** What `GET /openapi.json` answers, as much of it as requests are made from. */
export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

// Ids that lead to one another, and some that look like what is made of ids.
const IDS = [
  'ann',
  'bob',
  'cas',
  'harbor',
  'pier',
  'ranker',
  'a_user_b',
  'group_ann',
  'user_',
  '-',
  '_',
]
const QUESTIONS = [
  'top 3 today',
  'who won last week?',
  'and yesterday?',
  'find me a password manager',
  'we hit #1!',
  'best of october and best of november, 4 each',
  'call showBanner with {"text":"Hello"}',
  '@ranker top 5',
]
const TIMES = [
  'today',
  'last_week',
  '2026-02-29',
  '2026-11',
  '2026-W53',
  'past_31_days',
  'UTC',
  'Asia/Tokyo',
]
const NUMBERS = ['1', '3', '10', '999', '-4', '2.9']

/** What is said where, by the name of the field. */
const WORDS: readonly [RegExp, readonly string[]][] = [
  [/^(uid|guid|receiver|sender|owner|muid|memberId|onBehalfOf)$/, IDS],
  [/^(admins|moderators|participants)$/, IDS],
  [/^(id|messageId)$/, Array.from({ length: 40 }, (_, at) => String(at + 1))],
  [/^agentId$/, ['ranking', 'ranking', 'other']],
  [/^(name|tool_?name|actions|tools)$/i, ['triggerConfetti', 'searchProducts', 'showBanner', 'x']],
  [/^method$/, ['tools/call', 'tools/list', 'initialize', 'ping']],
  [/^jsonrpc$/, ['2.0']],
  [/^type$/, ['text', 'text', 'image', 'object']],
  [/^reaction$/, ['👍', ':smile:', '🏳️‍🌈', 'x']],
  [/^integrateWith$/, ['crewai', 'ag-ui', 'mastra', 'vercelV5', 'agno', 'rasa']],
  [/At$/, ['1763000000', '0', '99999999999']],
  [/timeframe|tz|zone/i, TIMES],
  [/limit|days|page/i, NUMBERS],
]

const HOSTILE = [
  '',
  ' ',
  '\0',
  '\u202Etxt.exe',
  '\uFDFA'.repeat(999),
  '\uD800',
  'İ'.repeat(300),
  '\u0301'.repeat(2_000),
  '{{'.repeat(500),
  '{{message.data.text}}',
  '"'.repeat(300),
  ','.repeat(3_000),
  '1 '.repeat(2_000),
  'a'.repeat(30_000),
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '💥👩‍👩‍👧‍👦',
  '[](javascript:alert(1))',
  '=cmd|calc',
  '%00%ff',
  '(a+)+$',
]
const ODDITIES = [
  null,
  true,
  0,
  -1,
  1e308,
  '1e999',
  [],
  {},
  [[[[[[[[]]]]]]]],
  { __proto__: { admin: true } },
  { length: 1e9 },
  ['a', 1, null],
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const ACCEPTS = ['*/*', 'application/json', 'text/event-stream', 'text/csv', 'text/html', ';q=']
const NOWHERE = [
  '/',
  '/nowhere',
  '//',
  '/stream/',
  '/api/top/%00',
  '/assets/..%2f..%2fpackage.json',
]

/** Answered in a stream that ends with its reader. */
const ENDLESS = ['/v3/events']

interface RequestsOptions {
  description: Description
  random: Random
  /** Addresses for agents and links: of this machine alone, since some will be asked. */
  addresses: readonly string[]
  /** Auth tokens of a user of the chat platform. */
  tokens: readonly string[]
}

/**
 * Requests to every route of the service, made from its own description: mostly well-formed, with
 * hostile values strewn in, so that they get past the first check and into what lies behind.
 */
export function generatedRequests({ description, random, addresses, tokens }: RequestsOptions) {
  const operations = Object.entries(description.paths)
    .filter(([path]) => !ENDLESS.includes(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        return { path, method: method.toUpperCase(), operation }
      }),
    )

  const hostile = () => random.pick(HOSTILE)
  const text = (name: string, format?: string) => {
    if (format === 'uri' || /url|link|avatar|icon/i.test(name)) return random.pick(addresses)
    if (random.chance(0.03)) return hostile()
    return random.pick(WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? QUESTIONS)
  }
  const odd = () => (random.chance(0.3) ? hostile() : random.pick(ODDITIES))
  const valueFor = schemaValues({ schemas: description.components.schemas, random, text, odd })

  function bodyOf({ requestBody }: Operation) {
    const schema = requestBody?.content['application/json']?.schema
    if (!schema) return random.chance(0.02) ? hostile() : undefined
    const body = JSON.stringify(valueFor(schema)) ?? 'null'
    return random.chance(0.02) ? body.slice(0, random.below(body.length)) : body
  }

  /** The operation's address, with its parameters where they belong. */
  function addressOf(path: string, { parameters = [] }: Operation) {
    const given = parameters.map(({ in: place, name, schema }) => {
      const value = schema.enum ? String(random.pick(schema.enum)) : text(name)
      return { place, name, value }
    })
    const at = (place: string) => given.filter((parameter) => parameter.place === place)
    const query = at('query').filter(() => random.chance(0.6))
    const address = at('path').reduce(
      (address, { name, value }) => address.replace(`{${name}}`, pathPart(value)),
      path,
    )
    const pairs = query.map(({ name, value }) => [name, value.toWellFormed().slice(0, 2_000)])
    const headers = Object.fromEntries(
      at('header').map(({ name, value }) => [name, headerValue(value)]),
    )
    return { address: `${address}?${new URLSearchParams(pairs)}`, headers }
  }

  /** A server's or a user's; now and then a user's with what must not stand beside it. */
  function addCredentials(headers: Record<string, string>) {
    if (random.chance(0.7)) {
      headers.apikey = API_KEY
      return
    }
    headers.authToken = random.pick(tokens)
    if (random.chance(0.9)) delete headers.onBehalfOf
  }

  return function next(): GeneratedRequest {
    const { path, method, operation } = random.pick(operations)
    const { address, headers } = addressOf(path, operation)
    headers.accept = random.pick(ACCEPTS)
    if (path.startsWith('/v3')) addCredentials(headers)
    const body = bodyOf(operation)
    return {
      method: random.chance(0.01) ? random.pick(METHODS) : method,
      path: random.chance(0.01) ? random.pick(NOWHERE) : address,
      headers,
      ...(body !== undefined && { body }),
      leaves: random.chance(0.02),
    }
  }
}

function pathPart(text: string) {
  return encodeURIComponent(text.toWellFormed().slice(0, 500)) || '%20'
}

function headerValue(text: string) {
  return text
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 500)
    .trim()
}
