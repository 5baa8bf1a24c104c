import type { SetUpChange } from '#contract/desk/set-up.ts'
import type { DeskCallName } from '#contract/desk-calls.ts'
import { DAY_MS } from '#contract/time.ts'
import { sendReceipt } from './activity.ts'
import { testDesk } from './desk.ts'
import { type Plan, planner } from './plans.ts'
import type { SignedIn, TestServer } from './server.ts'
import { seenBy } from './set-up.ts'

/** Changes to the set-up. Their previews cover every way of counting customers, receipts, rewards and answers. */
const changes = (now: number): readonly SetUpChange[] => [
  { kind: 'rules', set: { closesAt: now + DAY_MS } },
  { kind: 'rules', set: { minAge: 30 } },
  { kind: 'rules', set: { bahtPerRight: 77 } },
  { kind: 'rules', set: { reviewDays: 1 } },
  { kind: 'rules', set: { confirmBy: now + 300 * DAY_MS } },
  {
    kind: 'question',
    textTh: 'ชอบรสไหน',
    textEn: null,
    choices: null,
    maxLength: 100,
    opensAt: null,
    closesAt: null,
  },
  { kind: 'terms', terms: '2030-01' },
  { kind: 'stores', fileName: 'stores.csv', csv: 'code\nX\n', only: true },
]

type Store = Parameters<typeof planner>[0]

/** Opens a desk with a manager. `plan` makes a call and adds the query plans of its statements to `plans`. */
async function deskPlanner(store: Store, now: number, tables: readonly string[]) {
  const { server, plans, plan } = await planner(store, now, tables)
  const manager = await (await testDesk(server)).join('manager')
  return {
    server,
    manager,
    plans,
    plan: <N extends DeskCallName>(
      name: N,
      input: Parameters<typeof manager.call<N>>[1],
      title: string = name,
    ) => plan(title, () => manager.call(name, input)),
  }
}

/** Makes the desk's calls about the set-up, with a customer who has agreed to the terms. Returns the query plans. */
export async function planSetUp(store: Store, now: number, tables: readonly string[]): Promise<Plan[]> {
  const { server, manager, plans, plan } = await deskPlanner(store, now, tables)
  try {
    await server.signIn()
    for (const name of ['setUp', 'setUpTerms', 'setUpStores', 'setUpScreens'] as const) await plan(name, {})
    for (const change of changes(now)) {
      const body = { change, seen: await seenBy(manager, change) }
      await plan('previewSetUp', { body }, `previewSetUp ${JSON.stringify(change)}`)
    }
  } finally {
    await server.close()
  }
  return plans
}

/** Makes the desk's calls about customers, reviews, figures and administration, and returns their query plans. */
export async function planDesk(
  store: Store,
  now: number,
  tables: readonly string[],
  signIn: (server: TestServer) => Promise<SignedIn>,
): Promise<Plan[]> {
  const { server, plans, plan } = await deskPlanner(store, now, tables)
  const who = await signIn(server)
  const { body: receipt } = await sendReceipt(server, who)
  const params = { id: who.customerId }
  try {
    const searches = [
      who.customerId,
      receipt.id,
      who.user.userId,
      '0812345678',
      '5678',
      'สมชาย 5678',
      receipt.receiptNo,
      'สมช',
      'สมชาย ใจ',
    ]
    for (const text of searches) await plan('findCustomers', { body: { text } }, `findCustomers ${text}`)
    await plan('customer', { params })
    await plan('customerTimeline', { params })
    await plan('customerTimeline', { params, query: { after: `${now}-1` } }, 'customerTimeline, next page')
    await plan('customerReceipts', { params })
    const noteId = '01a1f753-6480-7ac8-afd2-b24aa30ec492'
    await plan('addNote', { params, body: { noteId, text: 'called' } })
    await plan('customer', { params }, 'customer, with a note')
    await plan('deleteNote', { params, body: { noteId } })
    await plan('blockCustomer', { params, body: { reason: 'forged' } })
    await plan('unblockCustomer', { params })
    await plan('endCustomerSessions', { params })
    await plan('correctBirthday', { params, body: { birthDate: '1990-05-01' } })
    const pages = ['today', 'toDo', 'failedMessages', 'campaignNumbers', 'phones', 'reviewChecks'] as const
    for (const name of pages) await plan(name, {})
    const tab = '01a1f753-6480-7ac8-afd2-b24aa30ec491'
    await plan('reviewNext', { body: { tab, holding: [] } })
    await plan('reviewQueue', {})
    const after = `500_${now}_${receipt.id}`
    await plan('reviewQueue', { query: { after } }, 'reviewQueue, next page')
    await plan('reviewQueue', { query: { reason: 'same-photo', held: 'no' } }, 'reviewQueue, filtered')
    for (const name of ['audit', 'approvals', 'draw', 'people', 'sessions', 'notices'] as const)
      await plan(name, {})
  } finally {
    await server.close()
  }
  return plans
}
