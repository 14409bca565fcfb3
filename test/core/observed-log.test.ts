import { describe, expect, it } from 'vitest'
import { createLog, observedLog } from '../../src/core/log.ts'

const now = () => new Date('2026-01-01T00:00:00.000Z')

describe('observedLog()', () => {
  it('tells of every record with all its fields, those below the level too', () => {
    const lines: string[] = []
    const heard: unknown[] = []
    const log = observedLog(
      createLog({ level: 'warn', write: (line) => lines.push(line), now }),
      (event, fields) => heard.push([event, fields]),
    )
    log.debug('begun')
    log.with({ runId: 'r' }).with({ tool: 't' }).info('call', { ms: 1 })
    log.with({ runId: 'r' }).warn('slow', { ms: 9 })
    expect(heard).toEqual([
      ['begun', {}],
      ['call', { runId: 'r', tool: 't', ms: 1 }],
      ['slow', { runId: 'r', ms: 9 }],
    ])
    expect(lines).toEqual([
      '{"time":"2026-01-01T00:00:00.000Z","level":"warn","event":"slow","runId":"r","ms":9}\n',
    ])
  })
})
