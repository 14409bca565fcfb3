import { Tile } from '../../ui/tile.tsx'

/** The icon if it is on this host: the page makes no requests to others. */
export function AgentIcon({ name, icon }: { name: string; icon: string | undefined }) {
  const isOwn = icon && URL.canParse(icon) && new URL(icon).origin === location.origin
  return <Tile name={name} image={isOwn ? icon : null} class="size-8" />
}
