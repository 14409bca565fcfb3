/** Cloudflare adds its own line break to each record. */
export function write(line: string): void {
  console.log(line.trimEnd())
}
