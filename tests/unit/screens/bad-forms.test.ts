import { describe, expect, test } from 'vitest'
import type { CustomerField } from '#contract/schema/customer.ts'
import { translator } from '#src/i18n/text.ts'
import { activity } from '#src/i18n/th/activity.ts'
import { fields } from '#src/i18n/th/fields.ts'
import { type ReceiptField, receiptProblems } from '#src/screens/receipt/receipt-form-draft.ts'
import type { ReceiptDraft } from '#src/state/types.ts'
import { type CustomerDraft, checkProfile } from '#src/ui/customer-form/customer-draft.ts'
import { problemText } from '#src/ui/problems.ts'
import { openActivity } from '#tests/kit/fake-data.ts'
import { filledDraft } from '#tests/kit/fake-state.ts'

const t = translator({ ...fields, ...activity } as never, 'th')
/** Codes for which the receipt form or the registration has its own text. */
const own = ['chooseDay', 'time', 'period', 'minimum', 'underAge']

/** Expects the problem to have a sentence that says what to do, not only that something is wrong. */
function expectSentence(code: string | undefined): void {
  expect(code).toBeDefined()
  if (code === undefined || own.includes(code)) return
  expect([code, problemText(t as never, code, 'ช่องนี้')]).not.toEqual([code, fields['rule.invalid']])
}

const NOW = Date.parse('2026-11-20T12:00:00+07:00')
const receipt: readonly (readonly [ReceiptField, Partial<ReceiptDraft>])[] = [
  ['images', { photos: [] }],
  ['storeId', { storeId: null }],
  ...[
    '',
    ' ',
    'A',
    'A1',
    '-',
    '---',
    '🙂🙂🙂',
    'AB\u0000CD',
    'AB\nCD',
    `A${'1'.repeat(40)}`,
    'ก่',
    '<b>1</b>',
  ].map(receiptNo => ['receiptNo', { receiptNo }] as const),
  ...[
    '',
    ' ',
    '0',
    '-5',
    '1e5',
    '12..5',
    '1,25,0',
    '10.555',
    '2000000',
    '49.99',
    'NaN',
    'Infinity',
    '0x10',
    '๕๐๐ดอลลาร์',
  ].map(amount => ['amount', { amount }] as const),
  ...[
    '',
    'T10:00',
    '2026-11-19T',
    '2026-11-19T25:00',
    '2026-02-30T10:00',
    '2569-11-19T10:00',
    '2026-11-21T10:00',
    '2020-01-01T10:00',
  ].map(purchasedAt => ['purchasedAt', { purchasedAt }] as const),
]

describe('the receipt form', () => {
  test.each(receipt)('names the field %s for %o, and no other', (field, draft) => {
    const found = receiptProblems({ ...filledDraft, ...draft }, { activity: openActivity, now: NOW })
    expect(Object.keys(found)).toEqual([field])
    expectSentence(found[field])
  })

  test('has no problem with the right one', () => {
    expect(receiptProblems(filledDraft, { activity: openActivity, now: NOW })).toEqual({})
  })
})

const right: CustomerDraft = {
  firstName: 'มะลิ',
  lastName: 'ใจดี',
  phone: '081-234-5678',
  email: '',
  birthDate: '1990-04-13',
  gender: '',
  addressLine: '99/1 ถนนสีลม',
  provinceId: '10',
  districtId: '1004',
  subdistrictId: '100402',
  postalCode: '10500',
}
const person: readonly (readonly [CustomerField, string])[] = [
  ...['', ' ', '1234', 'มะลิ1', '<b>', '🙂', 'a'.repeat(61), 'ิลิ', 'มะ\u0000ลิ'].map(
    text => ['firstName', text] as const,
  ),
  ...['', '99', 'ใจ@ดี'].map(text => ['lastName', text] as const),
  ...['', '12345', '021234567', '0812345', '08123456789', '+1 555 123 4567', 'โทร', '0512345678'].map(
    text => ['phone', text] as const,
  ),
  ...['a', 'a@', '@b.co', 'a@b', 'a b@c.co', 'a@b.c', '<a@b.co>'].map(text => ['email', text] as const),
  ...['', '--', '2026-02-30', '1899-12-31', '2533-04-13', '2030-01-01', '2024-01-01', '13/04/1990'].map(
    text => ['birthDate', text] as const,
  ),
  ...['', '99', 'ก'.repeat(201)].map(text => ['addressLine', text] as const),
  ...['', '1050', '105000', 'abcde'].map(text => ['postalCode', text] as const),
  ['provinceId', ''],
  ['districtId', ''],
  ['subdistrictId', ''],
]

describe('the registration and the profile', () => {
  test.each(person)('name the field %s for "%s", and no other', (field, text) => {
    const found = checkProfile({ ...right, [field]: text }, true, '2026-11-20', 13)
    expect(Object.keys(found)).toEqual([field])
    expectSentence(found[field])
  })

  test('have no problem with the right one', () => {
    expect(checkProfile(right, true, '2026-11-20', 13)).toEqual({})
  })
})
