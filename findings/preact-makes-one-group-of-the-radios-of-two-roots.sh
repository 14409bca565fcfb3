#!/usr/bin/env bash
# preact 11.2.0 in jsdom 26.1.0, Node 20.20.2.
# Expected: `useId` is unique in the document, so that two groups of radio buttons, each named by its own
# `useId`, are two groups wherever they are rendered.
# Seen: the numbers begin again in each root. Beside one another in one root the groups are two; in two
# roots of one page they have one name, and choosing in one takes the choice of the other away.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund preact@11.2.0 jsdom@26.1.0

cat > roots.mjs << 'JS'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { JSDOM } from 'jsdom'

const { window } = new JSDOM('<main></main><div id="one"></div><div id="two"></div>')
Object.assign(globalThis, { window, document: window.document })
const { h, render } = await import('preact')
const { useId } = await import('preact/hooks')

function Choice() {
  const name = useId()
  const radio = (value) => h('input', { type: 'radio', name, value, defaultChecked: value === 'a' })
  return h('fieldset', null, radio('a'), radio('b'))
}

/** Chooses `b` in the first of two groups: what is chosen in the document then. */
function chosenAfter() {
  const [, second] = document.querySelectorAll('input')
  second.click()
  return [...document.querySelectorAll('input')].map(({ checked }) => checked)
}

render(h('div', null, h(Choice), h(Choice)), document.querySelector('main'))
const together = chosenAfter()
render(null, document.querySelector('main'))

render(h(Choice), document.querySelector('#one'))
render(h(Choice), document.querySelector('#two'))
const names = [...document.querySelectorAll('fieldset')].map((one) => one.querySelector('input').name)
const apart = chosenAfter()

console.log('preact', createRequire(import.meta.url)('preact/package.json').version)
console.log('one root: chosen are', together)
console.log('two roots: names are', names, 'chosen are', apart)
assert.deepEqual(together, [false, true, true, false])
assert.equal(names[0], names[1])
assert.deepEqual(apart, [false, true, false, false])
JS
node roots.mjs
