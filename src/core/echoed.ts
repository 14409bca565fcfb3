/**
 * The characters that a text may have which its caller reads again in every event of an answer: a run
 * has thousands.
 */
export const ECHOED = { id: 200, toolName: 128 } as const
