import { celebrate } from '../conversation/celebrate.ts'

/** The frontend action: it is done once it has begun. */
export function triggerConfetti(args: unknown) {
  void celebrate(args)
  return { thrown: true }
}
