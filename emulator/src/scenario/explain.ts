import * as v from 'valibot'

/** A validation error: the path of the invalid field (`apps.0.liffId`) and the accepted values. */
export type Problem = { readonly path: string; readonly message: string }

type Node = {
  readonly expects?: string
  readonly wrapped?: Node
  readonly entries?: Readonly<Record<string, Node>>
  readonly item?: Node
  readonly value?: Node
}

/** The values that these checks expect. Valibot mentions them only in its messages. */
const NAMES: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  url: 'a URL',
  email: 'an email address',
}

const unwrapped = (node: Node | undefined): Node | undefined =>
  node?.wrapped === undefined ? node : unwrapped(node.wrapped)

/** Returns undefined if the path leads into a union or is unknown. */
function partAt(schema: Node, keys: readonly unknown[]): Node | undefined {
  return unwrapped(
    keys.reduce<Node | undefined>((at, key) => {
      const { entries, item, value } = unwrapped(at) ?? {}
      if (entries === undefined) return item ?? value
      return Object.hasOwn(entries, String(key)) ? entries[String(key)] : undefined
    }, schema),
  )
}

export function explain(issue: v.BaseIssue<unknown>, schema: v.GenericSchema): Problem {
  const path = v.getDotPath(issue) ?? ''
  const keys = (issue.path ?? []).map(({ key }) => key)
  if (issue.kind === 'schema' && issue.type === 'strict_object' && issue.expected === 'never') {
    const { entries = {} } = partAt(schema as Node, keys.slice(0, -1)) ?? {}
    return { path, message: `unknown field. Allowed: ${Object.keys(entries).join(', ')}` }
  }
  if (issue.received === 'undefined') {
    const { expects = issue.type === 'variant' ? issue.expected : undefined } =
      partAt(schema as Node, keys) ?? {}
    return { path, message: expects === undefined ? 'is missing' : `is missing, expected ${expects}` }
  }
  // Valibot's default messages do not list the accepted values, and repeat the received value, which is added below.
  const hasOwnMessage = issue.kind !== 'schema' && !issue.message.startsWith('Invalid ')
  const allowed = hasOwnMessage ? issue.message : `expected ${NAMES[issue.type] ?? issue.expected}`
  // The rule applies to a whole object, so "got Object" would not help.
  if (issue.received === 'Object') return { path, message: allowed }
  return { path, message: `${allowed}, got ${issue.received}` }
}

/** Finds input that valibot accepts but drops: an array in place of an object, and keys such as `__proto__`. */
export function ignoredIn(input: unknown, output: unknown, path: readonly string[] = []): Problem | null {
  if (input === output || typeof input !== 'object' || typeof output !== 'object') return null
  if (input === null || output === null) return null
  if (Array.isArray(input) !== Array.isArray(output))
    return { path: path.join('.'), message: 'expected Object, got Array' }
  for (const [key, value] of Object.entries(input)) {
    const at = [...path, key]
    if (!Object.hasOwn(output, key))
      return { path: at.join('.'), message: 'this name is not allowed. Allowed: any other name' }
    const problem = ignoredIn(value, (output as Record<string, unknown>)[key], at)
    if (problem !== null) return problem
  }
  return null
}
