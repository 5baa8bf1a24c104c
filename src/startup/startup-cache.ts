import { isErrorCode } from '#contract/errors.ts'
import { type Failure, type LocalStorage, refusal } from '#src/ports.ts'
import { DRAFTS } from '#src/storage/keys.ts'
import { exhaustedGuards, type Guards, parseGuards } from './loop-guards.ts'
import type { CachedIdentity, Verdict } from './types.ts'

/** Keys in local storage, because the app must open without waiting for the database. */
const IDENTITY = 'identity'
const VERDICT = 'verdict'
const GUARDS = 'guards'
const ASKED = 'asked:'

type Fields = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isNumber = (value: unknown): value is number => typeof value === 'number'

function read<T>(text: string | null, check: (fields: Fields) => T | null): T | null {
  if (text === null) return null
  try {
    return check(fieldsOf(JSON.parse(text)))
  } catch {
    return null
  }
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

function identity({ customerId, profile }: Fields): CachedIdentity | null {
  const { userId, displayName, pictureUrl } = fieldsOf(profile)
  if (!isText(customerId) || !isText(userId) || !isText(displayName)) return null
  if (pictureUrl !== null && !isText(pictureUrl)) return null
  return { customerId, profile: { userId, displayName, pictureUrl } }
}

function verdict({ ended, pending, allowExternalBrowser, at, skew }: Fields): Verdict | null {
  if (!isFlag(ended) || !isFlag(pending) || !isFlag(allowExternalBrowser)) return null
  return isNumber(at) && isNumber(skew) ? { ended, pending, allowExternalBrowser, at, skew } : null
}

export function createStartupCache(local: LocalStorage) {
  return {
    identity: (): CachedIdentity | null => read(local.phone.get(IDENTITY), identity),
    storeIdentity: (value: CachedIdentity | null): void =>
      local.phone.set(IDENTITY, value && JSON.stringify(value)),
    asked: (call: AskedCall): Asked | null => read(local.phone.get(ASKED + call), asked),
    storeAsked: (call: AskedCall, value: Asked | null): void =>
      local.phone.set(ASKED + call, value && JSON.stringify(value)),
    verdict: (): Verdict | null => read(local.phone.get(VERDICT), verdict),
    storeVerdict: (value: Verdict): void => local.phone.set(VERDICT, JSON.stringify(value)),
    guards: (now: number): Guards =>
      local.survivesReload() ? parseGuards(local.tab.get(GUARDS)) : exhaustedGuards(now),
    deleteDrafts: (): void => local.tab.deletePrefix(DRAFTS),
    storeGuards: (value: Guards): void => local.tab.set(GUARDS, JSON.stringify(value)),
  }
}
export type AskedCall = 'activity' | 'sign-in'

/** A refusal with `Retry-After`. Times are by the phone's clock, in milliseconds since 1970. */
export type Asked = { readonly from: number; readonly until: number; readonly failure: Failure }

function asked({ from, until, failure }: Fields): Asked | null {
  const { kind, status, code, message, requestId } = fieldsOf(failure)
  if (!isNumber(from) || !isNumber(until) || !isNumber(status)) return null
  if (kind === 'portal') return { from, until, failure: { kind, status } }
  if (kind !== 'refused' || !isText(code) || !isErrorCode(code)) return null
  const [text, id] = [isText(message) ? message : '', isText(requestId) ? requestId : '']
  return { from, until, failure: refusal(status, code, { message: text, requestId: id }) }
}

export type StartupCache = ReturnType<typeof createStartupCache>
