import { DAY_MS } from '../../time.ts'
import { dayOf } from '../../world/ledger.ts'
import { type BotAnswer, type BotCall, refusal } from './operation.ts'

const BAD_REQUEST = refusal(400, 'Bad Request')

/** Parses `yyyyMMdd` to ms since 1970 (UTC). Returns null if it is not a date. */
export function dateOf(text: string | null): number | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? '') ?? []
  const date = `${year}-${month}-${day}`
  const at = Date.parse(date)
  // `Date.parse` would read 30 February as 2 March.
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(date) ? null : at
}

export function periodOf(
  query: URLSearchParams,
  days: number,
): { readonly from: string; readonly to: string } | BotAnswer {
  const [from, to] = [query.get('from'), query.get('to')]
  const [start, end] = [dateOf(from), dateOf(to)]
  if (from === null || start === null || to === null || end === null) return BAD_REQUEST
  if (end < start) return refusal(400, 'Parameter to must be the same date as, or after parameter from.')
  if (end - start > days * DAY_MS) return refusal(400, `Date range exceeds. Max range is ${days} days.`)
  return { from, to }
}

/** Responds with the numbers for the day `date`. LINE has numbers only for past days since `firstDay`. */
export function onDay(
  firstDay: string,
  numbers: (call: BotCall, day: string) => object,
  { missing, malformed } = { missing: refusal(400, 'date is required'), malformed: BAD_REQUEST },
) {
  return (call: BotCall): BotAnswer => {
    const day = call.query.get('date')
    if (day === null) return missing
    if (dateOf(day) === null) return malformed
    if (day < firstDay) return { status: 200, body: { status: 'out_of_service' } }
    if (day >= dayOf(call.now)) return { status: 200, body: { status: 'unready' } }
    return { status: 200, body: { status: 'ready', ...numbers(call, day) } }
  }
}
