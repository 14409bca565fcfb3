import { useState } from 'preact/hooks'
import { cx } from './cx.ts'
import { hueOf } from './hue.ts'

interface MonogramProps {
  name: string
  /** A picture to show in its place, where it can be loaded. */
  image?: string | null | undefined
  class?: string
}

/** A decorative picture of what has a name: its own where there is one, else its first letter, tinted. */
export function Monogram({ name, image, class: className = 'size-10 text-lg' }: MonogramProps) {
  const [failed, setFailed] = useState<string>()
  const shape = cx('shrink-0 rounded-[22%] select-none', className)
  if (image && image !== failed) {
    return (
      <img
        src={image}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setFailed(image)}
        class={cx(shape, 'bg-sunken object-cover')}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      style={hueOf(name)}
      class={cx(shape, 'tint-solid inline-flex items-center justify-center font-semibold')}
    >
      {initialOf(name)}
    </span>
  )
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first letter or digit with its marks, whatever the script; else the first character. */
function initialOf(name: string): string {
  const first = /[\p{L}\p{N}].*/su.exec(name)?.[0] ?? name.trim()
  for (const { segment } of segmenter.segment(first.slice(0, 40))) return segment.toUpperCase()
  return '?'
}
