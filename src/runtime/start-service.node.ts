import { createApp } from '../app.ts'
import { type Config, parseConfig } from '../config/config.ts'
import { fileIssue, loadEnvFile } from '../config/env-file.node.ts'
import { errorMessage } from '../core/error.ts'
import { createLog, type Log } from '../core/log.ts'
import { nodeFetch } from '../core/upstream/guarded-fetch.node.ts'
import { modelData } from '../language/model-data.node.ts'
import { firstKey } from '../platform/access/keys.ts'
import { timeZonesInUse } from '../ranking/time-zones.ts'
import { createServices, type Services } from '../services.ts'
import type { RedisDeps } from '../state/redis.node.ts'
import { databaseError } from '../storage/database-error.ts'
import { type LibsqlDatabase, libsqlDatabase } from '../storage/libsql-database.node.ts'
import { keepWatchesFile } from '../watches/watches-file.node.ts'
import { greeting, NEW_KEY } from './greeting.ts'
import { listen } from './listen.node.ts'
import { type LogOutput, logOutput } from './log-output.node.ts'
import { createMetrics } from './metrics.node.ts'
import { watchOverload } from './overload.node.ts'
import { pageFiles } from './page-files.node.ts'
import { readableLog } from './readable-log.ts'
import { withSourcePlaces } from './source-places.node.ts'
import { logUncaughtErrors, stopOnSignal } from './stop.node.ts'
import { offerNodeTimeZones } from './time-zones.node.ts'
import { userCatalogue } from './user-catalogue.node.ts'

/** The places of the service's files. */
interface Places {
  /** The folder of the page. */
  web: string
  migrations: string
  /** The module of the threads that open a database file. */
  sqliteThread: URL
}

/** Set once the database is being opened. A start that fails closes it. */
let opening: LibsqlDatabase | undefined

/**
 * Starts the service as the environment and `.env` say.
 *
 * @throws Error that says what is wrong.
 */
export async function startService(env: NodeJS.ProcessEnv, places: Places): Promise<void> {
  offerNodeTimeZones()
  loadEnvFile(env)
  const config = parseConfig(env, { fileIssue })
  const output = logOutput()
  const metrics = createMetrics()
  const now = () => new Date()
  const clock = () => performance.now()
  const write = writerFor(output, config)
  const log = createLog({ level: config.LOG_LEVEL, write, now, observe: metrics.observe })
  logUncaughtErrors(log)

  opening = await libsqlDatabase({
    ...config.platform.database,
    migrationsFolder: places.migrations,
    thread: places.sqliteThread,
    log,
  })
  const { database, opened, close } = opening
  const catalogue = await userCatalogue(config, { log, now, clock }).catch(withErrorOf(opened))
  const shared = await sharedState(config, { log, now })
  const tracing = await tracingFor(config, log)
  const stopping = new AbortController()
  const services = createServices(config, {
    log,
    now,
    clock,
    modelData,
    database,
    node: {
      isLoopback: !config.access.isPublic,
      catalogue,
      guardedFetch: nodeFetch,
      tracer: tracing?.tracer,
      shared,
      stopping: stopping.signal,
    },
  })
  const isOverloaded = watchOverload({ log })
  const app = createApp(services, { page: pageFiles(places.web), metrics, isOverloaded })
  const { HOST: hostname, PORT: port } = config
  const { answering, answer } = answeringLater(app)
  const { server, url } = await listen(answering, { hostname, port, log })

  const { platform, resumableRuns, ranking, search } = services
  const recording = keepRecording(services)
  stopOnSignal(server, {
    log,
    graceMs: config.SHUTDOWN_GRACE_SECONDS * 1000,
    stopRuns: () => stopping.abort(),
    // Live connections close at once and resume elsewhere; answers may still finish.
    async stopBackgroundWork(graceMs) {
      platform?.live.stop()
      await Promise.all([
        recording.stop(),
        platform?.backgroundTasks.stop(graceMs),
        resumableRuns?.stored(),
      ])
    },
    async onClosed() {
      shared?.close()
      await Promise.all([close(), tracing?.stop()])
      await output.close()
    },
  })

  await opened
  if (config.watchesFile && services.watches) {
    const { replaceFile: replace } = services.watches
    await keepWatchesFile({ path: config.watchesFile, log, replace })
  }
  // Not before the service listens: a start that fails must not use up the key, which is shown once.
  const key = platform && (await firstKey(platform))
  showStart(config, { url, platform: platform && { key } })
  answer()
  keepSettling(services)
  log.info('listening', {
    url,
    ranking: ranking.name,
    search: search.name,
    timeZones: timeZonesInUse(),
  })
  // To the process that started this one as one of several.
  process.send?.('ready')
}

