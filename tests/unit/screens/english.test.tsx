// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { rejectReasons, rejectReasonsEn } from '#contract/schema/receipt.ts'
import { loadTexts } from '#src/i18n/text.ts'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import Entries from '#src/screens/entries/entries.tsx'
import Profile from '#src/screens/profile/profile.tsx'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import ReceiptHistory from '#src/screens/receipt-history/receipt-history.tsx'
import { consolation, ended, rewardOf } from '#tests/kit/drawn.ts'
import { someEntries, someReceipt } from '#tests/kit/fake-data.ts'
import { accepted, type FakeState, filledDraft, ready } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

async function english(
  screen: React.ReactNode,
  state: Partial<FakeState> = {},
  at?: Parameters<typeof show>[2],
) {
  await loadTexts('en')
  return show(screen, { ...state, language: 'en-US' }, at)
}
const rejected = {
  ...someReceipt,
  status: 'rejected',
  rejectReason: 'BLURRY',
  rejectText: rejectReasons.BLURRY,
  rejectTextEn: rejectReasonsEn.BLURRY,
} as const
const thai = /[ก-ฮ]/

test('names the store of a receipt and says in English why it was rejected', async () => {
  const receipts = ready([{ receipt: rejected, queued: null }])
  const path = `/receipt/${rejected.id}`
  const screens = [
    await english(<ReceiptHistory />, { receipts }),
    await english(<ReceiptDetail />, { receipts }, { path, route: '/receipt/:id' }),
    await english(
      <ReceiptScreen />,
      { receipt: accepted(rejected) },
      { path: `${path}/edit`, route: '/receipt/:id/edit' },
    ),
  ]
  for (const screen of screens) {
    expect(screen.text()).toContain(rejectReasonsEn.BLURRY)
    expect(screen.text()).toContain('Bandee Mart, Si Lom')
    expect(screen.text()).not.toContain(rejectReasons.BLURRY)
  }
})

test('shows the Thai names of a server or a stored response without English ones', async () => {
  const { storeNameEn: _, rejectTextEn: __, ...old } = rejected
  const screen = await english(<ReceiptHistory />, { receipts: ready([{ receipt: old, queued: null }]) })
  expect(screen.text()).toContain(old.storeName)
  expect(screen.text()).toContain(rejectReasons.BLURRY)
})

test('shows no Thai in the list of receipts and in the list of entries', async () => {
  const history = await english(<ReceiptHistory />, { receipts: ready(someEntries) })
  expect(history.text()).toContain('Sukjai Super, Pinklao')
  expect(history.text()).not.toMatch(thai)
  const entries = await english(<Entries />)
  expect(entries.text()).toContain('Which kind of song should open the concert?')
  expect(entries.text().replace('ใบเสร็จนี้ถูกใช้แล้ว', '')).not.toMatch(thai)
})

test('explains in English where the number of a receipt is', async () => {
  const screen = await english(<ReceiptScreen />, { receiptDraft: filledDraft })
  expect(screen.text()).toContain('It starts with BD')
})

test('names the gift for those who have not won in English', async () => {
  const screen = await english(<EndCampaign />, ended(rewardOf('lost', {}, [consolation])))
  expect(screen.text()).toContain('a can of Fongfu')
  expect(screen.text()).not.toContain(consolation.titleTh)
})

test('names the province of the stored address in English', async () => {
  const screen = await english(<Profile />)
  expect(screen.text()).toContain('Bangkok')
})
