import type { Product } from '../api/response-types.ts'
import { Tile } from '../ui/tile.tsx'
import { isSample } from './sample.tsx'

interface ProductPictureProps {
  product: Product
  /** It is of another service, whose pictures are not shown. */
  isForeign?: boolean
  class?: string
}

/** The picture of a product. Those of the sample are files of this page, named by their ids. */
export function ProductPicture({ product, isForeign = false, ...rest }: ProductPictureProps) {
  if (isForeign) return <Tile name={product.name} {...rest} />
  const glyph = isSample(product) ? `/assets/icons/${product.id}.svg` : undefined
  return <Tile name={product.name} image={product.imageUrl} glyph={glyph} {...rest} />
}
