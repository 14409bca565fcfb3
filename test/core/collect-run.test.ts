import { describe, expect, it } from 'vitest'
import { collectRun } from '../../src/core/collect-run.ts'
import type { RunEvent } from '../../src/core/run.ts'
import { FAILED_RUN, FRONTEND_RUN, RUN } from '../wires/run.fixture.ts'

async function* replayed(events: readonly RunEvent[]) {
  yield* events
}

describe('collectRun()', () => {
  it('a collected run has the whole text, the results and the usage', async () => {
    expect(await collectRun(replayed(RUN))).toMatchObject({
      text: 'Let me look.Nothing\n“yet” 💤',
      toolResults: [{ toolCallId: 'c1', input: { query: 'notes' }, result: { hits: [] } }],
      pendingToolCalls: [],
      finishReason: 'stop',
      usage: { totalTokens: 12 },
    })
  })

  it('a collected run has the calls of frontend tools, which wait for the client', async () => {
    const { pendingToolCalls, toolResults } = await collectRun(replayed(FRONTEND_RUN))
    const input = { text: 'Zwölf 🎈' }
    expect(pendingToolCalls).toEqual([{ toolCallId: 'f1', toolName: 'showBanner', input }])
    expect(toolResults.map(({ toolCallId }) => toolCallId)).toEqual(['c1'])
  })

  it('a failed run is thrown as its error', async () => {
    await expect(collectRun(replayed(FAILED_RUN))).rejects.toMatchObject({
      code: 'upstream-failed',
      message: 'The language model broke off.',
    })
  })

  it('a run that was aborted is thrown as cancelled', async () => {
    await expect(collectRun(replayed(RUN.slice(0, -1)))).rejects.toMatchObject({
      code: 'cancelled',
    })
  })
})
