/** Says whose token it is. Nothing: it is none of the kind that this one knows. */
export type Verify = (token: string) => Promise<string | undefined>
