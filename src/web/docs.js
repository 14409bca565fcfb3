import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import './docs.css'

const DESCRIPTION = '/openapi.json'
const KEPT_AS = 'launchboard-token'

const form = document.querySelector('#token-form')
const field = document.querySelector('#token')
const problem = document.querySelector('#problem')

form.addEventListener('submit', (event) => {
  event.preventDefault()
  sessionStorage.setItem(KEPT_AS, field.value.trim())
  void open()
})

await open()

/** Shows the description, or asks for a token where there is none without. */
async function open() {
  const response = await fetch(DESCRIPTION, { headers: credentials() }).catch(() => undefined)
  if (response?.ok) return show(await response.json())
  if (response?.status === 401) return ask()
  const { error } = (await response?.json().catch(() => undefined)) ?? {}
  say(error ?? 'The service does not answer. Load the page again in a while.')
}

function ask() {
  const wasSent = sessionStorage.getItem(KEPT_AS)
  sessionStorage.removeItem(KEPT_AS)
  form.hidden = false
  field.focus()
  field.select()
  say(wasSent ? 'This token is not accepted.' : '')
}

function show(spec) {
  form.hidden = true
  say('')
  SwaggerUIBundle({
    spec,
    dom_id: '#docs',
    deepLinking: true,
    validatorUrl: null, // the validator is a public service: the page asks nobody but us
    requestInterceptor,
  })
}

/** A token that was typed in at "Authorize" goes before ours, and nobody else is told ours. */
function requestInterceptor(request) {
  const names = Object.keys(request.headers).map((name) => name.toLowerCase())
  const isOurs = new URL(request.url, location.href).origin === location.origin
  const hasToken = names.includes('authorization') || names.includes('x-api-key')
  if (isOurs && !hasToken) Object.assign(request.headers, credentials())
  return request
}

function credentials() {
  const token = sessionStorage.getItem(KEPT_AS)
  return token ? { authorization: `Bearer ${token}` } : {}
}

function say(text) {
  problem.textContent = text
  field.setAttribute('aria-invalid', String(text !== ''))
}
