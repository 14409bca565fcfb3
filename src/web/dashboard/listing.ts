/** A page of a list of the platform that is counted through by number. */
export interface Listing<Item> {
  data: Item[]
  meta: { pagination: Pagination }
}

interface Pagination {
  total: number
  per_page: number
  current_page: number
  total_pages: number
}
