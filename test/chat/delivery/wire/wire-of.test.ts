import { describe, expect, it } from 'vitest'
import { wireOf } from '../../../../src/chat/delivery/wire/wire-of.ts'

describe('wireOf()', () => {
  it('says what to register an AG2 agent as', () => {
    expect(() => wireOf('ag2')).toThrow(/register it as ag-ui .* or as crewai/)
  })

  it('names the kinds that there are', () => {
    expect(() => wireOf('toString')).toThrow(/must be one of mastra, .*ag-ui/)
  })
})
