import type * as z from 'zod'
import { Confetti, ConfettiInput } from './confetti.ts'
import { defineTool } from './tool.ts'

export const TRIGGER_CONFETTI = 'triggerConfetti'

/** Nothing happens here: the result is the order that a client's confetti handler carries out. */
export function triggerConfetti() {
  return defineTool({
    name: TRIGGER_CONFETTI,
    title: 'Celebrate with confetti',
    executionText: 'Throwing confetti…',
    description: 'Throws confetti in the window of the person you talk with. For celebrations.',
    input: ConfettiInput,
    output: Confetti,
    isSelfContained: true,
    run: async (confetti) => confettiOrder(confetti),
  })
}

/** What the tool answers, made of its input alone. */
export function confettiOrder(confetti: z.output<typeof ConfettiInput>): z.output<typeof Confetti> {
  return { action: 'CONFETTI', ...confetti }
}
