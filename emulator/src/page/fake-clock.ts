import type { PageConfig } from '../page-config.ts'

/**
 * Gives the page the phone's clock. The cookie jar keeps real time, so the expiry that the page writes into a cookie
 * is moved back by what the page's clock is ahead: both then end together.
 */
export function installClock({ clock }: PageConfig): void {
  const { offsetMs, frozenAt } = clock
  if (offsetMs === 0 && frozenAt === null) return
  const RealDate = Date
  const now = () => frozenAt ?? RealDate.now() + offsetMs
  const PhoneDate = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: target => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  RealDate.prototype.constructor = PhoneDate
  window.Date = PhoneDate
  shiftCookies(() => now() - RealDate.now())
}

function shiftCookies(ahead: () => number): void {
  const descriptor = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  const { get, set } = descriptor ?? {}
  if (!descriptor || !get || !set) return
  Object.defineProperty(Document.prototype, 'cookie', {
    ...descriptor,
    get,
    set(this: Document, text: string) {
      set.call(
        this,
        String(text).replace(/(;\s*expires=)([^;]+)/i, (whole, name: string, date: string) => {
          const at = Date.parse(date)
          return Number.isNaN(at) || at <= 0 ? whole : name + new Date(at - ahead()).toUTCString()
        }),
      )
    },
  })
}
