// Serves the page, and signs its visitor in.
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'

const {
  LAUNCHBOARD_URL = 'http://127.0.0.1:8787',
  LAUNCHBOARD_KEY = '',
  PORT = '3000',
} = process.env

async function post(path, body) {
  const headers = { apikey: LAUNCHBOARD_KEY, 'content-type': 'application/json' }
  const url = `${LAUNCHBOARD_URL}/v3${path}`
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

async function tokenOf(uid) {
  await post('/users', { uid, name: uid }) // a user who is there stays as it is
  const { data, error } = await post(`/users/${uid}/auth_tokens`, {})
  if (!data) throw new Error(error.message)
  return data.authToken
}

createServer((request, response) => {
  if (request.url !== '/chat-token') return createReadStream('index.html').pipe(response)
  tokenOf('ann').then(
    (token) => response.end(token),
    (error) => response.writeHead(502).end(error.message),
  )
}).listen(Number(PORT), 'localhost')
