import { Skeleton } from '../ui/skeleton.tsx'

/** A placeholder for a `ProductCard`. */
export function ProductSkeleton() {
  return (
    <div class="flex h-20.5 items-start gap-4">
      <Skeleton class="mt-1 h-4 w-4" />
      <div class="flex-1 space-y-3 pt-1">
        <Skeleton class="h-4 w-1/3" />
        <Skeleton class="h-3.5 w-2/3" />
        <Skeleton class="h-4 w-1/2" />
      </div>
      <Skeleton class="h-12 w-15" />
    </div>
  )
}
