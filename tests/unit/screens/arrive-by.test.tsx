// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { momentOf } from '#contract/time.ts'
import { loadTexts } from '#src/i18n/text.ts'
import OutboxScreen from '#src/screens/outbox/outbox.tsx'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import Thanks from '#src/screens/thanks/thanks.tsx'
import type { JobView } from '#src/state/types.ts'
import { openActivity, queuedJob, someReceipt, thanksFor } from '#tests/kit/fake-data.ts'
import { type FakeState, ready } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const BY = 'ใบเสร็จต้องถึงระบบภายใน'
const job: JobView = { ...queuedJob, subject: someReceipt.id, waitsFor: 'network' }
/** The receipt of a job that an older build stored, without `at`. */
const undated = queuedJob.receipt && (({ at: _, ...older }) => older)(queuedJob.receipt)
const detail = { path: `/receipt/${someReceipt.id}`, route: '/receipt/:id' }
const screens = {
  outbox: (state: Partial<FakeState>) => show(<OutboxScreen />, { jobs: [job], ...state }),
  thanks: (state: Partial<FakeState>) =>
    show(<Thanks />, { jobs: [job], ...state }, { path: thanksFor('receipt') }),
  receipt: ({ jobs = [job], ...state }: Partial<FakeState>) =>
    show(
      <ReceiptDetail />,
      {
        jobs,
        receipts: ready([{ receipt: { ...someReceipt, version: 0 }, queued: jobs[0] ?? null }]),
        ...state,
      },
      detail,
    ),
}
const name = Object.keys(screens) as (keyof typeof screens)[]

test.each(name)('%s says until when a waiting receipt must arrive, in both languages', async screen => {
  expect((await screens[screen]({})).text()).toContain(`${BY} 1 ม.ค. 2570`)
  await loadTexts('en')
  const english = await screens[screen]({ language: 'en-US' })
  expect(english.text()).toContain('This receipt must reach us by 1 Jan 2027')
})

test.each(name)('%s keeps the time of a receipt that was sent again after the close', async screen => {
  const closed = momentOf(openActivity.closesAt) + 3_600_000
  const jobs = [{ ...job, createdAt: closed }]
  expect((await screens[screen]({ jobs })).text()).toContain(`${BY} 1 ม.ค. 2570`)
})

test.each(name)('%s names no time if the server does not say its dates', async screen =>
  expect((await screens[screen]({ activity: ready(null) as never })).text()).not.toContain(BY),
)

test('names no time for other writes, refused receipts, and a campaign ended by hand', async () => {
  const answer = { route: 'postAnswer', subject: null, receipt: null } as const
  const changes: readonly Partial<JobView>[] = [
    { ...answer, answer: { text: 'ชา', questionId: null } },
    { route: 'deleteReceipt', receipt: null },
    { state: 'refused' },
    { receipt: undated },
  ]
  for (const change of changes)
    expect((await screens.outbox({ jobs: [{ ...job, ...change }] })).text()).not.toContain(BY)
  const ended = ready({ ...openActivity, endPlatform: true })
  expect((await screens.outbox({ activity: ended })).text()).not.toContain(BY)
})
