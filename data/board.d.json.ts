declare const board: { readonly html: string }
export default board
