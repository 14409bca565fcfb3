import * as z from 'zod'
import { tryParseJson } from '../../core/json.ts'
import type { Script, SharedState } from '../../state/shared-state.ts'
import { type CallPolicy, type CallPolicyOptions, createCallPolicy } from './call-policy.ts'

const READ: Script<string | null> = {
  lua: `return redis.call('get', KEYS[1])`,
  reply: z.string().nullable(),
}

const SAVE: Script<unknown> = {
  lua: `redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])`,
  reply: z.unknown(),
}

/** Longer than any pause. */
const SAVED_MS = 20 * 60_000

interface SharedCallPolicyOptions extends CallPolicyOptions {
  shared?: SharedState | undefined
}

/**
 * A call policy that tells the policies of other processes what it knows, and adopts what they know: the
 * budget of the upstream, its pauses, and its circuit breaker.
 */
export function sharedCallPolicy({ shared, ...options }: SharedCallPolicyOptions): CallPolicy {
  if (!shared) return createCallPolicy(options)
  const channel = `policy:${options.upstream}`

  const policy = createCallPolicy({
    ...options,
    onChange(known) {
      const text = JSON.stringify(known)
      shared.publish(channel, text)
      void shared.run(SAVE, [channel], [text, SAVED_MS])
    },
  })
  const adopt = (text?: string | null) => {
    if (text) policy.adopt(tryParseJson(text))
  }
  shared.subscribe(channel, (message) => {
    if (message === undefined) void shared.run(READ, [channel], []).then(adopt)
    else adopt(message)
  })
  return policy
}
