import { waitUntil } from 'cloudflare:workers'
import { Hono } from 'hono'
import { bindingLimiter, type RateLimitBinding } from './access/limiter.ts'
import { isLoopbackUrl } from './access/origin-guard.ts'
import { createApp } from './app.ts'
import type { Exposure } from './config/access.ts'
import { type Config, parseConfig } from './config/config.ts'
import { AppError } from './core/error.ts'
import { createLog, type Log } from './core/log.ts'
import { cors } from './http/cors.ts'
import type { Env as RequestEnv } from './http/env.ts'
import { replyError } from './http/reply.ts'
import { requestLog } from './http/request-log.ts'
import type { ModelData } from './language/intent/model.ts'
import { timeZonesInUse } from './ranking/time-zones.ts'
import { type PageFiles, withOwn } from './routes/page.ts'
import { drawPng } from './runtime/draw-png.ts'
import { monotonicClock } from './runtime/monotonic-clock.ts'
import { readableLog } from './runtime/readable-log.ts'
import { createServices, type Services } from './services.ts'
import { cacheApi } from './sources/cache-api.ts'
import { d1Database, refuseLaterD1 } from './storage/d1-database.ts'

interface Env extends Record<string, unknown> {
  LIMITER?: RateLimitBinding
  ALL_USERS_LIMITER?: RateLimitBinding
  DB?: Parameters<typeof d1Database>[0]
  /** Sends e-mail. */
  EMAIL?: { send(email: Record<'from' | 'to' | 'subject' | 'text', string>): Promise<unknown> }
  /** The files of the page. Cloudflare itself answers requests for an existing file. */
  ASSETS?: { fetch(url: URL): Promise<Response> }
}

/** Workers allow 30 seconds after the response. The end of an answer must be stored by then. */
const MAX_BACKGROUND_MS = 25_000

/** Beside the page, where a Worker that answers with another model does not carry it. */
const MODEL_FILE = '/assets/language-model.json'

const NO_FILES =
  'CATALOGUE_FILE: cannot be used on a Worker, which has no files: set CATALOGUE_URL instead'

const NO_WATCHES_FILE =
  'WATCHES_FILE: cannot be used on a Worker, which has no files: create watches with POST /api/watches'

// Built on the first request, because bindings exist only then; kept for the isolate's life.
const apps: Partial<Record<Exposure, Started>> = {}

interface Started {
  app: ReturnType<typeof createApp>
  services?: Pick<Services, 'recorder' | 'settleRuns' | 'watches'>
}

/** The free plan allows 50 requests of one call, those to D1 among them: a round takes up to nine. */
const ROUNDS = 5

/** The trigger that sends; the other records. */
const SENDING = '* * * * *'

export default {
  fetch(request: Request, env: Env) {
    const exposure = exposureOf(request)
    apps[exposure] ??= start(env, exposure)
    return apps[exposure].app.fetch(request, {})
  },

  /** The first cron trigger records votes, evaluates watches and settles broken runs; the second sends messages. */
  async scheduled({ cron }: { cron?: string }, env: Env) {
    apps.everybody ??= start(env, 'everybody')
    const { recorder, settleRuns, watches } = apps.everybody.services ?? {}
    if (cron === SENDING) {
      await watches?.makeDue()
      await watches?.deliver(ROUNDS)
      return
    }
    const record = async () => {
      await recorder?.record(new AbortController().signal)
      await watches?.evaluate()
    }
    await Promise.all([record(), settleRuns?.()])
  },
}

/**
 * The URL of the request shows where the Worker runs: under `wrangler dev` its host is the `Host`
 * header, which names the page's own domain in a DNS rebinding attack.
 *
 * In a deployment no caller can pretend to be local. Cloudflare finds the Worker by that host, and
 * only the names of a zone, a custom domain or workers.dev are routed here: with `Host: localhost`
 * no Worker is found. Only other Workers of the same account, through a service binding, can use
 * any URL.
 */
