import { Confetti, ConfettiInput } from './confetti.ts'
import { defineTool } from './tool.ts'

/** Nothing happens here: the result is the order that a client's confetti handler carries out. */
export function triggerConfetti() {
  return defineTool({
    name: 'triggerConfetti',
    title: 'Celebrate with confetti',
    executionText: 'Throwing confetti…',
    description: 'Throws confetti in the window of the person you talk with. For celebrations.',
    input: ConfettiInput,
    output: Confetti,
    isSelfContained: true,
    run: async (confetti) => ({ action: 'CONFETTI' as const, ...confetti }),
  })
}
