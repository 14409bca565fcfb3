import mustache from 'mustache'

/** Reads and writes templates. It keeps none of them: a cache of what callers send has no end. */
export const templateWriter = Object.assign(new mustache.Writer(), { templateCache: undefined })
