// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { prizes } from '#campaign/prizes.ts'
import { rewards } from '#campaign/rewards.ts'
import { loadTexts } from '#src/i18n/text.ts'
import { AnswerForm } from '#src/screens/answer/answer-form.tsx'
import AnswerHistory from '#src/screens/answer-history/answer-history.tsx'
import { Prizes } from '#src/screens/home/prizes.tsx'
import { Coupon } from '#src/screens/qr-code/coupon.tsx'
import { someReward } from '#tests/kit/fake-data.ts'
import { ready } from '#tests/kit/fake-state.ts'
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
