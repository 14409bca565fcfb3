/** What is wrong with parameters, and where. */
export interface Problem {
  path: string[]
  message: string
}
