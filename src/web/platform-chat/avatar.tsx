import { initialsOf } from '../ui/initials.ts'

/** Initials. Pictures would be requests to other hosts, which the page does not make. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      class="flex size-6 shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-soft text-[10px] font-semibold text-accent"
    >
      {initialsOf(name)}
    </span>
  )
}
