import type { PhoneState } from '../page-config.ts'
import { deleteCookie, expiryCookieName } from './cookies.ts'
import { wrapSetter } from './wrap.ts'

type PhoneClock = PhoneState['clock']

const RealDate = Date
let clock: PhoneClock = { offsetMs: 0, frozenAt: null }
let installed = false

const now = () => clock.frozenAt ?? RealDate.now() + clock.offsetMs

/** Sets the clock behind `Date` and cookies: shifts `expires`, and deletes the SDK's expired ones. */
export function setClock(next: PhoneClock, liffIds: readonly string[]): void {
  clock = next
  const moved = next.offsetMs !== 0 || next.frozenAt !== null
  if (!installed && moved) install()
  deleteExpiredCookies(liffIds)
}

/** Creates a `Date` whose current time is `now()`, in ms since 1970. */
export const dateWith = (now: () => number): DateConstructor =>
  new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: target => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })

function install(): void {
  installed = true
  const PhoneDate = dateWith(now)
  RealDate.prototype.constructor = PhoneDate
  window.Date = PhoneDate
  shiftCookies(() => now() - RealDate.now())
}

/** Deletes expired SDK cookies. The SDK leaves this to the browser, but the browser goes by real time. */
function deleteExpiredCookies(liffIds: readonly string[]): void {
  for (const liffId of liffIds) {
    const name = expiryCookieName(liffId)
    const [, until] = document.cookie.match(new RegExp(`(?:^|; )${name}=(\\d+)`)) ?? []
    if (until !== undefined && Number(until) <= now()) deleteCookie(name)
  }
}

function shiftCookies(ahead: () => number): void {
  wrapSetter(Document.prototype, 'cookie', text =>
    String(text).replace(/(;\s*expires=)([^;]+)/i, (whole, name: string, date: string) => {
      const at = Date.parse(date)
      return Number.isNaN(at) || at <= 0 ? whole : name + new Date(at - ahead()).toUTCString()
    }),
  )
}
