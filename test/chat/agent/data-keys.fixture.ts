const keyOf = (byte: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))

/** As `openssl rand -base64 32` prints keys. */
export const KEYS = { first: keyOf(0xfb), second: keyOf(0x02) }
