import { type ConformanceCase, expectationFor } from './cases.ts'
import type { CaseResult } from './run-conformance.ts'

/** A driver's results on one SDK version. */
export type SupportRun = {
  readonly name: string
  readonly sdk: string
  readonly results: readonly Pick<CaseResult, 'id' | 'verdict'>[]
}

/** Every function and property of the SDK that an app calls, in the order of LINE's reference. */
const APIS = [
  ...['init', 'ready', 'id', 'getOS', 'getAppLanguage', 'getLanguage', 'getVersion', 'getLineVersion'],
  ...['getContext', 'isInClient', 'isLoggedIn', 'isApiAvailable', 'login', 'logout'],
  ...['getAccessToken', 'getIDToken', 'getDecodedIDToken'],
  ...['permission.getGrantedAll', 'permission.query', 'permission.requestAll'],
  ...['getProfile', 'getFriendship', 'requestFriendship', 'openWindow', 'closeWindow', 'sendMessages'],
  ...['shareTargetPicker', 'scanCodeV2', 'scanCode'],
  ...['permanentLink.createUrlBy', 'permanentLink.createUrl', 'permanentLink.setExtraQueryParam'],
  ...['createShortcutOnHomeScreen', 'addToHomeScreen', 'getAdvertisingId', 'i18n.setLang'],
  ...['iap.getPlatformProducts', 'iap.createPayment', 'iap.requestConsentAgreement'],
  ...['subWindow.open', 'subWindow.on', 'subWindow.submit', 'subWindow.cancel', 'subWindow.close'],
  ...['subWindow.getAppData', 'isSubWindow', 'activity.getCallState', 'calendar.getEvents'],
] as const

/** What a case is about: the functions that its call names; init where it names none. */
function apisOf({ call }: ConformanceCase): readonly string[] {
  const named = APIS.filter(api => new RegExp(`\\bliff\\.${api.replace('.', '\\.')}\\b`).test(call))
  return named.length > 0 ? named : ['init']
}

function cell(ids: readonly string[], { results }: SupportRun): string {
  const verdicts = new Map(results.map(({ id, verdict }) => [id, verdict]))
  const own = ids.filter(id => verdicts.has(id))
  const passed = own.filter(id => verdicts.get(id) === 'passed')
  if (own.length === 0) return 'not in it'
  return passed.length === own.length ? `✓ ${passed.length}` : `${passed.length} of ${own.length}`
}

/** The table as rows of cells: API, then one cell a run; an API without a case of its own is not in it. */
export function supportRows(cases: readonly ConformanceCase[], runs: readonly SupportRun[]): string[][] {
  const row = (name: string, ids: readonly string[]) => [name, ...runs.map(run => cell(ids, run))]
  const rows = APIS.flatMap(api => {
    const ids = cases.filter(one => apisOf(one).includes(api)).map(({ id }) => id)
    return ids.length === 0 ? [] : [row(`\`${api}\``, ids)]
  })
  return [
    ...rows,
    row(
      'all cases',
      cases.map(({ id }) => id),
    ),
  ]
}

/** Rows as a Markdown table. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** What the mock driver cannot do: each reason once, with the number of its cases. */
function limits(unsupported: Readonly<Record<string, string>>): string {
  const reasons = [...new Set(Object.values(unsupported))]
  const count = (reason: string) => Object.values(unsupported).filter(one => one === reason).length
  return reasons.map(reason => `- ${count(reason)}: ${reason}`).join('\n')
}

export const BEGIN = '<!-- Written by `npm run conformance -- --table`. -->'
export const END = '<!-- The end of what is written. -->'

/** The written part of the page: the table, and under it the mock driver's limits. */
export function supportSection(
  cases: readonly ConformanceCase[],
  runs: readonly SupportRun[],
  unsupported: Readonly<Record<string, string>>,
): string {
  const known = cases.filter(one => runs.some(({ sdk }) => expectationFor(one, sdk) !== null))
  const text = table([['of the SDK', ...runs.map(({ name }) => name)], ...supportRows(known, runs)])
  return `${BEGIN}\n\n${text}\n\nWhat the mock driver cannot do, by the number of cases:\n\n${limits(unsupported)}\n\n${END}`
}

/** The text with the section in the place of the one it has. Throws where it has none. */
export function withSection(text: string, section: string): string {
  const from = text.indexOf(BEGIN)
  const to = text.indexOf(END)
  if (from < 0 || to < from) throw new Error('the page has no place for the table of support')
  return text.slice(0, from) + section + text.slice(to + END.length)
}
