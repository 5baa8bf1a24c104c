import { readFileSync } from 'node:fs'
import { matches } from '../check-outcome.ts'

/** A refusal by the Messaging API. `status` is null if the connection broke. */
type Refusal = {
  readonly status: number | null
  readonly message?: string
  readonly details?: readonly { readonly message?: string; readonly property?: string }[]
}

/** A call to LINE's bot SDK and LINE's reaction to it. The note in the JSON file lists what `call` may use. */
export type MessagingCase = {
  readonly id: string
  /** An operation of LINE's OpenAPI document, an object, or a section of LINE's reference. */
  readonly spec_ref: string
  readonly setup?: {
    readonly scenario?: string
    readonly webhook?: boolean
    readonly messaging?: Readonly<Record<string, unknown>>
  }
  readonly call: string
  readonly expect: {
    readonly value?: unknown
    readonly error?: Refusal
    readonly sent?: readonly Readonly<Record<string, unknown>>[]
  }
}

/** A call's value or error, and the messages that the account sent during the call. */
export type MessagingOutcome = {
  readonly value?: unknown
  readonly error?: Refusal
  readonly sent: readonly unknown[]
}

export const CASES_FILE = new URL('messaging-conformance.json', import.meta.url).pathname

export const messagingCases: readonly MessagingCase[] = JSON.parse(readFileSync(CASES_FILE, 'utf8')).cases

export function checkMessaging({ expect }: MessagingCase, outcome: MessagingOutcome): readonly string[] {
  const problems: string[] = []
  const compare = (name: 'value' | 'error' | 'sent') => {
    if (!matches(expect[name], outcome[name]))
      problems.push(`${name}: wanted ${JSON.stringify(expect[name])}, got ${JSON.stringify(outcome[name])}`)
  }
  // Always compared: an unexpected refusal is a failure.
  compare('error')
  if ('value' in expect) compare('value')
  if ('sent' in expect) compare('sent')
  return problems
}
