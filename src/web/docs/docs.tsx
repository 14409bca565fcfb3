import '../styles.css'
import './docs.css'
import { effect, signal } from '@preact/signals'
import { render } from 'preact'
import { LocationProvider } from 'preact-iso'
import { readStorage, writeStorage } from '../browser/storage.ts'
import { Header } from '../shell/header.tsx'
import { Shortcuts } from '../shell/shortcuts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { SegmentedControl } from '../ui/field.tsx'
import { DocsSearch } from './docs-search.tsx'

/** Where the samples of the guides say that the service is. */
const SAMPLE_ORIGIN = 'http://127.0.0.1:8787'
// The text was written at build; here it gets the header of the application, and buttons that copy.
const header = document.querySelector('#header')
if (header) {
  header.className = 'contents'
  render(
    // Links lead to other documents, which the browser loads.
    <LocationProvider scope={/^$/}>
      <Header />
      <Shortcuts />
    </LocationProvider>,
    header,
  )
}

for (const block of document.querySelectorAll('pre')) {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    text.nodeValue = text.nodeValue?.replaceAll(SAMPLE_ORIGIN, location.origin) ?? null
  }
  const code = block.textContent
  const place = document.createElement('div')
  place.className = 'docs-copy'
  block.before(place)
  render(<CopyButton kind="ghost" label="Copy" text={() => code} />, place)
}

// What scrolls is reached by keyboard, where it does.
const scrolling = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0')
    else target.removeAttribute('tabindex')
  }
})
for (const table of document.querySelectorAll('.docs table')) scrolling.observe(table)

// Beside the text both lists are open: all pages, and what is on this one.
openBeside('#contents', '(min-width: 64rem)')
if (!document.querySelector('.docs-operation')) openBeside('#outline', '(min-width: 80rem)')

function openBeside(list: string, widths: string) {
  const details = document.querySelector<HTMLDetailsElement>(list)
  const isWide = matchMedia(widths)
  const open = () => {
    if (details) details.open = isWide.matches
  }
  open()
  isWide.addEventListener('change', open)
}

const navigation = document.querySelector('#contents nav')
if (navigation) {
  const place = document.createElement('div')
  navigation.prepend(place)
  render(<DocsSearch />, place)
}

// The language of the samples is chosen once, for all of them.
const LANGUAGE = 'launchboard-docs-language'
const LANGUAGES = ['curl', 'TypeScript', 'Python'].map((name) => ({ value: name, name }))
const language = signal(readStorage('local', LANGUAGE) ?? 'curl')

function Languages() {
  return (
    <SegmentedControl
      label="Language"
      options={LANGUAGES}
      value={language.value}
      onChange={(value) => {
        writeStorage('local', LANGUAGE, value)
        language.value = value
      }}
    />
  )
}

for (const place of document.querySelectorAll('.docs-languages')) render(<Languages />, place)

effect(() => {
  for (const sample of document.querySelectorAll<HTMLElement>('[data-language]')) {
    sample.hidden = sample.dataset.language !== language.value
  }
})
