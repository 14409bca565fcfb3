import { Monogram } from '../ui/monogram.tsx'

export function Avatar({ name }: { name: string }) {
  return <Monogram name={name} class="size-6 text-xs" />
}
