import { useState } from 'preact/hooks'
import { cx } from './cx.ts'

interface TileProps {
  name: string
  /** A picture to show in its place, where it can be loaded. */
  image?: string | null | undefined
  /** A drawing on the tile, which is smaller than it. */
  glyph?: string | undefined
  class?: string
}

const PATTERNS = 8

/** A decorative picture of what has a name: its own, else a drawing or two letters on a tile of its hue. */
export function Tile({ name, image, glyph, class: className = 'size-10' }: TileProps) {
  const [failed, setFailed] = useState<string>()
  const source = image ?? glyph
  const shape = cx('shrink-0 rounded-[22%] select-none', className)
  const picture = source && source !== failed && (
    <img
      src={source}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(source)}
      class={image ? cx(shape, 'bg-sunken object-cover') : 'size-3/5'}
    />
  )
  if (picture && image) return picture
  return (
    <span
      aria-hidden="true"
      style={hueOf(name)}
      data-pattern={picture ? undefined : hashOf(name) % PATTERNS}
      class={cx(shape, 'tile inline-flex items-center justify-center')}
    >
      {picture || <span class="text-[42cqi] leading-none font-semibold">{lettersOf(name)}</span>}
    </span>
  )
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Two letters, whatever the script: of two words, else of the first one. Never a letter beside a digit. */
function lettersOf(name: string): string {
  const words = name.slice(0, 80).match(/\p{L}[\p{L}\p{M}]*/gu) ??
    name.match(/\p{N}+/gu) ?? [name.trim()]
  const [first = '?', second] = words
  const initial = graphemes(first)[0]?.toUpperCase() ?? '?'
  const next = second === undefined ? graphemes(first)[1] : graphemes(second)[0]?.toUpperCase()
  return initial + (next ?? '')
}

function graphemes(word: string): string[] {
  return Array.from(segmenter.segment(word.slice(0, 40)), ({ segment }) => segment)
}

/** Angles that can be told apart, without the red of errors. */
const HUES = [45, 85, 130, 165, 200, 245, 290, 335]

/** One of eight hues, the same for a name everywhere. Sets `--hue`, an angle, for what is tinted. */
export function hueOf(name: string): Record<'--hue', number> {
  return { '--hue': HUES[(hashOf(name) >>> 12) % HUES.length] ?? 0 }
}

export function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name.trim().toLowerCase()) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
}
