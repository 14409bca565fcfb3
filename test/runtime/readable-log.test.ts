import { describe, expect, it } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import { readableLog } from '../../src/runtime/readable-log.ts'

const COLOUR = '\u001b['
const NOW = new Date('2026-11-20T18:00:00.123Z')

function written(write: (log: ReturnType<typeof createLog>) => void, hasColors = false) {
  const lines: string[] = []
  const readable = readableLog({ hasColors })
  const push = (line: string) => void lines.push(readable(line))
  write(createLog({ level: 'debug', write: push, now: () => NOW }))
  return lines.join('')
}

describe('readableLog()', () => {
  it('a readable record has the time, the level and what happened', () => {
    const text = written((log) => {
      const asked = { requestId: 'r-1', method: 'GET', path: '/api/top', status: 200, ms: 1.25 }
      log.info('request', asked)
      log.warn('upstream-call', { upstream: 'Algolia', ms: 20 })
    })
    const [first, second] = text.split('\n')
    expect(first).toMatch(/^\[\d\d:\d\d:00\.123\] INFO: GET \/api\/top: 200, 1\.25 ms$/)
    expect(second).toMatch(/WARN: upstream call, 20 ms {"upstream":"Algolia"}$/)
  })

  it('requests are left out where somebody else lists them', () => {
    const readable = readableLog({ hasColors: false, hidesRequests: true })
    const record = { time: NOW.toISOString(), level: 'info' }
    expect(readable(JSON.stringify({ ...record, event: 'request', method: 'GET' }))).toBe('')
    expect(readable(JSON.stringify({ ...record, event: 'run' }))).toContain('INFO: run')
  })

  it('a readable error has its stack', () => {
    const text = written((log) => log.error('request-failed', { error: new Error('no luck') }))
    expect(text).toContain('ERROR: request failed')
    expect(text).toMatch(/no luck\n\s+at /)
  })

  it('a readable log has colours where they are shown', () => {
    expect(written((log) => log.info('listening', { url: 'http://a' }))).not.toContain(COLOUR)
    expect(written((log) => log.info('listening', { url: 'http://a' }), true)).toContain(COLOUR)
  })

  it('a readable log contains no control characters', () => {
    const path = '/\u001b[2J\u202Egpj.exe\r\n[00:00:00.000] ERROR: forged'
    const text = written((log) => {
      log.info('request', { method: 'GET', path, status: 404, caller: path })
      log.error('work-failed', { error: new Error(path), name: path, hostname: path })
    })
    for (const obeyed of ['\u001b', '\u202e', '\r']) expect(text).not.toContain(obeyed)
    expect(text).not.toMatch(/^\[00:00:00\.000\]/m)
  })
})
