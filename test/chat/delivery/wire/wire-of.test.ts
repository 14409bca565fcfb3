import { describe, expect, it } from 'vitest'
import { wireOf } from '../../../../src/chat/delivery/wire/wire-of.ts'

describe('wireOf()', () => {
  it('an unsupported kind names the kind to register instead', () => {
    expect(() => wireOf('ag2')).toThrow(/register it as ag-ui .* or as crewai/)
  })

  it('an unknown kind names the known kinds', () => {
    expect(() => wireOf('toString')).toThrow(/must be one of mastra, .*ag-ui/)
  })
})
