import { Skeleton } from '../ui/skeleton.tsx'

/** A placeholder for a short table. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status" class="rounded-lg border border-line bg-surface shadow-card">
      <span class="sr-only">{label}</span>
      <div class="border-b border-line px-4 py-3.5">
        <Skeleton class="h-3 w-24" />
      </div>
      {[0, 1, 2].map((row) => (
        <div key={row} class="flex items-center gap-3 px-4 py-3.5">
          <Skeleton class="size-8" />
          <Skeleton class="h-4 w-1/3" />
        </div>
      ))}
    </div>
  )
}
