import { readdirSync } from 'node:fs'
import type { Identifier } from '@mdn/browser-compat-data/types'
import { childrenOf, compatData, lacking } from './browser-data.ts'

type Features = readonly (readonly [name: string, entry: Identifier | undefined])[]
type Found = { readonly feature: string; readonly lacking: readonly string[] }

const { selectors, properties, types, 'at-rules': atRules } = compatData.css

/** Returns the entry with this name from any depth of the data. */
function inTree(tree: Identifier | undefined, name: string): Identifier | undefined {
  for (const [key, child] of childrenOf(tree)) {
    const found = key === name ? child : inTree(child, name)
    if (found) return found
  }
  return undefined
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(match => match[1] ?? '')

/** Returns the names and entries of the features in the text before `{`. */
function inPrelude(text: string): Features {
  const [, rule] = /^@([\w-]+)/.exec(text) ?? []
  if (rule)
    return [
      [`@${rule}`, atRules?.[rule]] as const,
      ...matches(text, /\(([\w-]+)/g).map(name => [`@${rule} ${name}`, atRules?.[rule]?.[name]] as const),
    ]
  return [
    ...matches(text, /::?([a-z][\w-]*)/g).map(name => [`:${name}`, selectors?.[name]] as const),
    ...matches(text, /(&)/g).map(name => [name, selectors?.nesting] as const),
  ]
}

function inDeclaration(text: string): Features {
  const [, name = '', value = ''] = /^([\w-]+)\s*:([\s\S]*)$/.exec(text) ?? []
  if (name === '') return []
  const property = name.startsWith('--') ? undefined : properties?.[name]
  return [
    [name, property] as const,
    ...matches(value, /(?<![\w-])([a-z][a-z-]+)(?![\w-]*\()/g).map(
      word => [`${name}: ${word}`, property?.[word]] as const,
    ),
    ...matches(value, /(?<![\w-])([a-z][a-z-]*)\(/g).map(word => [`${word}()`, inTree(types, word)] as const),
    ...(/\d[dsl]v[hwib]\b/.test(value)
      ? [['dvh', inTree(types, 'viewport_percentage_units_dynamic')] as const]
      : []),
  ]
}

/**
 * Returns the features of a style sheet that a supported engine lacks. Features inside `@supports` count only if
 * `guardedToo`.
 */
export function newerCssFeatures(css: string, guardedToo = false): readonly Found[] {
  const found: Found[] = []
  const open: string[] = []
  let text = ''
  for (const sign of css.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '')) {
    if (!'{};'.includes(sign)) {
      text += sign
      continue
    }
    const part = text.trim()
    text = ''
    const guarded = !guardedToo && open.some(prelude => prelude.startsWith('@supports'))
    const features = part === '' || guarded ? [] : sign === '{' ? inPrelude(part) : inDeclaration(part)
    for (const [feature, entry] of features)
      if (lacking(entry, true).length > 0) found.push({ feature, lacking: lacking(entry, true) })
    if (sign === '{') open.push(part)
    else if (sign === '}') open.pop()
  }
  return found
}

export const styleSheets = (): readonly string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.css'))
    .map(name => `src/${name}`)
