import { vi } from 'vitest'
import { createLog } from '../../../src/core/log.ts'
import {
  type CallPolicyOptions,
  createCallPolicy,
} from '../../../src/sources/call-policy/call-policy.ts'

export const START = new Date('2026-11-20T18:00:00.000Z')

/** Both clocks, which move when they are told to. */
export function testClock() {
  let time = START.getTime()
  let passed = 0
  return {
    now: () => new Date(time),
    clock: () => passed,
    pass(ms: number) {
      time += ms
      passed += ms
    },
    /** Somebody turns the wall clock, and no time passes. */
    turn(ms: number) {
      time += ms
    },
  }
}

/** A call policy on the fake timers' clocks, with a log to read. */
export function testCallPolicy(options: Partial<CallPolicyOptions> = {}) {
  const lines: string[] = []
  const now = () => new Date()
  const log = createLog({ level: 'info', write: (line) => lines.push(line), now })
  const clock = () => performance.now()
  const random = () => 0.5
  const upstream = 'Product Hunt'
  const callPolicy = createCallPolicy({ upstream, log, now, clock, random, ...options })
  return { callPolicy, records: () => lines.map((line) => JSON.parse(line)) }
}

/** Calls that end when the test says so; each knows the signal it was made with. */
export function testCalls() {
  const calls: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = []
  const call = vi.fn((signal: AbortSignal) => {
    const settled = withResolvers<string>()
    calls.push({ ...settled, signal })
    return settled.promise
  })
  return { call, calls }
}

interface PromiseWithResolvers<Value> {
  promise: Promise<Value>
  resolve(value: Value): void
  reject(reason: unknown): void
}

export function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve!: (value: Value) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<Value>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}
