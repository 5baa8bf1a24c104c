import { createRequire } from 'node:module'
import type { CompatData, Identifier } from '@mdn/browser-compat-data/types'
import { type PhoneEngine, phoneEngines } from '../../build/engines.ts'

// Loaded with `require`, because an import would send 19 MB through Vite.
export const compatData: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')

const version = (text: string | false | undefined): number =>
  text ? Number.parseFloat(text.replace('≤', '')) : Number.NaN

/**
 * Returns whether a browser version supports a feature without a flag. With `prefixed`, support under a vendor prefix
 * counts. Features that are missing from the data count as supported.
 */
export function has(
  { __compat }: Identifier,
  browser: PhoneEngine['browser'],
  at: number,
  prefixed = false,
): boolean {
  const statements = __compat && [__compat.support[browser] ?? []].flat()
  return (
    statements?.some(
      one =>
        version(one.version_added) <= at &&
        !(version(one.version_removed) <= at) &&
        !one.flags &&
        !one.alternative_name &&
        (prefixed || !one.prefix),
    ) ?? true
  )
}

/** Returns whether the engine's oldest supported version lacks a feature. */
export const lacks = (engine: PhoneEngine, feature: Identifier, prefixed = false): boolean =>
  !has(feature, engine.browser, engine.version, prefixed)

/** Returns the names of the supported engines whose oldest version lacks a feature. */
export const lacking = (feature: Identifier | undefined, prefixed = false): readonly string[] =>
  phoneEngines
    .filter(engine => feature && lacks(engine, feature, prefixed))
    .map(({ name, version }) => `${name} ${version}`)

export const childrenOf = (parent: Identifier | undefined): readonly (readonly [string, Identifier])[] =>
  Object.entries((parent ?? {}) as Record<string, Identifier>).filter(([name]) => name !== '__compat')

/**
 * The interfaces and namespaces that scripts can use, such as `Array`, `Intl.Segmenter` and `Document`, with their
 * members.
 */
export const interfaces: readonly (readonly [name: string, members: Identifier])[] = [
  ...childrenOf(compatData.api),
  ...childrenOf(compatData.javascript.builtins),
  ...childrenOf(compatData.javascript.builtins?.Intl).map(([name, one]) => [`Intl.${name}`, one] as const),
]

/** Returns a member's name as scripts use it. The data name `CSS.supports`, for example, `supports_static`. */
export const memberName = (name: string): string => name.replace(/_static$/, '')
