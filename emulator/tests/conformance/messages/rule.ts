import type { ConformanceCase } from '../cases.ts'

/** Messages that LINE refuses, and the only error in its response. */
export type RefusedMessages = {
  readonly id: string
  readonly rule: NonNullable<ConformanceCase['rule']>
  readonly messages: string
  readonly property: string
  readonly text: string
}

export const https = 'https://example.com/a.jpg'
export const uri = '{type:"uri",label:"Open",uri:"https://example.com"}'
export const one = (source: string) => `[${source}]`

/** Creates rules for one kind of message. Each row has an id, a text, changed fields, and the error's path and text. */
export function rules(
  kind: string,
  sourceOf: (change: string) => string,
  list: readonly (readonly [id: string, says: string, change: string, property: string, text: string])[],
): RefusedMessages[] {
  return list.map(([id, says, change, property, text]) => ({
    id: `${kind.replaceAll(' ', '-')}-${id}`,
    rule: { of: kind, says },
    messages: one(sourceOf(change)),
    property,
    text,
  }))
}

export const EMPTY = 'May not be empty'
export const NOT_HTTPS = 'Must be a valid HTTPS URL'
export const MISSING = 'must be specified'
export const INVALID = 'invalid property'
export const NOT_IN_LIFF = 'is not available in LIFF'
export const field = (name: string) => `messages[0].${name}`
