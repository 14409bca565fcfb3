import type { Fields, Log, LogLevel } from './log.ts'

/** Hears a record: its event, and all of its fields. */
export type Observe = (event: string, fields: Fields) => void

/** The same log, with somebody who hears every record: those below the log's level as well. */
export function observedLog(log: Log, observe: Observe, bound?: Fields): Log {
  const at =
    (level: Exclude<LogLevel, 'silent'>) =>
    (event: string, fields: Fields = {}) => {
      observe(event, bound ? { ...bound, ...fields } : fields)
      log[level](event, fields)
    }

  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => observedLog(log.with(fields), observe, { ...bound, ...fields }),
  }
}

/** Keeps what it hears for an observer that is still being loaded. */
export function deferredObserve() {
  let kept: Parameters<Observe>[] = []
  let observer: Observe = (event, fields) => kept.push([event, fields])

  return {
    observe: (event: string, fields: Fields) => observer(event, fields),

    passTo(observe: Observe) {
      observer = observe
      for (const [event, fields] of kept) observe(event, fields)
      kept = []
    },
  }
}
