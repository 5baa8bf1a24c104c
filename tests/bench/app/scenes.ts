import type { Person } from './site.ts'

/** Selector of the link that opens the receipt form. A visit ends when the page contains this link. */
export const HOME = 'main a[href="/receipt"]'

export type Scene = {
  readonly name: string
  readonly of: 'app' | 'literal'
  readonly kind: 'line' | 'browser'
  /** True if the browser supports service workers. LINE's browser does not today. */
  readonly worker: boolean
  /** What the phone did before this visit. */
  readonly before: 'nothing' | 'a visit'
  readonly person?: Person
  /** True if the campaign is over. */
  readonly ended?: boolean
  readonly path?: string
  readonly selector?: string
  readonly offline?: boolean
  /** True if the visit loads more than one document. All of them are counted then. */
  readonly severalDocuments?: boolean
  /** The button to press as soon as it appears. */
  readonly press?: string
  /** The part of the visit to count; the whole visit if omitted. */
  readonly part?: 'up to LINE Login' | 'after LINE Login'
}

const line = { of: 'app', kind: 'line', worker: false } as const
const browser = { of: 'app', kind: 'browser', worker: true } as const
const history = { path: '/receiptHistory', selector: 'main h1[tabindex]' } as const

export const scenes: readonly Scene[] = [
  { ...line, name: 'literal order, in LINE, cold', of: 'literal', before: 'nothing' },
  { ...line, name: 'literal order, in LINE, warm', of: 'literal', before: 'a visit' },
  { ...line, name: 'in LINE, cold', before: 'nothing' },
  { ...line, name: 'in LINE, warm', before: 'a visit' },
  { ...line, name: 'in LINE, worker, cold', worker: true, before: 'nothing' },
  { ...line, name: 'in LINE, worker, warm', worker: true, before: 'a visit' },
  { ...line, name: 'in LINE, deep link, cold', before: 'nothing', ...history },
  { ...line, name: 'in LINE, deep link, warm', before: 'a visit', ...history },
  { ...browser, name: 'other browser, before login', before: 'nothing', part: 'up to LINE Login' },
  { ...browser, name: 'other browser, after login, cold', before: 'nothing', part: 'after LINE Login' },
  { ...browser, name: 'other browser, after login, warm', before: 'a visit' },
  {
    ...browser,
    name: 'other browser, after login, no worker, warm',
    worker: false,
    before: 'a visit',
  },
  { ...browser, name: 'other browser, offline', before: 'a visit', offline: true },
]

/** The heading of the first view of /register, and of the screen after the end. */
const HEADING = 'main h1[tabindex]'
const first = { ...line, before: 'nothing' } as const
const landing = { ...first, person: 'new', selector: HEADING } as const
const join = { press: 'main [class*=join] button', selector: 'input[name=consentTerms]' } as const

/** First visits. Their times are compared with that of the first one, a known customer's home. */
export const firstVisits: readonly Scene[] = [
  { ...first, name: 'first visit, home' },
  { ...landing, name: 'first visit, new customer' },
  { ...landing, name: 'first visit, new customer joins at once', ...join },
  { ...landing, name: 'first visit, new customer, deep link', path: '/receiptHistory' },
  { ...landing, name: 'first visit, not a friend, landing', person: 'new, not a friend' },
  {
    ...landing,
    name: 'first visit, not a friend, add-friend page',
    person: 'new, not a friend',
    selector: 'form button[name=answer]',
    severalDocuments: true,
  },
  { ...first, name: 'first visit, expired token', person: 'customer, expired token', severalDocuments: true },
  { ...first, name: 'first visit, campaign over', ended: true, selector: HEADING },
  { ...first, name: 'first visit, deep link', ...history },
  { ...browser, name: 'first visit, other browser', before: 'nothing' },
]

/** The four visits whose times are compared. Measuring the times of all visits would take an hour. */
export const timed = scenes.slice(0, 4)
