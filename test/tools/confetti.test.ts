import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { confettiTool } from '../../src/tools/confetti.ts'

const tool = confettiTool()
const throwConfetti = async (input: unknown) => tool.run(tool.input.parse(input))

describe('triggerConfetti', () => {
  it('triggerConfetti needs no argument', async () => {
    expect(await throwConfetti({})).toEqual({
      action: 'CONFETTI',
      reason: 'celebration',
      colors: ['#ff577f', '#ff884b', '#ffd384', '#7bd389', '#5aa9e6', '#b388eb'],
      particleCount: 200,
      spread: 90,
      startVelocity: 45,
      origin: { x: 0.5, y: 0.5 },
      shapes: ['square', 'circle'],
      ticks: 200,
      disableSound: true,
    })
  })

  it('triggerConfetti clamps numbers and drops invalid colours and shapes', async () => {
    const input = {
      particleCount: 1e9,
      spread: -5,
      ticks: 12.6,
      startVelocity: '60',
      origin: { x: 7, y: 'left' },
      colors: ['red', '#00ff00', 7, '#12345'],
      shapes: ['blob', 'star', 'star'],
      disableSound: false,
    }
    expect(await throwConfetti(input)).toMatchObject({
      particleCount: 1000,
      spread: 1,
      ticks: 13,
      startVelocity: 60,
      origin: { x: 1, y: 0.5 },
      colors: ['#00ff00'],
      shapes: ['star'],
      disableSound: false,
    })
  })

  it('triggerConfetti never fails, and its output matches its schema', async () => {
    const names = Object.keys(tool.input.shape)
    const input = fc.dictionary(fc.constantFrom(...names), fc.anything())
    await fc.assert(
      fc.asyncProperty(input, async (input) => {
        expect(tool.output.safeParse(await throwConfetti(input)).error).toBeUndefined()
      }),
    )
  })

  it('triggerConfetti describes its ranges and defaults to a model', () => {
    const { properties, required } = z.toJSONSchema(tool.input, { io: 'input' })
    expect(required).toBeUndefined()
    const range = { minimum: 20, maximum: 1000, default: 200 }
    expect(properties?.particleCount).toMatchObject({ type: 'integer', ...range })
    expect(properties?.origin).toMatchObject({ type: 'object', default: { x: 0.5, y: 0.5 } })
  })
})
