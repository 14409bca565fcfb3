import type { Context } from 'hono'
import { UNKNOWN_ADDRESS } from '../access/client-address.ts'
import type { Env } from './env.ts'

/** Whom a call is counted for: its caller or, where callers have no names, its address. */
export function callerOf(c: Context<Env>): string {
  return c.get('caller') ?? c.get('address') ?? UNKNOWN_ADDRESS
}
