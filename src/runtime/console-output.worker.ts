/** The platform ends each record with a line break of its own. */
export function write(line: string): void {
  console.log(line.trimEnd())
}
