import type { CampaignState, Language, Person } from './site.ts'

/** Selector of the link that opens the receipt form. A visit ends when the page contains this link. */
export const HOME = 'main a[href="/receipt"]'

const LANDING = 'main [class*=join] button'
/** The dates, which are the last content of the landing page: prizes and steps are above them. */
const WHOLE_LANDING = 'main dl'
const CONSENTS = 'main input[name=consentTerms]'
/** The text of an empty receipt history, which appears with the server's response. */
const EMPTY_HISTORY = 'main [class*=empty] a[href="/receipt"]'
const ADD_FRIEND = 'form button[name=answer]'
const CONFIRM = 'main a[href="/confirm"]'
const ENGLISH_HOME = `html[lang=en] ${HOME}`

export type Scene = {
  readonly name: string
  readonly of: 'app' | 'literal'
  readonly kind: 'line' | 'browser'
  /** True if the browser supports service workers. LINE's browser does not today. */
  readonly worker: boolean
  /** What the phone did before this visit. */
  readonly before: 'nothing' | 'a visit'
  readonly person?: Person
  /** Open if omitted. */
  readonly campaign?: CampaignState
  /** The phone's language; Thai if omitted. */
  readonly language?: Language
  readonly path?: string
  readonly selector?: string
  readonly offline?: boolean
  /** True if the visit loads more than one document. All of them are counted then. */
  readonly severalDocuments?: boolean
  /** True if the app first renews LINE's tokens. The visit then ends in the document to which LINE Login returns. */
  readonly renewed?: boolean
  /** The button to press as soon as it appears. */
  readonly press?: string
  /** The part of the visit to count; the whole visit if omitted. */
  readonly part?: 'up to LINE Login' | 'after LINE Login'
}

const line = { of: 'app', kind: 'line', worker: false } as const
const browser = { of: 'app', kind: 'browser', worker: true } as const

export const scenes: readonly Scene[] = [
  { ...line, name: 'literal order, in LINE, cold', of: 'literal', before: 'nothing' },
  { ...line, name: 'literal order, in LINE, warm', of: 'literal', before: 'a visit' },
  { ...line, name: 'in LINE, cold', before: 'nothing' },
  { ...line, name: 'in LINE, warm', before: 'a visit' },
  { ...line, name: 'in LINE, worker, cold', worker: true, before: 'nothing' },
  { ...line, name: 'in LINE, worker, warm', worker: true, before: 'a visit' },
  {
    ...line,
    name: 'in LINE, deep link, cold',
    before: 'nothing',
    path: '/receiptHistory',
    selector: EMPTY_HISTORY,
  },
  {
    ...line,
    name: 'in LINE, deep link, warm',
    before: 'a visit',
    path: '/receiptHistory',
    selector: EMPTY_HISTORY,
  },
  { ...browser, name: 'other browser, before login', before: 'nothing', part: 'up to LINE Login' },
  { ...browser, name: 'other browser, after login, cold', before: 'nothing', part: 'after LINE Login' },
  { ...browser, name: 'other browser, after login, warm', before: 'a visit' },
  { ...browser, name: 'other browser, after login, no worker, warm', worker: false, before: 'a visit' },
  { ...browser, name: 'other browser, offline', before: 'a visit', offline: true },
]

const first = { ...line, before: 'nothing' } as const
const newCustomer = { ...first, person: 'new', selector: LANDING } as const
const notAFriend = { ...first, person: 'new, not a friend' } as const
const english = { ...line, language: 'en', selector: ENGLISH_HOME } as const
const firstElsewhere = { ...browser, before: 'nothing' } as const

/** Visits whose times are compared with the first one, a known customer's home on a new phone. */
export const firstVisits: readonly Scene[] = [
  { ...first, name: 'first visit, home' },
  { ...newCustomer, name: 'first visit, new customer' },
  { ...newCustomer, name: 'first visit, new customer, with prizes and dates', selector: WHOLE_LANDING },
  { ...newCustomer, name: 'first visit, new customer joins at once', press: LANDING, selector: CONSENTS },
  { ...newCustomer, name: 'first visit, new customer, deep link', path: '/receiptHistory' },
  { ...notAFriend, name: 'first visit, not a friend, landing', selector: LANDING },
  {
    ...notAFriend,
    name: 'first visit, not a friend, add-friend page',
    selector: ADD_FRIEND,
    severalDocuments: true,
  },
  { ...first, name: 'first visit, expired token', person: 'customer, expired token', renewed: true },
  { ...first, name: 'first visit, winner', campaign: 'announced', selector: CONFIRM },
  { ...first, name: 'first visit, deep link', path: '/receiptHistory', selector: EMPTY_HISTORY },
  { ...firstElsewhere, name: 'first visit, other browser, before login', part: 'up to LINE Login' },
  { ...firstElsewhere, name: 'first visit, other browser, after login', part: 'after LINE Login' },
  { ...english, name: 'first visit, home in English', before: 'nothing' },
  { ...line, name: 'next visit, home', before: 'a visit' },
  { ...english, name: 'next visit, home in English', before: 'a visit' },
  { ...line, name: 'first visit, literal order', of: 'literal', before: 'nothing' },
  { ...line, name: 'next visit, literal order', of: 'literal', before: 'a visit' },
]

export const linkVisits: readonly Scene[] = [
  { ...line, name: 'home, cold', before: 'nothing' },
  { ...line, name: 'home, warm', before: 'a visit' },
  { ...line, name: 'literal order, cold', of: 'literal', before: 'nothing' },
  { ...line, name: 'literal order, warm', of: 'literal', before: 'a visit' },
  { ...newCustomer, name: 'new customer, cold' },
  { ...newCustomer, name: 'new customer, warm', before: 'a visit' },
]

/** The four visits whose times are compared. Measuring the times of all visits would take an hour. */
export const timed = scenes.slice(0, 4)
