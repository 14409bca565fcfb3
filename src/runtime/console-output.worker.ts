/** Cloudflare adds its own line break to each record. */
export function writeLine(line: string): void {
  console.log(line.trimEnd())
}
