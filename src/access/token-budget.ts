import { LRUCache } from 'lru-cache'
import { DAY_MS } from '../core/durations.ts'
import { AppError } from '../core/error.ts'
import { isoOf } from '../core/instant.ts'
import type { Log } from '../core/log.ts'
import type { TokenStatus } from '../core/status.ts'
import type { Account } from './access.ts'

/** Names the sum of all callers. No caller has an empty id. */
const ALL = ''
/** What the least recent caller beyond that has used is only known to the database. */
const MAX_CALLERS = 100_000
/** Runs do not wait for a database that was away a moment ago. */
const ASK_AGAIN_MS = 5_000

/** Where the tokens of a day are counted for all processes, by caller. */
interface TokenCounts {
  read(day: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Adds to each key, and returns the sums. */
  add(day: string, tokens: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>
}

interface TokenBudgetOptions {
  /** The tokens of a UTC day, of all callers and of one. Not both are absent. */
  perDay: number | undefined
  perCaller: number | undefined
  /** Absent where this process counts alone. */
  counts?: TokenCounts | undefined
  now(): Date
  /** Monotonic milliseconds. */
  clock(): number
  log: Log
  /** Keeps a Worker running until what was used is stored. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** What one run may use. */
interface TokenAdmission {
  /** The refusal, if the budget is spent. */
  error?: AppError | undefined
  /** Headers that OpenAI's clients know: of the limit that is nearer to its end, as it is now. */
  headers(): Readonly<Record<string, string>>
  /** Sets tokens aside for a call, unless that was done; the refusal if there are none left. Never rejects. */
  reserve(tokens: number): Promise<AppError | undefined>
  /** Counts what the call has used in place of what was set aside for it. Never rejects. */
  spend(tokens: number): Promise<void>
}

export interface TokenBudget {
  /**
   * Admits a run, and sets tokens aside for its first call. A call under way is not cut: it may use more
   * than was set aside.
   */
  admit(accounts: readonly Account[], tokens: number): Promise<TokenAdmission>
  status(): Promise<TokenStatus>
}

/** Of one key on a day. */
interface Use {
  day: string
  /** The sum of all processes, as far as is known. */
  stored: number
  /** On its way there. */
  sent: number
  /** What could not be stored, and goes with the next. */
  unstored: number
}

/** Counts the tokens of a UTC day, with other processes where there are counts of all. */
function createTokenUses({ counts, perCaller, now, clock, log }: TokenBudgetOptions) {
  // Sizes of one: a cache made with `max` takes the memory of as many entries at once.
  const uses = new LRUCache<string, Use>({ maxSize: MAX_CALLERS, sizeCalculation: () => 1 })
  let isAlone = counts === undefined
  let askAgainAt = Number.NEGATIVE_INFINITY

  const today = () => now().toISOString().slice(0, 'YYYY-MM-DD'.length)

  function useOf(key: string): Use {
    const known = uses.get(key)
    if (known?.day === today()) return known
    const use = { day: today(), stored: 0, sent: 0, unstored: 0 }
    uses.set(key, use)
    return use
  }

  /** Asks the counts for sums. Without them, what is known stays as it is. */
  async function ask(work: (counts: TokenCounts, day: string) => ReturnType<TokenCounts['read']>) {
    if (!counts || clock() < askAgainAt) return false
    const day = today()
    try {
      for (const [key, sum] of await work(counts, day)) {
        const use = useOf(key)
        if (use.day === day) use.stored = sum
      }
      isAlone = false
      return true
    } catch (error) {
      if (!isAlone) log.warn('tokens-counted-alone', { error })
      isAlone = true
      askAgainAt = clock() + ASK_AGAIN_MS
      return false
    }
  }

  return {
    isAlone: () => isAlone,

    used(key: string) {
      const { stored, sent, unstored } = useOf(key)
      return stored + sent + unstored
    },

    read: (accounts: readonly Account[]) =>
      ask((known, day) => known.read(day, [ALL, ...accounts.map(({ id }) => id)])),

    async add(accounts: readonly Account[], tokens: number) {
      const keys = [ALL, ...(perCaller === undefined ? [] : accounts.map(({ id }) => id))]
      const adding = keys.map((key) => {
        const use = useOf(key)
        const sum = tokens + use.unstored
        use.unstored = 0
        use.sent += sum
        return { key, use, sum }
      })
      const sums = new Map(adding.map(({ key, sum }) => [key, sum]))
      const isStored = await ask((known, day) => known.add(day, sums))
      for (const { use, sum } of adding) {
        use.sent -= sum
        if (!isStored) use.unstored += sum
      }
    },
  }
}

/**
 * Bounds the tokens that the hosted model uses in a UTC day. While the counts cannot be reached, this
 * process counts alone, from where they were.
 */
export function createTokenBudget(options: TokenBudgetOptions): TokenBudget {
  const { perDay, perCaller, now, log, waitUntil } = options
  const uses = createTokenUses(options)
  let refusals = 0

  const midnightMs = () => (Math.floor(now().getTime() / DAY_MS) + 1) * DAY_MS
  const restMs = () => midnightMs() - now().getTime()

  /** For the metrics. */
  function tell() {
    log.debug('tokens-used', { used: uses.used(ALL), limit: perDay, resetMs: midnightMs() })
  }

  /** The limit that is nearest to its end, without what is the caller's own. */
  function nearest(accounts: readonly Account[], own = 0) {
    const ofCaller = perCaller === undefined ? [] : accounts
    const limits = [
      ...(perDay === undefined ? [] : [{ key: ALL, limit: perDay }]),
      ...ofCaller.map(({ id: key, times }) => ({ key, limit: times * (perCaller ?? 0) })),
    ].map(({ key, limit }) => ({ key, limit, left: Math.max(0, limit - uses.used(key) + own) }))
    return limits.reduce((one, other) => (other.left < one.left ? other : one))
  }

  function refusal(key: string) {
    refusals += 1
    log.info('tokens-refused', { ofCaller: key !== ALL })
    const whose = key === ALL ? 'The tokens' : 'Your tokens'
    const message = `${whose} for the language model are spent for today. Try again after midnight UTC.`
    return new AppError('rate-limited', message, { retryAfterMs: restMs() })
  }

  /** What one run may use. */
  function admission(accounts: readonly Account[]) {
    let reserved = 0

    function change(by: number) {
      const adding = uses.add(accounts, by).then(tell)
      waitUntil?.(adding)
      return adding
    }

    return {
      headers() {
        const { limit, left } = nearest(accounts, reserved)
        return {
          'x-ratelimit-limit-tokens': String(limit),
          'x-ratelimit-remaining-tokens': String(left),
          'x-ratelimit-reset-tokens': `${Math.ceil(restMs() / 1000)}s`,
        }
      },

      /** Set aside first and then compared, so that of many at once only those are admitted who fit. */
      async reserve(more: number) {
        if (reserved > 0) return undefined
        reserved = more
        const isSpent = nearest(accounts).left === 0
        if (!isSpent) await change(more)
        const { key, left } = nearest(accounts, isSpent ? 0 : more)
        if (left > 0) return undefined
        reserved = 0
        if (!isSpent) await change(-more)
        return refusal(key)
      },

      async spend(used: number) {
        const by = used - reserved
        reserved = 0
        if (by !== 0) await change(by)
      },
    }
  }

  return {
    async admit(accounts, tokens) {
      await uses.read(accounts)
      tell()
      const admitted = admission(accounts)
      return { error: await admitted.reserve(tokens), ...admitted }
    },

    async status() {
      await uses.read([])
      return {
        limit: perDay ?? null,
        limitPerCaller: perCaller ?? null,
        used: uses.used(ALL),
        resetAt: isoOf(midnightMs()),
        refusals,
        failing: uses.isAlone(),
      }
    },
  }
}