/** Requests are accepted at once, and answered when the start is complete. */
function answeringLater({ fetch }: ReturnType<typeof createApp>) {
  let answer = () => {}
  const started = new Promise<void>((resolve) => {
    answer = resolve
  })
  const later: typeof fetch = async (...args) => {
    await started
    return fetch(...args)
  }
  return { answering: { fetch: later }, answer }
}

/** At a terminal a greeting, unless another process starts this one. Elsewhere a new key alone. */
function showStart(config: Config, started: Parameters<typeof greeting>[1]) {
  const { isTTY } = process.stderr
  const key = started.platform?.key
  if (isTTY && !process.send) console.error(greeting(config, started))
  else if (key) console.error(`The chat platform's ${NEW_KEY}: ${key}`)
}

/** What a dead process left is settled within 30 seconds of its death. */
const SETTLING_MS = 10_000

function keepSettling({ settleRuns, log }: Services) {
  const settle = () =>
    settleRuns().catch((error: unknown) => {
      log.error('runs-not-settled', { error: databaseError(error) })
    })
  void settle()
  setInterval(settle, SETTLING_MS).unref()
}

/** A turn begins within a minute, however often the clock is changed. */
const RECORDING_MS = 60_000
const SENDING_MS = 5_000

/** Records votes, evaluates the watches, and sends their messages, on timers. */
function keepRecording({ recorder, watches, log }: Services) {
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const keep = (ms: number, work: () => Promise<unknown> | undefined) =>
    setInterval(() => {
      const done = Promise.resolve(work())
        .catch((error: unknown) => log.error('watches-failed', { error: databaseError(error) }))
        .finally(() => running.delete(done))
      running.add(done)
    }, ms).unref()
  const timers = [
    keep(RECORDING_MS, async () => {
      const isOurTurn = recorder ? await recorder.record(stopping.signal) : true
      if (isOurTurn) await watches?.evaluate()
      await watches?.makeDue()
    }),
    keep(SENDING_MS, () => watches?.deliver()),
  ]
  return {
    /** Waits until running work is stored or sent. */
    async stop() {
      for (const timer of timers) clearInterval(timer)
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** Adds the error of the database, if there is one. */
function withErrorOf(opened: Promise<void>) {
  return async (error: unknown): Promise<never> => {
    const errors = [error, await opened.catch((other: unknown) => other)]
    const messages = errors.flatMap((one) => (one instanceof Error ? [one.message] : []))
    throw new Error(messages.join('\n'), { cause: error })
  }
}

/** Loaded only if traces have a destination. */
async function tracingFor({ hasTraces }: Config, log: Log) {
  if (!hasTraces) return undefined
  const { startTracing } = await import('./tracing.node.ts')
  return startTracing(log)
}

/** Loaded only if there is a server for it. */
async function sharedState({ redis }: Config, deps: RedisDeps) {
  if (!redis) return undefined
  const { redisState } = await import('../state/redis.node.ts')
  return redisState(redis, deps)
}

/** JSON lines, or a readable form: by default at a terminal. */
function writerFor({ write }: LogOutput, { LOG_FORMAT }: Config): LogOutput['write'] {
  const { isTTY } = process.stdout
  if ((LOG_FORMAT ?? (isTTY ? 'pretty' : 'json')) === 'json') {
    return (line) => write(withSourcePlaces(line))
  }
  const readable = readableLog({ hasColors: isTTY && process.stdout.hasColors() })
  return (line) => write(readable(withSourcePlaces(line)))
}

/** What keeps a service from starting is its configuration, or what that names. */
const EXIT_CODE = 2

/** Prints why the start failed, and exits. */
export async function endFailedStart(error: unknown): Promise<never> {
  console.error(errorMessage(databaseError(error)))
  await opening?.close()
  process.exit(EXIT_CODE)
}
