import { describe, expect, it } from 'vitest'
import { protocolOf } from '../../../../src/chat/delivery/protocol/protocol-of.ts'

describe('protocolOf()', () => {
  it('says what to register an AG2 agent as', () => {
    expect(() => protocolOf('ag2')).toThrow(/register it as ag-ui .* or as crewai/)
  })

  it('names the kinds that there are', () => {
    expect(() => protocolOf('toString')).toThrow(/must be one of mastra, .*ag-ui/)
  })
})
