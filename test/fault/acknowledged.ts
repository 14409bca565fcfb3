import { createClient } from '@libsql/client'
import { post } from '../helper/test-services.ts'
import type { TallyBuilder } from './scenario.ts'
import { API_KEY } from './service.ts'

/** Failures that say that the database cannot take a write now. */
const UNAVAILABLE = new Set([503, 507])

/** Creates users one after the other, and remembers whose creation was acknowledged. */
export function createWriter(tally: TallyBuilder) {
  const acknowledged = new Set<string>()
  let sent = 0

  return {
    acknowledged,

    /** Returns the status, or nothing where the service went away. */
    async write(url: string, filler = ''): Promise<number | undefined> {
      sent += 1
      const uid = `writer-${sent}`
      const body = { uid, name: uid, ...(filler && { metadata: { filler } }) }
      const response = await fetch(`${url}/v3/users`, post(body, { apikey: API_KEY })).catch(
        () => undefined,
      )
      if (!response) return undefined
      const text = await response.text()
      if (response.ok) acknowledged.add(uid)
      if (response.ok || isUnavailable(response)) tally.right()
      else tally.wrong(`POST /v3/users: ${response.status} ${text.slice(0, 200)}`, 'serverErrors')
      return response.status
    },

    /** Looks for what was acknowledged through a connection of its own. */
    async verify(databaseUrl: string): Promise<void> {
      const stored = await textsOf(databaseUrl, 'select uid from users')
      for (const uid of acknowledged) if (!stored.has(uid)) tally.lost(uid)
    },
  }
}

export async function textsOf(databaseUrl: string, query: string): Promise<Set<string>> {
  const database = createClient({ url: databaseUrl })
  try {
    // The service may still be closing it.
    await database.execute('pragma busy_timeout = 5000')
    const { rows } = await database.execute(query)
    return new Set(rows.map((row) => String(row[0])))
  } finally {
    database.close()
  }
}

function isUnavailable({ status, headers }: Response) {
  return UNAVAILABLE.has(status) && headers.has('retry-after')
}
