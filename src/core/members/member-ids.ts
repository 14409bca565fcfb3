interface MadeId {
  id?: string
  /** What the id was made of. */
  source?: string
  issue?: string
}

const MAX_CHARACTERS = 100

/** Makes ids of texts in a file: the same of the same, and never one of two. */
export function createIds(kind: 'guid' | 'uid') {
  const sources = new Map<string, string>()
  return {
    of(source: string): MadeId {
      const id = slug(source)
      if (!id) return { issue: `${kind}: is required, and cannot be made of “${source}”` }
      const known = sources.get(id) ?? source
      if (known.toLowerCase() !== source.toLowerCase()) {
        return { issue: `${kind}: ${id} was made of “${known}”: give “${source}” a ${kind} itself` }
      }
      sources.set(id, known)
      return { id, source }
    },

    made: (): ReadonlySet<string> => new Set(sources.keys()),

    notes(): string[] {
      const [first] = sources
      if (!first) return []
      const [id, source] = first
      const made = sources.size === 1 ? `A ${kind} was` : `${sources.size} ${kind}s were`
      return [`${made} made of other columns, such as ${id} of “${source}”.`]
    },
  }
}

/** `Zoë Müller` is `zoe-muller`. */
export function slug(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const joined = plain.replaceAll(/[^a-z0-9_]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return joined.slice(0, MAX_CHARACTERS)
}
