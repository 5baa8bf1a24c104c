import type { Fields } from '../../fields.ts'
import { type BotAnswer, invalidField } from './operation.ts'

/** Thrown while reading a narrowcast's recipient or filter. */
export class Refused extends Error {
  readonly answer: BotAnswer
  constructor(answer: BotAnswer) {
    super('invalid recipient or filter')
    this.answer = answer
  }
}

export const refusedAt = (message: string, property: string) => new Refused(invalidField(message, property))

/** Returns the result of `read` or, if it throws a `Refused`, the answer in that error. */
export function orAnswer<T>(read: () => T): T | BotAnswer {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.answer
  }
}

/** Reads an object with exactly one of `and`, `or` and `not`. `not` has one part. */
export function operatorIn<T>(operator: Fields, path: string, read: (part: unknown, path: string) => T) {
  const given = (['and', 'or', 'not'] as const).filter(name => (operator[name] ?? null) !== null)
  const [name] = given
  if (name === undefined || given.length > 1) throw refusedAt('Specify exactly one of and, or and not', path)
  if (name === 'not') return { name, parts: [read(operator.not, `${path}.not`)] }
  const list = operator[name]
  if (!Array.isArray(list) || list.length === 0) throw refusedAt('May not be empty', `${path}.${name}`)
  return { name, parts: list.map((part, at) => read(part, `${path}.${name}[${at}]`)) }
}
