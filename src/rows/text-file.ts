/** A file of text, wherever it is: it is read anew each time `text` is called. */
export interface TextFile {
  name: string
  text(): AsyncIterable<string>
}
