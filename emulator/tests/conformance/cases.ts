import { readFileSync } from 'node:fs'
import type { Scope } from '#emulator/index.ts'
import type { ScenarioInput } from '#emulator/scenario/schema.ts'

/**
 * A response that replaces one of LINE's. `match` is exactly `host/path`, or `re:` followed by a regular
 * expression for it.
 */
export type ServerAnswer = {
  readonly match: string
  readonly method?: string
  readonly status?: number
  readonly body?: unknown
  readonly raw?: string
  readonly abort?: boolean
}

/**
 * The answer of LINE's bridge (`window._liff`) to one message type. `noCb` omits the callback id from the
 * answer.
 */
export type BridgeAnswer = {
  readonly data?: unknown
  readonly error?: unknown
  readonly noCb?: boolean
}

export type CaseSetup = {
  readonly where: 'external' | 'client' | 'line-browser'
  readonly os?: 'android' | 'ios' | 'ipad' | 'web'
  readonly line?: string
  readonly locale?: string
  readonly sub?: boolean
  readonly initCalled?: boolean
  readonly initOptions?: Readonly<Record<string, unknown>>
  readonly loggedIn?: boolean
  readonly noCookie?: boolean
  readonly store?: Readonly<Record<string, unknown>>
  readonly rawSession?: Readonly<Record<string, string>>
  readonly path?: string
  readonly query?: string
  readonly urlHash?: string
  readonly extraHash?: string
  readonly hash?: 'none'
  readonly dropHash?: readonly string[]
  readonly setHash?: Readonly<Record<string, string>>
  readonly context?: Readonly<Record<string, unknown>>
  readonly endpointUrl?: string
  /** Makes the app a MINI App: the fields of the scenario's `apps[].miniApp`. */
  readonly miniApp?: NonNullable<NonNullable<ScenarioInput['apps']>[number]['miniApp']>
  /** `none`: the user has not agreed to any scope of the app. */
  readonly consent?: 'none'
  readonly scope?: readonly string[]
  readonly availability?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  readonly friend?: boolean
  readonly unauthorized?: readonly Scope[]
  readonly tokenScope?: string
  readonly tokenChannel?: string
  readonly expiredAccess?: boolean
  readonly idTokenVariant?: string
  readonly server?: readonly ServerAnswer[]
  readonly bridge?: Readonly<Record<string, BridgeAnswer>>
  readonly bridgeless?: boolean
  /** `document.referrer` of the page, instead of the browser's. */
  readonly referrer?: string
  /** `history.length` of the page, instead of the browser's. */
  readonly historyLength?: number
  readonly popupBlocked?: boolean
  readonly confirm?: boolean
  readonly promptAnswer?: string
  readonly recordSame?: boolean
}

export type ExpectedError = {
  readonly name?: string
  readonly code?: string
  readonly message?: string
}

export type Expectation = {
  readonly initError?: ExpectedError
  readonly error?: ExpectedError
  readonly init?: '__pending__'
  readonly value?: unknown
  readonly valueHas?: string
  readonly requests?: readonly string[]
  readonly notRequests?: readonly string[]
  readonly noRequestsAtAll?: boolean
  readonly nav?: readonly string[]
  readonly navHas?: string
  readonly bridge?: readonly (readonly [type: string, json: string])[]
  readonly body?: { readonly url: string; readonly json: unknown }
  /** LINE's response to the first request whose URL contains `url`. The SDK hides parts of it, such as `details`. */
  readonly answer?: { readonly url: string; readonly status: number; readonly json: unknown }
  readonly countAtLeast?: readonly [text: string, n: number]
  readonly countAtMost?: readonly [text: string, n: number]
  readonly keysLocalAbsent?: readonly string[]
  readonly consoleHas?: string
}

export type ConformanceCase = {
  readonly id: string
  readonly spec_ref: string
  /** The LINE rule that the case demonstrates, for the support page: its subject, and its text. */
  readonly rule?: { readonly of: string; readonly says: string }
  readonly setup: CaseSetup
  readonly call: string
  readonly expect: Expectation
  readonly expect_by_version?: Readonly<Record<string, Expectation>>
  readonly versions?: readonly string[]
}

function jsonOf(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
}

export function loadCases(file: string): readonly ConformanceCase[] {
  const content = jsonOf(file) as { cases?: unknown } | null
  if (!Array.isArray(content?.cases)) throw new Error(`${file}: the list "cases" is missing`)
  const seen = new Set<string>()
  for (const [index, value] of content.cases.entries()) {
    const one = value as Partial<ConformanceCase>
    if (typeof one.id !== 'string' || one.id === '') throw new Error(`${file}: cases[${index}].id is missing`)
    if (seen.has(one.id)) throw new Error(`${file}: the id ${one.id} occurs twice`)
    if (typeof one.call !== 'string') throw new Error(`${file}: ${one.id}.call is missing`)
    if (typeof one.expect !== 'object') throw new Error(`${file}: ${one.id}.expect is missing`)
    if (typeof one.setup?.where !== 'string') throw new Error(`${file}: ${one.id}.setup.where is missing`)
    seen.add(one.id)
  }
  return content.cases as ConformanceCase[]
}

export function expectationFor(one: ConformanceCase, version: string): Expectation | null {
  if (one.versions && !one.versions.includes(version)) return null
  return one.expect_by_version?.[version] ?? one.expect
}
