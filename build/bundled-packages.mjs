// The packages that are bundled: their licences, and a bill of materials.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders of the packages. */
const folders = new Set()
/** The source maps of their files: they name what a package has bundled itself. */
const maps = new Set()

export function noteFiles(files) {
  for (const file of files) {
    const [folder] = /(?<=^|\/)node_modules\/(.*\/node_modules\/)?(@[^/]+\/)?[^/]+/.exec(file) ?? []
    if (folder) notePackage(folder)
    if (folder) maps.add(`${file}.map`)
  }
}

export function notePackage(folder) {
  folders.add(folder)
}

/** The licences of all that is bundled, which ask to go with it. */
export async function writeNotices(path) {
  const notices = await Promise.all([...folders].sort().map(noticeOf))
  const inside = (await nestedPackages()).map(
    ({ name, version, bundledIn }) => `${name} ${version}, bundled in ${bundledIn}`,
  )
  await writeFile(path, [...new Set(notices), inside.join('\n')].join(`\n\n${'-'.repeat(80)}\n\n`))
}

const NESTED = /\/\.pnpm\/((?:@[^+/]+\+)?[^+@/]+)@([^_(/]+)/
const OF_PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/

/** Packages inside of those that are bundled. An advisory for them names them alone. */
async function nestedPackages() {
  const found = new Map()
  for (const map of [...maps].sort()) {
    const text = await readFile(map, 'utf8').catch(() => '{}')
    for (const source of JSON.parse(text).sources ?? []) {
      const [, name, version] = NESTED.exec(source ?? '') ?? []
      const [, bundledIn] = OF_PACKAGE.exec(map) ?? []
      if (name)
        found.set(`${name}@${version}`, { name: name.replace('+', '/'), version, bundledIn })
    }
  }
  return [...found.values()]
}

async function noticeOf(folder) {
  const { name, version, license } = await manifestOf(folder)
  const names = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  const texts = await Promise.all(names.sort().map((file) => readFile(join(folder, file), 'utf8')))
  return [`${name} ${version}, ${license}`, ...texts.map((text) => text.trim())].join('\n\n')
}

/** https://cyclonedx.org/docs/1.6/json/ */
export async function writeBillOfMaterials(path) {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const manifests = await Promise.all(
    [...folders].sort().map(async (folder) => {
      return { ...(await manifestOf(folder)), integrity: packages[folder]?.integrity }
    }),
  )
  const { dependencies, ...own } = await manifestOf('.')
  // Installed beside the bundle.
  const beside = Object.keys(dependencies).map((name) => {
    const { version, license, integrity } = packages[`node_modules/${name}`]
    return { name, version, license, integrity }
  })
  const components = [...manifests, ...beside, ...(await nestedPackages())].map(componentOf)
  const byReference = new Map(components.map((component) => [component['bom-ref'], component]))
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...componentOf(own), type: 'application' } },
    components: [...byReference.values()],
  }
  await writeFile(path, `${JSON.stringify(bill, null, 2)}\n`)
}

function componentOf({ name, version, license, integrity }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const isExpression = / (OR|AND|WITH) /.test(license)
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license && {
      licenses: [isExpression ? { expression: license } : { license: { id: license } }],
    }),
    ...(integrity && { hashes: [hashOf(integrity)] }),
  }
}

/** Of the package as the registry serves it. */
function hashOf(integrity) {
  const [algorithm, content] = integrity.split('-', 2)
  const alg = algorithm.replace('sha', 'SHA-')
  return { alg, content: Buffer.from(content, 'base64').toString('hex') }
}

async function manifestOf(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}
