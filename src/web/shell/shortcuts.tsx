import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../ui/dialog.tsx'
import { useNavigate } from './use-navigate.ts'

const SHORTCUTS = [
  { keys: ['/', 'Ctrl K'], effect: 'Search products' },
  { keys: ['?'], effect: 'Show this list' },
  { keys: ['Esc'], effect: 'Close what is open' },
]

/** The keys that work everywhere but in a field, where `/` and `?` are text. */
export function Shortcuts() {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isSearch = event.key === 'k' && (event.ctrlKey || event.metaKey)
      if (!isSearch && (event.ctrlKey || event.metaKey || event.altKey || isTyping(event))) return
      if (isSearch || event.key === '/') search()
      else if (event.key === '?') setIsOpen(true)
      else return
      event.preventDefault()
    }

    /** In a narrow window the field is on a page of its own. */
    function search() {
      const field = [...document.querySelectorAll<HTMLInputElement>('input[type=search]')].find(
        (input) => input.checkVisibility(),
      )
      if (field) field.select()
      else navigate('/search')
    }

    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  if (!isOpen) return null
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => setIsOpen(false)}>
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

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
