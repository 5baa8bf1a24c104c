import type { GenericSchema } from 'valibot'
import { parseInput, problemText } from './scenario/parse.ts'

type Rule = readonly [accepts: (value: unknown) => boolean, expected: string]

type Rules<Options> = Readonly<Record<keyof Options, Rule | null>>

/** Throws an error that mentions the invalid option and the accepted values, for callers without TypeScript. */
export function checkOptions<Options extends object>(
  options: Options,
  rules: Rules<Options>,
  prefix = '',
): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    if (!Object.hasOwn(rules, name))
      throw new Error(`${prefix}${name}: is not an option. Options: ${Object.keys(rules).join(', ')}`)
    const [accepts, expected] = rules[name as keyof Options] ?? [() => true, '']
    if (!accepts(value)) throw new Error(`${prefix}${name}: expected ${expected}`)
  }
}

export function checkValue(name: string, schema: GenericSchema, value: unknown): void {
  if (value === undefined) return
  const parsed = parseInput(schema, value)
  if (parsed.ok) return
  const { path, message } = parsed.problem
  throw new Error(problemText({ path: path === '' ? name : `${name}.${path}`, message }))
}

export const aFunction: Rule = [value => typeof value === 'function', 'a function']

export const aBoolean: Rule = [value => typeof value === 'boolean', 'true or false']

export const anObject: Rule = [
  value => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object',
]

const isOrigin = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value

export const anOrigin: Rule = [isOrigin, 'an origin without a path, such as http://localhost:4000']
