import type { ComponentChildren } from 'preact'
import type { Product } from '../api/response-types.ts'
import { cx } from '../ui/cx.ts'

interface ProductLinkProps {
  product: Product
  /** The whole of the nearest positioned element is the link. */
  isWide?: boolean
  class?: string
  children?: ComponentChildren
}

/** The name of a product, as a link to its page here. */
export function ProductLink({ product, isWide = false, ...props }: ProductLinkProps) {
  return (
    <a
      href={productHref(product.id)}
      class={cx(
        'hover:underline decoration-from-font underline-offset-4',
        isWide && 'after:absolute after:inset-0 after:rounded-lg',
        props.class,
      )}
    >
      {props.children ?? product.name}
    </a>
  )
}

export function productHref(id: string): string {
  return `/products/${encodeURIComponent(id)}`
}

/** The products that the service invents where it has no data have ids like this. */
export function isSample({ id }: Product): boolean {
  return /^sample-\d+$/.test(id)
}
