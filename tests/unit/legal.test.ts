import { expect, test } from 'vitest'
import * as en from '#campaign/legal.en.ts'
import * as th from '#campaign/legal.th.ts'
import { organiser } from '#campaign/organiser.ts'
import { prizes } from '#campaign/prizes.ts'
import { placeholdersLeft } from '#server/data/placeholders.ts'
import { formatsOf } from '#src/i18n/format.ts'
import { legalFacts } from '#src/ui/terms-dialogs.tsx'
import { openActivity } from '#tests/kit/fake-data.ts'

const facts = (change: Partial<typeof openActivity> = {}) =>
  legalFacts({ ...openActivity, ...change }, formatsOf('th'))
const textOf = (sections: ReturnType<typeof th.terms>) =>
  sections.flatMap(({ title, points }) => [title, ...points]).join('\n')

test('the terms have the same chapters in both languages', () => {
  expect(en.terms(facts())).toHaveLength(th.terms(facts()).length)
  expect(en.privacy().map(one => one.points.length)).toEqual(th.privacy().map(one => one.points.length))
})

test('the terms state each prize with its number and value, and the tax of prizes from 1,000 baht on', () => {
  const [thai, english] = [textOf(th.terms(facts())), textOf(en.terms(facts()))]
  for (const prize of prizes) {
    const value = `฿${prize.valueBaht.toLocaleString('en')}`
    expect(thai).toContain(`${prize.titleTh} ${prize.count} รางวัล มูลค่ารางวัลละ ${value}`)
    expect(english).toContain(`${prize.titleEn}: ${prize.count}, worth ${value} each`)
    const tax = `฿${((prize.valueBaht * 5) / 100).toLocaleString('en')}`
    expect(thai.includes(`${prize.titleTh} ${tax}`)).toBe(prize.valueBaht >= 1000)
  }
})

test('the terms state the dates and rules of the running campaign, and its permit', () => {
  const f = formatsOf('th')
  const text = textOf(th.terms(facts({ permitNo: '12/2569', minAge: 15 })))
  expect(text).toContain('เลขที่ 12/2569')
  expect(text).toContain('15 ปีขึ้นไป')
  for (const date of [
    openActivity.opensAt,
    openActivity.closesAt,
    openActivity.drawAt,
    openActivity.confirmBy,
  ])
    expect(text).toContain(f.dateTime(date))
  expect(textOf(th.terms(facts({ permitNo: null })))).toContain('[เลขที่ใบอนุญาต]')
})

test('the privacy notice says which data is required, where it is processed, and what minors should do', () => {
  const [thai, english] = [textOf(th.privacy()), textOf(en.privacy())]
  expect(thai).toContain('หากไม่ให้จะร่วมกิจกรรมไม่ได้')
  expect(english).toContain('The rest is voluntary')
  expect(thai).toContain(organiser.countriesTh)
  expect(english).toContain(organiser.countriesEn)
  expect(thai).toContain('20 ปี')
  expect(english).toContain('under 20')
})

test('the privacy notice names the language, which the server stores for messages', () => {
  expect(textOf(th.privacy())).toContain('ภาษาที่คุณใช้ในแอป')
  expect(textOf(en.privacy())).toContain('language')
})

test('without known dates, the terms refer to the app', () => {
  const text = textOf(th.terms({ ...facts(), dates: null }))
  expect(text).toContain('ดูวันและเวลาในหน้าเงื่อนไขของแอป')
  expect(text).not.toMatch(/null|undefined/)
})

test('names each detail of the organiser that is still a placeholder', () => {
  const details = { nameTh: 'บริษัท ฟองฟู จำกัด', phone: '[phone]', announceEn: 'here and [there]' }
  expect(placeholdersLeft(details)).toEqual(['phone', 'announceEn'])
})
