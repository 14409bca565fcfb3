import type { ComponentChildren } from 'preact'
import type { Product } from '../api/response-types.ts'
import { cx } from '../ui/cx.ts'
import { isSample } from './sample.tsx'

interface ProductLinkProps {
  product: Product
  /** It is of another service: it leads to its own address, where it has one, in a new tab. */
  isForeign?: boolean
  /** The whole of the nearest positioned element is the link. */
  isWide?: boolean
  class?: string
  children?: ComponentChildren
}

/** The name of a product, as a link to its page here. */
export function ProductLink(props: ProductLinkProps) {
  const { product, isForeign = false, isWide = false, children = product.name } = props
  const address = isForeign ? webAddress(product) : productHref(product.id)
  if (!address) return <span class={props.class}>{children}</span>
  return (
    <a
      href={address}
      {...(isForeign && { target: '_blank', rel: 'noopener nofollow' })}
      class={cx(
        'hover:underline decoration-from-font underline-offset-4',
        isWide && 'after:absolute after:inset-0 after:rounded-lg',
        props.class,
      )}
    >
      {children}
    </a>
  )
}

export function productHref(id: string): string {
  return `/products/${encodeURIComponent(id)}`
}

/** Its own address, if that is one of the web. Those of the sample lead nowhere. */
export function webAddress(product: Product): string | undefined {
  const { url } = product
  if (isSample(product) || url === null || !URL.canParse(url)) return undefined
  return /^https?:$/.test(new URL(url).protocol) ? url : undefined
}
