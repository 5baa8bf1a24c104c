// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { prizes } from '#campaign/prizes.ts'
import { rewards } from '#campaign/rewards.ts'
import { rejectReasons, rejectReasonsEn } from '#contract/schema/receipt.ts'
import { loadTexts } from '#src/i18n/text.ts'
import { AnswerForm } from '#src/screens/answer/answer-form.tsx'
import AnswerHistory from '#src/screens/answer-history/answer-history.tsx'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import Entries from '#src/screens/entries/entries.tsx'
import { Prizes } from '#src/screens/home/prizes.tsx'
import Profile from '#src/screens/profile/profile.tsx'
import { Coupon } from '#src/screens/qr-code/coupon.tsx'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import ReceiptHistory from '#src/screens/receipt-history/receipt-history.tsx'
import { consolation, ended, rewardOf } from '#tests/kit/drawn.ts'
import { someEntries, someReceipt, someReward } from '#tests/kit/fake-data.ts'
import { accepted, type FakeState, filledDraft, ready } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const english = async () => {
  await loadTexts('en')
  return { language: 'en-US' }
}
const question = {
  id: '01938000-0000-7000-8000-000000000051',
  textTh: 'ชอบรสไหน',
  textEn: 'Which flavour?',
  kind: 'choice' as const,
  choices: ['ลิ้นจี่', 'ส้ม'],
  choicesEn: ['Lychee', 'Orange'],
  maxLen: 100,
  closesAt: null,
}

test('home lists each prize of the definition with its number and value', async () => {
  const home = await show(<Prizes />)
  for (const prize of prizes) {
    expect(home.text()).toContain(prize.titleTh)
    expect(home.text()).toContain(`${prize.count} รางวัล มูลค่ารางวัลละ ฿${prize.valueBaht.toLocaleString('en')}`)
  }
  for (const reward of rewards.filter(one => one.onHome))
    expect(home.text()).toContain(`แจก ${reward.stock} ชิ้น จนกว่าของจะหมด`)
})

test('home follows a changed definition', async () => {
  const [prize] = prizes
  if (!prize) throw new Error('campaign/prizes.ts has no prize')
  const home = await show(
    <Prizes prizes={[{ ...prize, titleTh: 'รถยนต์', count: 1, valueBaht: 500_000 }]} rewards={[]} />,
  )
  expect(home.text()).toContain('รถยนต์')
  expect(home.text()).toContain('1 รางวัล มูลค่า ฿500,000')
  expect(home.container.querySelectorAll('li')).toHaveLength(1)
})

test('prizes, questions, choices and rewards are English in the English app', async () => {
  const state = await english()
  const home = await show(<Prizes />, state)
  expect(home.text()).toContain(prizes[0]?.titleEn)
  const form = await show(<AnswerForm question={question} given={null} job={null} />, state)
  expect(form.text()).toContain('Which flavour?')
  expect(form.text()).toContain('Lychee')
  expect([...form.container.querySelectorAll('input')].map(input => input.value)).toEqual(question.choices)
  const item = {
    ...someReward.items[0],
    titleEn: 'Welcome coupon',
    textTh: 'ลด',
    textEn: '10 baht off',
  } as const
  const coupon = await show(<Coupon item={item as never} onUse={() => {}} />, state)
  expect(coupon.text()).toContain('Welcome coupon')
  expect(coupon.text()).toContain('10 baht off')
})

test('the history shows the question and the choice in English, and a written answer as it was given', async () => {
  const state = await english()
  const answer = {
    id: '01938000-0000-7000-8000-000000000052',
    questionId: question.id,
    questionTextTh: 'ชอบรสไหน',
    questionTextEn: 'Which flavour?',
    answerText: 'ส้ม',
    answeredAt: '2026-11-18T14:05:00+07:00',
  }
  const both = ready([
    { ...answer, answerTextEn: 'Orange' },
    { ...answer, id: `${question.id}9`, answerText: 'แม่' },
  ])
  const history = await show(<AnswerHistory />, { ...state, answers: both })
  expect(history.text()).toContain('Which flavour?')
  expect(history.text()).toContain('Orange')
  expect(history.text()).toContain('แม่')
})

async function openEnglish(
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
    await openEnglish(<ReceiptHistory />, { receipts }),
    await openEnglish(<ReceiptDetail />, { receipts }, { path, route: '/receipt/:id' }),
    await openEnglish(
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
  const screen = await openEnglish(<ReceiptHistory />, { receipts: ready([{ receipt: old, queued: null }]) })
  expect(screen.text()).toContain(old.storeName)
  expect(screen.text()).toContain(rejectReasons.BLURRY)
})

test('shows no Thai in the list of receipts and in the list of entries', async () => {
  const history = await openEnglish(<ReceiptHistory />, { receipts: ready(someEntries) })
  expect(history.text()).toContain('Sukjai Super, Pinklao')
  expect(history.text()).not.toMatch(thai)
  const entries = await openEnglish(<Entries />)
  expect(entries.text()).toContain('Which kind of song should open the concert?')
  expect(entries.text().replace('ใบเสร็จนี้ถูกใช้แล้ว', '')).not.toMatch(thai)
})

test('explains in English where the number of a receipt is', async () => {
  const screen = await openEnglish(<ReceiptScreen />, { receiptDraft: filledDraft })
  expect(screen.text()).toContain('It starts with BD')
})

test('names the gift for those who have not won in English', async () => {
  const screen = await openEnglish(<EndCampaign />, ended(rewardOf('lost', {}, [consolation])))
  expect(screen.text()).toContain('a can of Fongfu')
  expect(screen.text()).not.toContain(consolation.titleTh)
})

test('names the province of the stored address in English', async () => {
  const screen = await openEnglish(<Profile />)
  expect(screen.text()).toContain('Bangkok')
})

/** Texts that would be elements, attributes or addresses if a screen treated them as HTML. */
const hostile = [
  '<img src=x onerror="globalThis.attacked = 1">',
  '"><script>globalThis.attacked = 1</script>',
  'javascript:globalThis.attacked=1',
]

test.each(hostile)('texts of a receipt are shown as text: %s', async text => {
  const receipt = { ...someReceipt, receiptNo: text, storeName: text, storeNameEn: text }
  const receipts = ready([{ receipt, queued: null }])
  const detail = { path: `/receipt/${receipt.id}`, route: '/receipt/:id' }
  const screens = [
    await show(<ReceiptHistory />, { receipts }),
    await show(<ReceiptDetail />, { receipts }, detail),
  ]
  for (const { container, text: shown } of screens) {
    expect(shown()).toContain(text)
    expect(container.querySelectorAll('script, [onerror], img[src="x"]').length).toBe(0)
    for (const link of container.querySelectorAll('a'))
      expect(link.getAttribute('href') ?? '').not.toMatch(/^javascript:/i)
  }
  expect((globalThis as { attacked?: unknown }).attacked).toBeUndefined()
})
