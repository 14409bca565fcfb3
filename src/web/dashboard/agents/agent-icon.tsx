import { useState } from 'preact/hooks'
import { initialsOf } from '../../ui/initials.ts'

interface AgentIconProps {
  name: string
  icon: string | undefined
}

/** The icon if it is on this host, or else initials: the page makes no requests to other hosts. */
export function AgentIcon({ name, icon }: AgentIconProps) {
  const [isBroken, setIsBroken] = useState(false)
  const classes = 'size-8 shrink-0 rounded-md'
  if (icon && !isBroken && URL.canParse(icon) && new URL(icon).origin === location.origin) {
    return <img src={icon} alt="" class={classes} onError={() => setIsBroken(true)} />
  }
  return (
    <span
      aria-hidden="true"
      class={`${classes} inline-flex items-center justify-center bg-accent-soft text-xs font-semibold text-accent`}
    >
      {initialsOf(name) || '?'}
    </span>
  )
}
