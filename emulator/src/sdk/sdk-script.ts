import { existsSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'

type Package = { readonly name?: string; readonly version: string }

function packageAt(folder: string): Package | null {
  const file = join(folder, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Package) : null
}

/** `main` is the path of the file that `require` would load. */
export type InstalledSdk = { readonly main: string; readonly version: string }

/** Finds the SDK that the app in `from` has installed as package `name`. Returns null if there is none. */
export function installedSdk(from: string, name = '@line/liff'): InstalledSdk | null {
  try {
    const main = createRequire(resolve(from, 'package.json')).resolve(name)
    let folder = dirname(main)
    while (packageAt(folder)?.name !== '@line/liff' && dirname(folder) !== folder) folder = dirname(folder)
    return { main, version: packageAt(folder)?.version ?? '' }
  } catch {
    return null
  }
}

const REQUIRED = /\brequire\(\s*["']([^"']+)["']\s*\)/g

function browserPackageFor(find: NodeJS.RequireResolve, id: string): string | null {
  try {
    return find(`${id}/`)
  } catch {
    return null
  }
}

/** Converts a file to CommonJS: older SDKs also require JSON and a polyfill that is a simple ES module. */
function commonJs(file: string, text: string): string {
  if (file.endsWith('.json')) return `module.exports = ${text}`
  if (!/^(import|export) /m.test(text)) return text
  return text
    .replace(/^import\s+(\w+) from ('[^']+'|"[^"]+")/gm, 'var $1 = require($2).default')
    .replace(/^export default /gm, 'exports.default = ')
}

/**
 * The SDK's packages share its version, so resolve them from the SDK first: if two versions are installed, the package
 * next to `file` may belong to the other version. `tslib` is a peer dependency of these packages: in an app with an
 * older `tslib`, only the SDK's own node_modules has the right one.
 */
function moduleOf(main: string, file: string, id: string): string {
  if (id.startsWith('@liff/') || id === 'tslib') {
    try {
      return createRequire(main).resolve(id)
    } catch {
      // pnpm hides packages that are not the SDK's direct dependencies.
    }
  }
  return createRequire(file).resolve(id)
}

function modulesOf(main: string): Map<string, { code: string; required: Record<string, string> }> {
  const modules = new Map<string, { code: string; required: Record<string, string> }>()
  const queue = [main]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (modules.has(file)) continue
    const code = commonJs(file, readFileSync(file, 'utf8'))
    const ids = [...code.matchAll(REQUIRED)].map(([, id = '']) => id)
    const required = Object.fromEntries(
      ids.flatMap(id => {
        const found = isBuiltin(id)
          ? browserPackageFor(createRequire(file).resolve, id)
          : moduleOf(main, file, id)
        return found === null ? [] : [[id, found]]
      }),
    )
    modules.set(file, { code, required })
    queue.push(...Object.values(required))
  }
  return modules
}

/**
 * Bundles the npm package into a single script that sets `window.liff`, like the CDN's file. The modules stay
 * unchanged, because the SDK evaluates some functions in another frame, where minified or transpiled code could break.
 */
export function sdkScript({ main }: InstalledSdk): string {
  const modules = modulesOf(main)
  const numbers = new Map([...modules.keys()].map((file, at) => [file, at]))
  const parts = [...modules.values()].map(({ code, required }) => {
    const known = Object.fromEntries(Object.entries(required).map(([id, file]) => [id, numbers.get(file)]))
    return `[${JSON.stringify(known)}, function (require, module, exports, process, global) {\n${code}\n}]`
  })
  return `(function () {
var parts = [${parts.join(',\n')}]
var loaded = {}
var process = { env: {}, browser: true, nextTick: function (task) { setTimeout(task) } }
function load(at) {
  if (at === undefined) throw new Error('module not found')
  if (loaded[at]) return loaded[at].exports
  var module = loaded[at] = { exports: {} }
  parts[at][1].call(module.exports, function (id) { return load(parts[at][0][id]) }, module, module.exports, process, window)
  return module.exports
}
var sdk = load(${numbers.get(main)})
window.liff = sdk.default || sdk
})()
`
}
