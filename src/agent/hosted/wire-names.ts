const MAX_CHARACTERS = 64

/** The names of tools as hosts accept them: letters, digits, `_` and `-`. */
export function wireNames(names: readonly string[]) {
  const wire = new Map<string, string>()
  const own = new Map<string, string>()
  for (const name of names) {
    const base = toWire(name)
    let written = base
    for (let copy = 2; own.has(written); copy += 1) {
      written = `${base.slice(0, MAX_CHARACTERS - 4)}_${copy}`
    }
    wire.set(name, written)
    own.set(written, name)
  }

  return {
    write: (name: string) => wire.get(name) ?? toWire(name),

    /**
     * Models write `functions.getTopProducts`, or tokens of their own after a name. A name that no tool
     * has means the one that it contains.
     */
    read(written: string): string {
      if (!own.has(written) && wire.has(written)) return written
      const words = [written, ...written.split(/[^\w-]+/)]
      return own.get(words.find((word) => own.has(word)) ?? '') ?? written
    },
  }
}

function toWire(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, MAX_CHARACTERS) || '_'
}
