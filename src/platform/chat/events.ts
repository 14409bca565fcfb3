/** How OpenAPI tells of an answer that streams. */
export const EVENTS =
  'Where an agent answers and the header `Accept` names text/event-stream: server-sent events, ' +
  'each with `type` and `runId` in its data. First `message`, and a `notice` for each agent that ' +
  'will not answer, which is all where no other does; `run-started`; then `text-delta`, ' +
  '`tool-call-start`, `tool-call` and `tool-result`; last `answer`, or `failed`. ' +
  'Sent again, it is answered in events too, its answer whole: `message`, `run-started`, its text ' +
  'in one `text-delta`, and `answer`, which holds its calls.'
