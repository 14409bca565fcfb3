import type { TallyBuilder } from './scenario.ts'

/** Asks for a path that should be answered with 200 within this time whatever is wrong elsewhere. */
export async function probe(url: string, tally: TallyBuilder, maxMs = 5_000): Promise<void> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(maxMs) })
    await response.arrayBuffer()
    if (response.status === 200) tally.right()
    else
      tally.wrong(`${url}: ${response.status}`, response.status >= 500 ? 'serverErrors' : undefined)
  } catch (error) {
    const isHang = error instanceof Error && error.name === 'TimeoutError'
    tally.wrong(`${url}: ${error}`, isHang ? 'hangs' : undefined)
  }
}
