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
  readonly path?: string
  readonly selector?: string
  readonly offline?: boolean
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

/** The four visits whose times are compared. Measuring the times of all visits would take an hour. */
export const timed = scenes.slice(0, 4)
