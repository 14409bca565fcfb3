import { signal } from '@preact/signals'
import { Button } from './button.tsx'

const SHOWN_MS = 8_000

interface Toast {
  text: string
  undo?: (() => void) | undefined
}

const shown = signal<Toast>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Says that something was done, for a moment, with a button `Undo` where it can be undone. */
export function showToast(text: string, undo?: () => void): void {
  clearTimeout(timer)
  shown.value = { text, undo }
  timer = setTimeout(hide, SHOWN_MS)
}

function hide() {
  shown.value = undefined
}

/** Where toasts appear. It stays while the pointer or the focus is on it. */
export function Toaster() {
  const { text, undo } = shown.value ?? {}
  const pause = () => clearTimeout(timer)
  function resume() {
    timer = setTimeout(hide, SHOWN_MS)
  }
  return (
    <div
      role="status"
      class="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4"
    >
      {text && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only postpones its own end
        <div
          onMouseEnter={pause}
          onMouseLeave={resume}
          onFocusIn={pause}
          onFocusOut={resume}
          class="pointer-events-auto flex max-w-full items-center gap-4 rounded-lg border border-line bg-surface px-4 py-2 shadow-raised"
        >
          <span class="min-w-0 wrap-anywhere">{text}</span>
          {undo && (
            <Button
              kind="ghost"
              onClick={() => {
                hide()
                undo()
              }}
            >
              Undo
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
