import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLog, type LogLevel, type Observe } from '../../src/core/log.ts'

function testLog(level: LogLevel = 'info', observe?: Observe) {
  const lines: string[] = []
  const now = () => new Date('2026-01-01T00:00:00.000Z')
  return { lines, log: createLog({ level, write: (line) => lines.push(line), now, observe }) }
}

describe('createLog()', () => {
  it('a record is one line of JSON with the bound fields', () => {
    const { log, lines } = testLog()
    log.with({ requestId: 'r' }).with({ runId: 'x' }).warn('slow-answer', { ms: 9 })
    expect(lines).toEqual([
      '{"time":"2026-01-01T00:00:00.000Z","level":"warn","event":"slow-answer",' +
        '"requestId":"r","runId":"x","ms":9}\n',
    ])
  })

  it('an error is logged with its cause', () => {
    const { log, lines } = testLog()
    log.error('broken', { error: new Error('outer', { cause: new TypeError('inner') }) })
    expect(JSON.parse(lines[0]!).error).toMatchObject({
      name: 'Error',
      message: 'outer',
      stack: expect.stringContaining('log.test'),
      cause: { name: 'TypeError', message: 'inner' },
    })
  })

  it('an error of another realm is spelled out, and what is thrown in place of one is named', () => {
    const { log, lines } = testLog()
    const foreign: unknown = runInNewContext('new RangeError("far")')
    log.error('broken', { error: new Error('outer', { cause: foreign }) })
    log.error('broken', { error: new DOMException('late', 'TimeoutError') })
    log.error('broken', { error: new Response('body') })
    const [far, late, other] = lines.map((line) => JSON.parse(line).error)
    expect(far.cause).toMatchObject({ name: 'RangeError', message: 'far' })
    expect(late).toMatchObject({ name: 'TimeoutError', message: 'late' })
    expect(other).toBe('[object Response]')
  })

  it('a record is one line of limited length, whatever its fields', () => {
    const { log, lines } = testLog()
    const id = 'a\n{"event":"forged"}\r\n'
    log.with({ threadId: id }).info('run', { outcome: 'finished' })
    log.info('request', { path: 'x'.repeat(100_000), status: 404 })
    log.error('broken', { error: new Error('x'.repeat(100_000)) })
    for (const line of lines) expect(line).toMatch(/^[^\n\r]{2,8192}\n$/)
    const [run, request] = lines.map((line) => JSON.parse(line))
    expect(run).toMatchObject({ event: 'run', threadId: id })
    expect(request).toMatchObject({
      event: 'request',
      path: expect.stringMatching(/^x+…$/),
      status: 404,
    })
  })

  it('fields are written as JSON writes them', () => {
    const odd = [undefined, Number.NaN, Number.POSITIVE_INFINITY, -0, 1e21, new Date(0), () => 1]
    const field = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: 'binary-ascii', maxLength: 20 }),
      fc.constantFrom(...odd, 'a "quoted" \\ path', '\u2028'),
    )
    const name = fc.constantFrom('path', 'ms', 'status', 'url', 'caller')
    fc.assert(
      fc.property(fc.dictionary(name, field), (fields) => {
        const { log, lines } = testLog()
        log.with({ runId: 'x' }).info('odd', fields)
        const start = { time: '2026-01-01T00:00:00.000Z', level: 'info', event: 'odd', runId: 'x' }
        expect(JSON.parse(lines[0]!)).toEqual({ ...start, ...JSON.parse(JSON.stringify(fields)) })
      }),
      { numRuns: 50 },
    )
  }, 60_000)

  it('records below the level are not written', () => {
    const { log, lines } = testLog('warn')
    log.debug('a')
    log.info('b')
    log.error('c')
    expect(lines).toHaveLength(1)
    const silent = testLog('silent')
    silent.log.error('d')
    expect(silent.lines).toEqual([])
  })

  it('an observer gets every record with all fields, also below the level', () => {
    const observed: unknown[] = []
    const observe = (event: string, fields: object) => observed.push([event, fields])
    const { log, lines } = testLog('warn', observe)
    log.debug('begun')
    log.with({ runId: 'r' }).with({ tool: 't' }).info('call', { ms: 1 })
    log.with({ runId: 'r' }).warn('slow', { ms: 9 })
    expect(observed).toEqual([
      ['begun', {}],
      ['call', { runId: 'r', tool: 't', ms: 1 }],
      ['slow', { runId: 'r', ms: 9 }],
    ])
    expect(lines).toHaveLength(1)
  })
})
