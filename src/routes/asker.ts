import type { Context } from 'hono'
import type { Access } from '../access/access.ts'
import type { Asker } from '../core/run.ts'
import type { Env } from '../http/env.ts'
import { addHeaders } from '../http/reply.ts'
import { isTimezone } from '../ranking/timeframe.ts'
import { readAsker } from '../wires/asker.ts'

/** As BCP 47 and POSIX write them. Anything else could be an instruction to a model. */
const LOCALE = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/i

/** Who asks, as the body says. A zone and a locale that are none are left out. */
export function askerIn(body: unknown): Asker {
  const { timezone = '', locale = '', ...asker } = readAsker(body)
  return {
    ...asker,
    timezone: isTimezone(timezone) ? timezone : undefined,
    locale: LOCALE.test(locale) ? locale : undefined,
  }
}

export function askerOf(c: Context<Env>): Asker {
  return askerIn(c.get('sent'))
}

/**
 * Counts the call for the user who asks, if the caller may speak for users.
 *
 * @throws AppError `rate-limited`
 */
export async function admitAsker(c: Context<Env>, access: Access | undefined): Promise<void> {
  const caller = c.get('caller')
  const { uid } = askerOf(c)
  if (!access || !caller?.speaksForUsers || uid === undefined) return
  const { user, headers, error } = await access.admitUser(caller, uid)
  c.set('asker', user)
  addHeaders(c, headers)
  if (error) throw error
}
