const LAST_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

let start = ''
let used = LAST_BYTES.length

/**
 * An id that is unique across processes. It has the form of a random UUID, but the last byte is a
 * counter: generating each id from scratch costs ten times as much.
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
