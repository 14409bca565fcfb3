import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { request } from '../api/request.ts'
import type { SearchResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { boardHref, embedHref, launchesPath, parseBoardParams } from '../board/board-params.ts'
import { findSections, foldWords, loadSections } from '../docs/docs-search.tsx'
import { todayIn } from '../product/calendar.ts'
import { cityOf, formatCount } from '../product/format.ts'
import { ProductPicture, productHref } from '../product/product-row.tsx'
import { namedTimeframe, spanOf, windowNames, zoneName } from '../product/timeframes.ts'
import { theme, toggleTheme } from '../shell/theme.ts'
import { isApplication, useNavigate } from '../shell/use-navigate.ts'
import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'
import { showToast } from '../ui/notice.tsx'
import { useSettled } from '../ui/use-settled.ts'

const DEBOUNCE_MS = 120
const MAX_FOUND = 5
/** The limit of the service. */
const MAX_CHARACTERS = 512

interface Command {
  name: string
  /** What it is, or how many votes it has. */
  detail: string
  picture?: ComponentChildren
  /** A path, or what is done. */
  run: string | (() => void)
}

/** One field for everything: products, windows, places, actions, the documents and the agent. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { settled, composition } = useSettled(text.trim(), DEBOUNCE_MS)
  const { commands, isKnown } = useCommands(settled)
  const isReady = isKnown && settled === text.trim()
  // Enter means what is typed, not what was found for less of it.
  const [isEntered, setIsEntered] = useState(false)
  const active = Math.min(at, commands.length - 1)

  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  useEffect(() => {
    document.querySelector(`#command-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  useEffect(() => {
    if (isEntered && isReady) run(commands[active])
  }, [isEntered, isReady])

  function run(command: Command | undefined) {
    if (!command) return
    onClose()
    if (typeof command.run === 'string') navigate(command.run)
    else command.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return
    if (event.key === 'Enter') setIsEntered(true)
    else if (event.key === 'ArrowDown') setAt((active + 1) % commands.length)
    else if (event.key === 'ArrowUp') setAt((active + commands.length - 1) % commands.length)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Command palette"
      onClose={onClose}
      closedby="any"
      class="mx-auto mt-[10dvh] max-h-[80dvh] w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-lg border border-line bg-surface p-2 text-ink shadow-raised backdrop:bg-scrim"
    >
      <input
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={`command-${active}`}
        aria-autocomplete="list"
        placeholder={
          isApplication ? 'Products, “w46”, “AI in October”, places…' : 'Search the docs'
        }
        autoComplete="off"
        autoFocus
        maxLength={MAX_CHARACTERS}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setAt(0)
          setIsEntered(false)
        }}
        {...composition}
        onKeyDown={onKeyDown}
        class={cx(INPUT, 'h-11')}
      />
      <div
        id="commands"
        role="listbox"
        aria-label="Commands"
        class="mt-2 max-h-[calc(80dvh-5rem)] overflow-y-auto"
      >
        {commands.map((command, index) => (
          <Option
            key={`${command.detail} ${command.name}`}
            id={`command-${index}`}
            command={command}
            isActive={index === active}
            onPoint={() => setAt(index)}
            onClick={() => run(command)}
          />
        ))}
      </div>
    </dialog>
  )
}

interface OptionProps {
  id: string
  command: Command
  isActive: boolean
  onPoint: () => void
  onClick: () => void
}

function Option({
  id,
  command: { name, detail, picture },
  isActive,
  onPoint,
  onClick,
}: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onClick}
      class="choice flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 py-1 pointer-coarse:min-h-11"
    >
      {picture}
      <span class="min-w-0 flex-1 wrap-anywhere">{name}</span>
      <span class="shrink-0 text-sm text-muted tabular-nums">{detail}</span>
    </div>
  )
}

/** What is found for a text, and whether that is all. */
function useCommands(text: string) {
  const path = text && `/api/search?${new URLSearchParams({ q: text, limit: String(MAX_FOUND) })}`
  const { data, isCurrent, error } = useQuery(path, (signal) =>
    request<SearchResponse>(path, { signal }),
  )
  const { data: sections = [] } = useQuery(isApplication ? '' : 'sections', loadSections)
  const words = foldWords(text)
  const isNamed = ({ name }: Command) => foldWords(name).join(' ').includes(words.join(' '))
  const documents = words.length === 0 ? [] : findSections(sections, words)
  const products = text && data && isCurrent ? data.hits : []
  const commands: Command[] = [
    ...documents
      .slice(0, MAX_FOUND)
      .map(({ text: name, page, href }) => ({ name, detail: page, run: href })),
    ...windowCommands(text),
    ...products.map((product) => ({
      name: product.name,
      detail: product.votesCount === null ? '' : `${formatCount(product.votesCount)} votes`,
      picture: <ProductPicture product={product} class="size-7" />,
      run: productHref(product.id),
    })),
    ...PLACES.filter(isNamed),
    ...actions().filter(isNamed),
    ...(text
      ? [
          {
            name: `Ask “${text}”`,
            detail: 'Chat',
            run: `/chat?${new URLSearchParams({ q: text })}`,
          },
        ]
      : []),
  ]
  return { commands, isKnown: !text || isCurrent || error !== undefined }
}

const PLACES: readonly Command[] = [
  ['Board', '/'],
  ['Search', '/search'],
  ['Chat', '/chat'],
  ['Watches', '/watches'],
  ['Dashboard', '/dashboard'],
  ['Agents', '/dashboard/agents'],
  ['Members', '/dashboard/members'],
  ['Status', '/dashboard/status'],
  ['Documentation', '/docs'],
].map(([name = '', run = '']) => ({ name, detail: 'Place', run }))

/** What can be done with what is shown. */
function actions(): Command[] {
  const params = parseBoardParams(Object.fromEntries(new URLSearchParams(location.search)))
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => showToast('The link was copied.'),
      () => showToast('This browser does not allow to copy.'),
    )
  const open = (path: string) => () => void window.open(path, '_blank', 'noopener')
  const ofBoard = [
    { name: 'CSV', run: open(`${launchesPath(params, 100)}&format=csv`) },
    { name: 'Embed', run: open(embedHref(params, '')) },
  ]
  return [
    { name: 'Copy link', run: () => void copy() },
    { name: theme.value === 'dark' ? 'Light theme' : 'Dark theme', run: toggleTheme },
    ...(location.pathname === '/' ? ofBoard : []),
  ].map((action) => ({ ...action, detail: 'Action' }))
}

