import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import './docs.css'

const DESCRIPTION = '/openapi.json'
/** The same key as in the rest of the page. */
const STORAGE_KEY = 'launchboard-token'

const form = document.querySelector('#token-form')
const field = document.querySelector('#token')
const errorText = document.querySelector('#error')

const { classList, dataset } = document.documentElement
const isDark = matchMedia('(prefers-color-scheme: dark)').matches
classList.toggle('dark-mode', dataset.theme ? dataset.theme === 'dark' : isDark)

form.addEventListener('submit', (event) => {
  event.preventDefault()
  sessionStorage.setItem(STORAGE_KEY, field.value.trim())
  void open()
})

await open()

/** Shows the API, or a form for the token if the service requires one. */
async function open() {
  const response = await fetch(DESCRIPTION, { headers: credentials() }).catch(() => undefined)
  if (response?.ok) return show(await response.json())
  if (response?.status === 401) return askForToken()
  const { error } = (await response?.json().catch(() => undefined)) ?? {}
  showError(error ?? 'The service cannot be reached. Reload the page to try again.')
}

function askForToken() {
  const wasSent = sessionStorage.getItem(STORAGE_KEY)
  sessionStorage.removeItem(STORAGE_KEY)
  form.hidden = false
  field.focus()
  field.select()
  showError(wasSent ? 'This token is not accepted.' : '')
}

function show(spec) {
  form.hidden = true
  showError('')
  SwaggerUIBundle({
    spec,
    dom_id: '#docs',
    deepLinking: true,
    validatorUrl: null, // the default is a public service on another host
    requestInterceptor,
  })
}

/** Adds the token to requests to this service, unless one was entered at "Authorize". */
function requestInterceptor(request) {
  const names = Object.keys(request.headers).map((name) => name.toLowerCase())
  const isSameOrigin = new URL(request.url, location.href).origin === location.origin
  const hasToken = names.includes('authorization') || names.includes('x-api-key')
  if (isSameOrigin && !hasToken) Object.assign(request.headers, credentials())
  return request
}

function credentials() {
  const token = sessionStorage.getItem(STORAGE_KEY)
  return token ? { authorization: `Bearer ${token}` } : {}
}

function showError(text) {
  errorText.textContent = text
  field.setAttribute('aria-invalid', String(text !== ''))
}
