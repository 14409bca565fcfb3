import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import Database from 'libsql'

const ACCOUNT = 'f037e56e89293a057740de681ac9abbe'
const SCRIPT = '/workers/scripts/launchboard'

const RESULTS: Record<string, object> = {
  [`${SCRIPT}/assets-upload-session`]: { jwt: 'a-jwt', buckets: [] },
  [`${SCRIPT}/subdomain`]: { enabled: true, previews_enabled: true },
  [`${SCRIPT}/schedules`]: { schedules: [] },
  '/workers/subdomain': { subdomain: 'somebody' },
}

interface Call {
  /** The method, and the path within the account. */
  call: string
  body: string
}

/**
 * As much of Cloudflare's API as a deployment asks for, of an account that has nothing yet. Its
 * databases are real ones of SQLite's.
 */
export async function startCloudflareApi() {
  const calls: Call[] = []
  const databases = new Map<string, { name: string; sqlite: Database.Database }>()
  let isDeployed = false

  /** Undefined where there is no such thing. */
  function resultOf(call: string, body: string): unknown {
    const [, path = ''] = call.split(' ')
    if (path.startsWith('/d1/')) return ofDatabases(call, path, body)
    if (path === '/workers/scripts') return isDeployed ? [{ id: 'launchboard' }] : []
    if (call !== `PUT ${SCRIPT}`) return RESULTS[path]
    isDeployed = true
    return { id: 'launchboard', startup_time_ms: 1, deployment_id: crypto.randomUUID() }
  }

  function ofDatabases(call: string, path: string, body: string) {
    const [, id = '', query] = /^\/d1\/database\/([^/]+)(\/query)?$/.exec(path) ?? []
    if (query) return queried(id, JSON.parse(body).sql)
    if (id) return listed().find(({ uuid, name }) => [uuid, name].includes(id))
    return call.startsWith('POST') ? created(JSON.parse(body).name) : listed()
  }

  function created(name: string, uuid: string = crypto.randomUUID()) {
    databases.set(uuid, { name, sqlite: new Database(':memory:') })
    return { name, uuid }
  }
  const listed = () => [...databases].map(([uuid, { name }]) => ({ uuid, name }))

  function queried(id: string, sql: string) {
    const sqlite = databases.get(id)?.sqlite
    if (!sqlite) return undefined
    const isRead = /^\s*select/i.test(sql)
    const results = isRead ? sqlite.prepare(sql).all() : void sqlite.exec(sql)
    return [{ results: results ?? [], success: true, meta: { duration: 1 } }]
  }

  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url?.replace(/\?.*/, '')}`
    const made = { call: call.replace(`/accounts/${ACCOUNT}`, ''), body: await text(request) }
    calls.push(made)
    const result = resultOf(made.call, made.body)
    const isFound = result !== undefined
    // Of D1, and of Workers.
    const code = made.call.includes(' /d1/') ? 7404 : 10_090
    const errors = isFound ? [] : [{ code, message: 'not found' }]
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: isFound, errors, messages: [], result }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0

  return {
    calls,
    created,
    queried,
    /** What tells wrangler to call here, and nobody else. */
    env: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
      CLOUDFLARE_API_TOKEN: 'a-token',
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_HIDE_BANNER: 'true',
    },
    stop() {
      for (const { sqlite } of databases.values()) sqlite.close()
      server.close()
    },
  }
}
