import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../ui/dialog.tsx'

const SHORTCUTS = [
  { keys: ['/', 'Ctrl K'], effect: 'Find products, windows, places and actions' },
  { keys: ['j', 'k'], effect: 'Next product, previous product' },
  { keys: ['←', '→'], effect: 'The window or product before, the one after' },
  { keys: ['1', '…', '7'], effect: 'Today to Custom' },
  { keys: ['c'], effect: 'Compare this product' },
  { keys: ['?'], effect: 'Show this list' },
  { keys: ['Esc'], effect: 'Close what is open' },
]

/** What is open over the page. */
export const opened = signal<'palette' | 'shortcuts'>()

/** A dialog tells that it was closed a moment later, when another may be open. */
function closed(which: typeof opened.value) {
  if (opened.value === which) opened.value = undefined
}

/** The keys that work everywhere but in a field, where they are text. */
export function Shortcuts() {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const key = keyOf(event)
      if (!key || event.defaultPrevented || document.querySelector('dialog:modal')) return
      if (act(key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  if (opened.value === 'palette') return <LoadedPalette />
  if (opened.value !== 'shortcuts') return null
  return <ShortcutList onClose={() => closed('shortcuts')} />
}

/** The key that is pressed, unless it is text or another program's; Ctrl K is `/`. */
function keyOf(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  if (ctrlKey || metaKey) return key === 'k' ? '/' : undefined
  return altKey || isComposing || isTyping(event) ? undefined : key
}

const COMPARE = '[aria-label^="Compare "]'

/** Whether the key means something here. */
function act(key: string): boolean {
  if (key === '/' || key === '?') {
    opened.value = key === '/' ? 'palette' : 'shortcuts'
    return true
  }
  if (key === 'j' || key === 'k') return step(key === 'j' ? 1 : -1)
  if (key === 'ArrowLeft') return press(':is(button[aria-label=Previous], a[rel=prev])')
  if (key === 'ArrowRight') return press(':is(button[aria-label=Next], a[rel=next])')
  if (key === 'c')
    return [':focus-within', ':hover'].some((at) => press(`[data-key]${at} ${COMPARE}`))
  if (/^[1-7]$/.test(key)) return press(`[role=tab]:nth-child(${key})`)
  return false
}

/** To the product after or before the one that has the focus. */
function step(by: number): boolean {
  const links = [
    ...document.querySelectorAll<HTMLElement>(
      'ol:is([aria-label=Products], [aria-label=Results]) a[href^="/products/"]',
    ),
  ]
  const at = links.findIndex((link) => link.closest('li')?.matches(':focus-within'))
  const link = links[at < 0 ? 0 : at + by]
  link?.focus()
  return link !== undefined
}

function press(selector: string): boolean {
  const control = document.querySelector<HTMLElement>(`main ${selector}:not(:disabled)`)
  control?.click()
  return control !== null
}

const onClose = () => closed('palette')

let known: ComponentType<{ onClose: () => void }> | undefined

/** Its code is loaded when it is first opened. */
function LoadedPalette() {
  const [Palette, setPalette] = useState(() => known)
  useEffect(() => {
    import('../palette/palette.tsx').then((loaded) => {
      known = loaded.Palette
      setPalette(() => known)
    }, onClose)
  }, [])
  return Palette ? <Palette onClose={onClose} /> : null
}

function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {SHORTCUTS.map(({ keys, effect }) => (
          <>
            <dt class="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  class="rounded-md border border-line bg-sunken px-2 py-0.5 font-sans text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  )
}

/** Whether a key belongs to a field, or to tabs, between which arrows move. */
function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable], [role=tab]',
    ) !== null
  )
}
