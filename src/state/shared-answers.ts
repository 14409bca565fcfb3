/** Answers of one upstream account that processes share, and until when no process calls it. */
export interface SharedAnswers {
  /**
   * The stored answer of a key, and the instant (epoch ms) until which no process calls; empty if the store
   * is away. Resolves within 300 ms, never rejects.
   */
  read(key: string): Promise<{ answer?: string; pausedUntilMs?: number }>
  /** Never waits, never throws. */
  write(key: string, answer: string, lifetimeMs: number): void
  pause(untilMs: number): void
}
