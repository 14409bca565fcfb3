// Asks the agent over AG-UI, and runs its calls of a tool that is ours.
import { HttpAgent } from '@ag-ui/client'

const { LAUNCHBOARD_URL = 'http://127.0.0.1:8787', LAUNCHBOARD_TOKEN } = process.env
const headers = LAUNCHBOARD_TOKEN ? { authorization: `Bearer ${LAUNCHBOARD_TOKEN}` } : {}
const agent = new HttpAgent({ url: `${LAUNCHBOARD_URL}/agent`, headers })

const tools = [
  {
    name: 'setTitle',
    description: 'Sets the title of the window.',
    parameters: {
      type: 'object',
      properties: { title: { type: 'string' } },
      required: ['title'],
    },
  },
]
const handlers = {
  setTitle: ({ title }) => `The title is ${title}.`,
}

const content = process.argv.slice(2).join(' ') || 'Top 3 today'
agent.addMessage({ id: crypto.randomUUID(), role: 'user', content })
while (await run()) {
  // The results are among the messages of the next run.
}

/** One run. Whether it called tools of ours, whose results the agent waits for. */
async function run() {
  const calls = []
  let error = 'the answer was cut'
  await agent.runAgent(
    { tools },
    {
      onTextMessageContentEvent: ({ event }) => void process.stdout.write(event.delta),
      onTextMessageEndEvent: () => console.log(),
      onToolCallEndEvent({ event, toolCallName, toolCallArgs }) {
        console.error(`[${toolCallName} ${JSON.stringify(toolCallArgs)}]`)
        if (toolCallName in handlers) calls.push({ ...event, toolCallName, toolCallArgs })
      },
      onRunErrorEvent({ event }) {
        error = event.message
      },
      onRunFinishedEvent() {
        error = undefined
      },
    },
  )
  // `runAgent` resolves in both cases.
  if (error !== undefined) throw new Error(error)
  for (const { toolCallId, toolCallName, toolCallArgs } of calls) {
    const result = handlers[toolCallName](toolCallArgs)
    agent.addMessage({ id: crypto.randomUUID(), role: 'tool', toolCallId, content: result })
  }
  return calls.length > 0
}
