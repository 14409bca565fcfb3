import { useState } from 'preact/hooks'
import { hueOf, lettersOf, nameHash } from '../../core/monogram.ts'
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
      data-pattern={picture ? undefined : nameHash(name) % PATTERNS}
      class={cx(shape, 'tile inline-flex items-center justify-center')}
    >
      {picture || (
        <svg aria-hidden="true" viewBox="0 0 100 100" class="size-full fill-current font-semibold">
          <text x="50" y="50" font-size="42" text-anchor="middle" dominant-baseline="central">
            {lettersOf(name)}
          </text>
        </svg>
      )}
    </span>
  )
}
