/** Where the window is too narrow for all of the header it goes first: `Board` leads there too. */
export function Logo() {
  return (
    <a
      href="/"
      aria-label="Launchboard"
      class="-ml-1 hidden shrink-0 items-center gap-2 rounded-md p-1 min-[23rem]:flex"
    >
      <svg viewBox="0 0 32 32" class="size-6" aria-hidden="true">
        <rect width="32" height="32" rx="8" class="fill-accent" />
        <path d="M8 23h3.5v-7H8zm6.25 0h3.5V9h-3.5zm6.25 0H24v-10h-3.5z" class="fill-on-accent" />
      </svg>
      <span class="hidden font-semibold tracking-tight sm:inline">Launchboard</span>
    </a>
  )
}
