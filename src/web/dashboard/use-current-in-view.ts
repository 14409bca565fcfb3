import { useEffect, useRef } from 'preact/hooks'

/** Of a strip of links, in a narrow window: shows the current one after each change of place. */
export function useCurrentInView(place: string) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [place])
  return list
}
