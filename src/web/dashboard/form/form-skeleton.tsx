import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** A placeholder for a form. */
export function FormSkeleton() {
  return (
    <Card class="max-w-2xl space-y-6 p-6">
      <span role="status" class="sr-only">
        Loading
      </span>
      {[0, 1, 2, 3].map((field) => (
        <div key={field} class="space-y-2">
          <Skeleton class="h-4 w-28" />
          <Skeleton class="h-9 w-full" />
        </div>
      ))}
    </Card>
  )
}