function exposureOf({ url }: Request): Exposure {
  return isLoopbackUrl(url) ? 'this-machine' : 'everybody'
}

function pageAssets(assets: { fetch(url: URL): Promise<Response> }): PageFiles {
  return {
    async show(c, status, own) {
      const { body, headers } = await assets.fetch(new URL('/', c.req.url))
      if (own === undefined) return new Response(body, { status, headers })
      const text = withOwn(await new Response(body).text(), own)
      const { etag, 'content-length': _length, ...others } = Object.fromEntries(headers)
      return new Response(text, { status, headers: others })
    },

    drawing: {
      async read(path) {
        const response = await assets.fetch(assetUrl(path))
        return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
      },
      async draw(svg, fonts) {
        const { default: wasm } = await import('@resvg/resvg-wasm/index_bg.wasm')
        return drawPng({ svg, fonts }, wasm)
      },
    },
  }
}

async function readModelData({ ASSETS }: Env): Promise<ModelData> {
  const response = await ASSETS?.fetch(assetUrl(MODEL_FILE))
  if (!response?.ok) {
    throw new Error(`The binding ASSETS has no ${MODEL_FILE}: deploy with npm run deploy.`)
  }
  return response.json()
}

function assetUrl(path: string) {
  return new URL(path, 'https://assets.local')
}

function start(env: Env, exposure: Exposure): Started {
  const now = () => new Date()
  const clock = monotonicClock()
  try {
    if (env.CATALOGUE_FILE) throw new Error(NO_FILES)
    if (env.WATCHES_FILE) throw new Error(NO_WATCHES_FILE)
    const config = parseConfig(env, { exposure })
    const database = env.DB && d1Database(env.DB)
    const services = createServices(config, {
      log: createLog({ level: config.LOG_LEVEL, write: writerFor(config), now }),
      now,
      clock,
      modelData: () => readModelData(env),
      database,
      worker: {
        waitUntil,
        maxBackgroundMs: MAX_BACKGROUND_MS,
        clientAddress: ({ headers }) => headers.get('cf-connecting-ip') ?? undefined,
        limiter: env.LIMITER && bindingLimiter(env.LIMITER),
        allUsersLimiter: env.ALL_USERS_LIMITER && bindingLimiter(env.ALL_USERS_LIMITER),
        checkDatabase: database && (() => refuseLaterD1(database)),
        sendEmail: emailOf(env, config),
        answers: (upstream) => cacheApi({ upstream, waitUntil }),
      },
    })
    const { log, ranking, search } = services
    const parts = { ranking: ranking.name, search: search.name }
    log.info('started', { ...parts, timeZones: timeZonesInUse() })
    const app = createApp(services, { page: env.ASSETS && pageAssets(env.ASSETS) })
    return { app, services }
  } catch (error) {
    return { app: notConfigured(error, createLog({ level: 'info', write: writeLine, now })) }
  }
}

function emailOf({ EMAIL }: Env, { emailFrom: from }: Config) {
  if (!EMAIL || !from) return undefined
  return (email: { to: string; subject: string; text: string }) => EMAIL.send({ from, ...email })
}

/** The readable form is for `wrangler dev`, which lists the requests itself. */
function writerFor({ LOG_FORMAT }: Config) {
  if (LOG_FORMAT !== 'pretty') return writeLine
  const readable = readableLog({ hasColors: false, hidesRequests: true })
  return (line: string) => {
    const text = readable(line)
    if (text !== '') writeLine(text)
  }
}

/** Answers every request of a Worker whose environment is invalid, and logs what is wrong with it. */
function notConfigured(configError: unknown, log: Log) {
  const app = new Hono<RequestEnv>().use(requestLog({ log, clientAddress: () => undefined }))
  return app.use(cors(['*'])).all('*', (c) => {
    log.error('not-configured', { requestId: c.get('requestId'), error: configError })
    return replyError(c, new AppError('not-configured', 'The service is not configured.'))
  })
}

/** Cloudflare adds its own line break to each record. */
function writeLine(line: string) {
  console.log(line.trimEnd())
}
