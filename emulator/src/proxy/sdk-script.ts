import { existsSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'

type Package = { readonly name?: string; readonly version: string }

function packageAt(folder: string): Package | null {
  const file = join(folder, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Package) : null
}

/** The SDK as it is installed: its main file, for `require`, and its version. */
export type InstalledSdk = { readonly main: string; readonly version: string }

/** The SDK that an app at `from` has installed, under its own name or another; null without one. */
export function installedSdk(from: string, name = '@line/liff'): InstalledSdk | null {
  try {
    const main = createRequire(resolve(from, 'package.json')).resolve(name)
    let home = dirname(main)
    while (packageAt(home)?.name !== '@line/liff' && dirname(home) !== home) home = dirname(home)
    return { main, version: packageAt(home)?.version ?? '' }
  } catch {
    return null
  }
}

const REQUIRED = /\brequire\(\s*["']([^"']+)["']\s*\)/g

/** The package that stands in for a module of Node's in a browser; null where none is installed. */
function browserPackageFor(find: NodeJS.RequireResolve, id: string): string | null {
  try {
    return find(`${id}/`)
  } catch {
    return null
  }
}

/** A file as a CommonJS module: older SDKs require a JSON file and a polyfill in the plainest form of an ES module. */
function commonJs(file: string, text: string): string {
  if (file.endsWith('.json')) return `module.exports = ${text}`
  if (!/^(import|export) /m.test(text)) return text
  return text
    .replace(/^import\s+(\w+) from ('[^']+'|"[^"]+")/gm, 'var $1 = require($2).default')
    .replace(/^export default /gm, 'exports.default = ')
}

/** Each module that is reached from `main`, with the files that its `require`s mean. */
function modulesOf(main: string): Map<string, { code: string; required: Record<string, string> }> {
  const modules = new Map<string, { code: string; required: Record<string, string> }>()
  const waiting = [main]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (modules.has(file)) continue
    const code = commonJs(file, readFileSync(file, 'utf8'))
    const require = createRequire(file)
    const ids = [...code.matchAll(REQUIRED)].map(([, id = '']) => id)
    const required = Object.fromEntries(
      ids.flatMap(id => {
        const found = isBuiltin(id) ? browserPackageFor(require.resolve, id) : require.resolve(id)
        return found === null ? [] : [[id, found]]
      }),
    )
    modules.set(file, { code, required })
    waiting.push(...Object.values(required))
  }
  return modules
}

/**
 * The npm package as the CDN serves it: one script that sets `window.liff`. Its modules are put side by side as they
 * are: what a minifier or a transpiler does to them can break what the SDK evaluates in another frame.
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
  if (at === undefined) throw new Error('no such module')
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
