import type { ActionInput } from '#contract/actions.ts'
import { DAY_MS } from '#contract/time.ts'
import { type DeskPerson, together } from './desk.ts'

/** The two managers who carry out the steps of the draw and of the prizes at the desk. */
type Office = { readonly asks: DeskPerson; readonly approves: DeskPerson }

export async function commitDraw({ asks, approves }: Office, beaconAt: number): Promise<string> {
  return together(asks, approves, {
    action: 'draw-commit',
    beaconSource: 'รางวัลที่ 1',
    beaconAt,
    late: false,
    again: false,
  })
}

export const sealDraw = ({ asks, approves }: Office, physical: boolean): Promise<string> =>
  together(asks, approves, { action: 'draw-seal', leavePending: true, ...(physical && { physical }) })

/** Enters the tickets that were drawn by hand, in the order of the draw. */
export const enterDrawn = ({ asks, approves }: Office, drawn: readonly string[]): Promise<string> =>
  together(asks, approves, {
    action: 'draw-import',
    tickets: drawn.map((ticketNo, index) => ({ line: index + 1, ticketNo })),
  })

/** Returns the file that the organiser publishes about the draw, or the reason why there is none. */
export async function publishProof({ asks }: Office): Promise<string | { readonly proof: string }> {
  let proof: string | null = null
  const outcome = await asks.signedIn(async () => {
    const { status, body, error } = await asks.browser.call('drawProof')
    if (status !== 200) return asks.refusal(error)
    proof = JSON.stringify(body)
    return 'published'
  })
  return proof === null ? outcome : { proof }
}

export const runDraw = ({ asks, approves }: Office, beacon: string): Promise<string> =>
  together(asks, approves, { action: 'draw-run', beacon })

export const announce = ({ asks, approves }: Office): Promise<string> =>
  together(asks, approves, { action: 'announce', at: null })

export const promote = ({ asks, approves }: Office, confirmBy: number): Promise<string> =>
  together(asks, approves, { action: 'promote-reserves', confirmBy })

/** Starts the LINE messages about the result, after counting them as the desk's page does. */
export const mailResults = ({ asks }: Office): Promise<string> =>
  asks.signedIn(async () => {
    let counted = 0
    let after: string | null = null
    do {
      const query: { after?: string } = after === null ? {} : { after }
      const { status, body, error } = await asks.browser.call('countMailing', { query })
      if (status !== 200) return asks.refusal(error)
      counted += Object.values(body.messages).reduce((sum, count) => sum + count, 0)
      after = body.next
    } while (after !== null)
    const { status, error } = await asks.browser.call('startMailing', { body: { counted, overQuota: true } })
    if (status === 200) asks.confirmed('desk notify results', '')
    return status === 200 ? `started for ${counted}` : asks.refusal(error)
  })

type Dates = Partial<Record<'announceAt' | 'confirmBy', number>>

const changeDates = ({ asks }: Office, later: (rules: Required<Dates>) => Dates): Promise<string> =>
  asks.signedIn(async () => {
    const { body, status, error } = await asks.browser.call('setUp')
    if (status !== 200) return asks.refusal(error)
    const change = { kind: 'rules', set: later(body.rules) } as const
    const changed = await asks.browser.call('changeSetUp', { body: { change, seen: body.seen.rules } })
    if (changed.status !== 200) return asks.refusal(changed.error)
    asks.confirmed('desk set-up rules', '')
    return 'changed'
  })

/** Postpones the announcement and the deadline for confirming a prize by some days. */
export const announceLater = (office: Office, days: number): Promise<string> =>
  changeDates(office, ({ announceAt, confirmBy }) => ({
    announceAt: announceAt + days * DAY_MS,
    confirmBy: confirmBy + days * DAY_MS,
  }))

/** Moves the deadline for confirming a prize. A negative number of `days` makes it earlier. */
export const moveDeadline = (office: Office, days: number): Promise<string> =>
  changeDates(office, ({ confirmBy }) => ({ confirmBy: confirmBy + days * DAY_MS }))

/** Sends a parcel to each winner who has accepted a prize that needs shipping. */
export const sendParcels = ({ asks }: Office): Promise<string> =>
  asks.signedIn(async () => {
    const { body, status, error } = await asks.browser.call('winners', { query: { show: 'to-ship' } })
    if (status !== 200) return asks.refusal(error)
    const outcomes: string[] = []
    for (const { customerId, version, rank } of body.winners) {
      const change = { change: 'ship', carrier: 'Thailand Post', trackingNo: `EX${1000 + rank}TH` } as const
      const sent = await asks.browser.call('changeDelivery', {
        params: { id: customerId },
        body: { version, change },
      })
      if (sent.status === 200) asks.confirmed('desk winners change', customerId)
      outcomes.push(`rank ${rank} ${sent.status === 200 ? 'sent' : asks.refusal(sent.error)}`)
    }
    return outcomes.join(', ') || 'no parcels'
  })

/** Exports a table as CSV after a second person has approved it. */
export async function exportTable(
  { asks, approves }: Office,
  table: ActionInput<'exportTable'>['table'],
): Promise<string | { readonly csv: string }> {
  const asked = await asks.ask({ action: 'export-table', table, kind: 'plain-csv', lang: 'en' })
  if (typeof asked === 'string') return asked
  const fetchAgain = async (when: string) => {
    await asks.signedIn(async () => {
      const { status } = await asks.browser.call('approvedFile', { params: { id: asked.id } })
      if (status === 200) asks.trespass(`${asks.name} fetches the ${table} ${when}`)
      return ''
    })
  }
  await fetchAgain('before the approval')
  const approved = await approves.approve(asked.id)
  if (approved !== 'done') return approved
  let csv: string | null = null
  const outcome = await asks.signedIn(async () => {
    const { status, body, error } = await asks.browser.call('approvedFile', { params: { id: asked.id } })
    if (status !== 200) return asks.refusal(error)
    csv = await body.text()
    asks.confirmed('desk export', asked.id)
    return 'exported'
  })
  if (csv !== null) await fetchAgain('twice with one approval')
  return csv === null ? outcome : { csv }
}
