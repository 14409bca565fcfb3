import type { Context } from 'hono'
import { type Account, ALL_USERS } from '../access/access.ts'
import { UNKNOWN_ADDRESS } from '../access/client-address.ts'
import type { Env } from './env.ts'

/** Whom a call is of: its caller or, where callers have no names, its address. */
export function callerOf(c: Context<Env>): string {
  return c.get('caller')?.id ?? addressOf(c)
}

function addressOf(c: Context<Env>) {
  return c.get('address') ?? UNKNOWN_ADDRESS
}

/** Whom a call is counted for: the user who asks, and all users of the caller together. */
export function accountsOf(c: Context<Env>, one = callerOf(c)): Account[] {
  const caller = c.get('caller')
  if (!caller?.speaksForUsers) return [{ id: one, times: 1 }]
  const asker = c.get('asker')
  return [...(asker ? [{ id: asker, times: 1 }] : []), { id: caller.id, times: ALL_USERS }]
}

/** Whom an open stream is counted for: many callers may have one address. */
export function streamAccountsOf(c: Context<Env>): Account[] {
  return accountsOf(c, addressOf(c))
}
