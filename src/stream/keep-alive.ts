/** Proxies and browsers give up on a silent connection after half a minute or more. */
const MAX_SILENCE_MS = 15_000

export interface Piece {
  text: string
  /** True when there is nothing more to come. */
  done: boolean
}

interface KeepAliveOptions {
  /** What is sent whenever nothing else was for `silenceMs`; without it, nothing. */
  keepAlive?: string | undefined
  silenceMs?: number
}

/** The same pieces, and a sign of life in every long silence between them. */
export function withKeepAlive(
  nextPiece: () => Promise<Piece>,
  { keepAlive, silenceMs = MAX_SILENCE_MS }: KeepAliveOptions,
): () => Promise<Piece> {
  if (keepAlive === undefined) return nextPiece
  const signOfLife = { text: keepAlive, done: false }
  let asked: Promise<Piece> | undefined

  return async function nextPieceOrSign() {
    asked ??= nextPiece()
    const silence = timer(silenceMs, signOfLife)
    const piece = await Promise.race([asked, silence.over])
    silence.stop()
    if (piece !== signOfLife) asked = undefined
    return piece
  }
}

function timer<Value>(ms: number, value: Value) {
  let timeout: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<Value>((resolve) => {
    timeout = setTimeout(() => resolve(value), ms)
  })
  return { over, stop: () => clearTimeout(timeout) }
}