/** `w46`, `last month Berlin`, `AI in October`. */
function windowCommands(text: string): Command[] {
  const found = windowIn(text)
  if (!found) return []
  const { timeframe, timezone, topic } = found
  const { timezone: usual, ...params } = parseBoardParams({})
  const { full } = windowNames(timeframe, spanOf(timeframe, todayIn(usual)))
  const name = [topic ? `${topic} in ${full}` : full, timezone && zoneName(timezone)]
  const run = boardHref({ ...params, timeframe, timezone: timezone ?? usual, topic })
  return [{ name: name.filter(Boolean).join(', '), detail: 'Window', run }]
}

/** The longest beginning or end of a text that names a window; the rest is a city, else a topic. */
function windowIn(text: string) {
  const words = text.split(/\s+/)
  for (let length = words.length; length > 0; length -= 1) {
    for (const start of [0, words.length - length]) {
      const timeframe = timeframeNamed(words.slice(start, start + length).join(' '))
      if (!timeframe) continue
      const left = [...words.slice(0, start), ...words.slice(start + length)].join(' ')
      const rest = left.replace(/^in\s+|\s*\bin$/i, '')
      const timezone = Intl.supportedValuesOf('timeZone').find(
        (zone) => cityOf(zone).toLowerCase() === rest.toLowerCase(),
      )
      return { timeframe, timezone, topic: timezone ? undefined : rest || undefined }
    }
  }
  return undefined
}

const MONTHS =
  'january february march april may june july august september october november december'

function timeframeNamed(text: string): string | undefined {
  const today = todayIn('UTC')
  const year = Number(today.slice(0, 4))
  const plain = text.toLowerCase()
  const [, week] = /^w(?:eek)?\s?(\d{1,2})$/.exec(plain) ?? []
  if (week) return `${year}-W${week.padStart(2, '0')}`
  const [, name, named] = /^([a-z]{3,9})(?: (\d{4}))?$/.exec(plain) ?? []
  const month = MONTHS.split(' ').findIndex((one) => name && one.startsWith(name)) + 1
  if (month > 0) {
    // One that is still to come is that of last year.
    const usual = month > Number(today.slice(5, 7)) ? year - 1 : year
    return `${named ?? usual}-${String(month).padStart(2, '0')}`
  }
  const spelled = plain.replaceAll(' ', '_')
  return namedTimeframe(spelled)?.timeframe ?? (spanOf(spelled, today) ? spelled : undefined)
}
