import { readFileSync } from 'node:fs'
import type { PhoneEngine } from '../../build/engines.ts'
import { childrenOf, interfaces, lacks } from './browser-data.ts'
import { newerCssFeatures, styleSheets } from './css-features.ts'

type Removals = {
  readonly members: readonly (readonly [string, string])[]
  readonly names: readonly string[]
}

/** Returns the interfaces and members of interfaces that the oldest supported version of an engine lacks. */
function removalsFor(engine: PhoneEngine): Removals {
  const members = interfaces.flatMap(([owner, feature]) =>
    childrenOf(feature)
      .filter(([, member]) => lacks(engine, member))
      .map(([name]) => [owner, name] as const),
  )
  return { members, names: interfaces.filter(([, feature]) => lacks(engine, feature)).map(([name]) => name) }
}

function remove({ members, names }: Removals): void {
  type Owner = Record<string, unknown> & { readonly prototype?: object }
  const scopes = ['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope']
  const find = (path: string) =>
    path.split('.').reduce<unknown>((owner, name) => (owner as Owner | undefined)?.[name], globalThis) as
      | Owner
      | undefined
  for (const [path, key] of members) {
    const owner = find(path)
    // The browser data call the static `Response.json` `json_static`. It is newer than `Response.prototype.json`.
    const name = key.replace(/_static$/, '')
    if (owner?.prototype && key === name) Reflect.deleteProperty(owner.prototype, name)
    if (owner) Reflect.deleteProperty(owner, name)
    if (owner && scopes.includes(path)) Reflect.deleteProperty(globalThis, name)
  }
  for (const path of names) {
    const { prototype } = find(path) ?? {}
    // Elements of an interface that the phone lacks still exist, but have none of its members.
    for (const key of prototype ? Reflect.ownKeys(prototype) : [])
      if (prototype && key !== 'constructor') Reflect.deleteProperty(prototype, key)
    const parent = path.includes('.') ? find(path.slice(0, path.lastIndexOf('.'))) : globalThis
    if (parent) Reflect.deleteProperty(parent, path.slice(path.lastIndexOf('.') + 1))
  }
}

/** Returns a script that deletes the interfaces and members that the engine's oldest supported version lacks. */
export const scriptFor = (engine: PhoneEngine): string =>
  `(${remove.toString()})(${JSON.stringify(removalsFor(engine))});`

/**
 * Returns a function that makes CSS invalid in a built script, style sheet or document if the engine's oldest supported
 * version lacks it.
 */
export function styleEraser(engine: PhoneEngine): (built: string) => string {
  const found = styleSheets().flatMap(file => newerCssFeatures(readFileSync(file, 'utf8'), true))
  const names = new Set(
    found
      .filter(({ lacking }) => lacking.some(one => one.startsWith(engine.name)))
      .map(({ feature }) => feature),
  )
  const erase = (built: string, feature: string) => {
    if (feature === 'dvh') return built.replaceAll(/(\d)dvh\b/g, '$1unknown')
    const [property = '', value] = feature.split(': ')
    // A word such as `resize` may be a name in a script, so replace it only together with its value.
    if (value === undefined && !property.includes('-')) return built
    return built.replaceAll(new RegExp(`(?<![\\w-])${property}:\\s*${value ?? ''}`, 'g'), 'unknown-$&')
  }
  return built => [...names].reduce(erase, built)
}
