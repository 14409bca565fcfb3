import { signal } from '@preact/signals'
import { X } from 'lucide'
import { MAX_COMPARED } from '../../core/product-facts.ts'
import type { Product } from '../api/response-types.ts'
import { ButtonLink, Icon, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'

type Chosen = Pick<Product, 'id' | 'name'>

const chosen = signal<readonly Chosen[]>([])

export function isChosen(id: string): boolean {
  return chosen.value.some((one) => one.id === id)
}

/** Of more than four the last ones are compared. */
export function toggleChosen({ id, name }: Chosen): void {
  const others = chosen.value.filter((one) => one.id !== id)
  chosen.value = isChosen(id) ? others : [...others, { id, name }].slice(-MAX_COMPARED)
}

/** On the rank of its item, which it covers once something is chosen or pointed at. */
export function CompareBox({ product, class: className }: { product: Product; class: string }) {
  return (
    <label
      class={cx(
        'absolute z-20 flex size-7.5 items-center justify-center rounded-md bg-surface opacity-0 focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:min-w-0! pointer-coarse:min-h-0!',
        chosen.value.length > 0 ? 'opacity-100' : 'pointer-coarse:pointer-events-none',
        className,
      )}
    >
      <input
        type="checkbox"
        aria-label={`Compare ${product.name}`}
        checked={isChosen(product.id)}
        onChange={() => toggleChosen(product)}
        class="m-0 size-4.5 accent-accent"
      />
    </label>
  )
}

/** What is chosen, and the way to its comparison. */
export function CompareBar() {
  const { value } = chosen
  if (value.length === 0) return null
  const ids = value.map(({ id }) => encodeURIComponent(id)).join(',')
  return (
    <section
      aria-label="Compare"
      data-sticky-end
      class="sticky bottom-3 z-30 mx-auto mt-3 flex max-w-2xl items-center gap-3 rounded-lg border border-line bg-surface p-2 pl-4 shadow-raised"
    >
      <p class="min-w-0 flex-1 truncate text-sm">{value.map(({ name }) => name).join(' · ')}</p>
      {value.length > 1 ? (
        <ButtonLink kind="primary" href={`/compare?ids=${ids}`}>
          Compare {value.length}
        </ButtonLink>
      ) : (
        <span class="shrink-0 text-sm text-muted">Choose another</span>
      )}
      <IconButton
        label="Compare nothing"
        onClick={() => {
          chosen.value = []
        }}
      >
        <Icon node={X} />
      </IconButton>
    </section>
  )
}
