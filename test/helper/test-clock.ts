export const START = new Date('2026-11-20T18:00:00.000Z')

/** Both clocks, which move when they are told to. */
export function testClock() {
  let time = START.getTime()
  let passed = 0
  return {
    now: () => new Date(time),
    clock: () => passed,
    pass(ms: number) {
      time += ms
      passed += ms
    },
  }
}
