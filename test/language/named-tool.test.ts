import { describe, expect, it } from 'vitest'
import { namedTool } from '../../src/language/named-tool.ts'

const OFFERED = new Set(['showBanner', 'triggerConfetti'])

describe('namedTool()', () => {
  it.each([
    ['call showBanner with {"text":"Hello"}', { text: 'Hello' }],
    ['please use the tool `showBanner` {"text":"{}"}.', { text: '{}' }],
    ['run showBanner', {}],
  ])('%s', (message, input) => {
    expect(namedTool(message, OFFERED)).toEqual({ toolName: 'showBanner', input })
  })

  it.each(['call showBanner with {"text":}', 'call showBanner {text: "Hello"}'])(
    'says that the input is no JSON object: %s',
    (message) => {
      expect(namedTool(message, OFFERED)).toBe(
        'I did not call showBanner: its input must be a JSON object.',
      )
    },
  )

  it.each(['call deleteAll', 'call me maybe', 'showBanner', 'please call showBanner twice'])(
    'is undefined for other messages: %s',
    (message) => {
      expect(namedTool(message, OFFERED)).toBeUndefined()
    },
  )
})
