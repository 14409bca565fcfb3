const LAST_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

let start = ''
let used = LAST_BYTES.length

/**
 * Tells a request apart from all others, those of other processes too. It looks like a random UUID,
 * and is one but for its last byte, which counts: to make each anew costs ten times as much.
 */
export function nextRequestId(): string {
  if (used === LAST_BYTES.length) {
    start = crypto.randomUUID().slice(0, -2)
    used = 0
  }
  const id = `${start}${LAST_BYTES[used]}`
  used += 1
  return id
}
