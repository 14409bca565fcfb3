// Registers the service's own agent, and switches it on.
const { LAUNCHBOARD_URL = 'http://127.0.0.1:8787', LAUNCHBOARD_KEY = '' } = process.env
const { LAUNCHBOARD_TOKEN } = process.env

const integrationMeta = {
  agentId: 'ranking',
  baseUrl: `${LAUNCHBOARD_URL}/stream`,
  ...(LAUNCHBOARD_TOKEN && { headers: { Authorization: `Bearer ${LAUNCHBOARD_TOKEN}` } }),
}

const response = await fetch(`${LAUNCHBOARD_URL}/v3/ai-agents/agents`, {
  method: 'POST',
  headers: { apikey: LAUNCHBOARD_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({
    uid: 'ranker',
    name: 'Ranker',
    integrateWith: 'crewai',
    isActive: true,
    integrationMeta,
    metaData: { greetingMessage: 'Ahoy!', suggestedMessages: ['Top 3 last week'] },
  }),
})
if (!response.ok) throw new Error(await response.text())
