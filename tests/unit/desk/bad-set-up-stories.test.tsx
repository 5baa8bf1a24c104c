import { expect, test } from 'vitest'
import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { inputOf } from '#desk/ui/inputs.ts'
import { campaignOf } from '#tests/kit/activity.ts'
import { type DeskPage, deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest, rowsOf, update } from '#tests/kit/server.ts'

const world = eachTest(deskWorld)
const SEE = 'See what would change'

/** A field, the text typed into it, and the name that the error uses if it is not the field's label. */
type Wrong = readonly [field: string, typed: string, named?: string]

/** Asks for the preview if the form allows it. Returns the page's text with the error of the form or the preview. */
async function sentenceOf(page: DeskPage): Promise<string> {
  if (!page.isDisabled(SEE)) await page.press(SEE)
  return page.text()
}

/** Types each wrong value into a new dialog. Returns the values whose error does not name the field. */
async function unnamed(page: DeskPage, open: string, wrong: readonly Wrong[], right: readonly Wrong[] = []) {
  const found: (readonly string[])[] = []
  for (const [field, typed, named = field] of wrong) {
    await page.press(open)
    for (const [other, text] of right) if (other !== field) await page.type(other, text)
    await page.type(field, typed)
    const before = page.text()
    const text = await sentenceOf(page)
    const isNamed = new RegExp(`${named.replace(/[()]/g, '\\$&')}(:| must| can)`).test(text)
    if (!isNamed || page.network.count('changeSetUp') > 0) found.push([field, typed, before.slice(-200)])
    await page.press('Close')
  }
  return found
}

const tables = ['campaign', 'question', 'reward_kind', 'reward_stock', 'audit'] as const
const stored = () => Promise.all(tables.map(table => rowsOf(world.server, table)))

test('thirty wrong dates and rules of the campaign each get a sentence that names the field, and change nothing', async () => {
  const { opens_at, closes_at, draw_at, announce_at, confirm_by } = await campaignOf(world.server)
  const numbers = ['Baht for one entry', 'Receipts per customer and day', 'Minimum age (years)']
  const page = await world.openPage('/set-up', 'manager')
  const before = await stored()
  const wrong: Wrong[] = [
    ...['Opening', 'Close', 'Draw', 'Announcement', 'Winners confirm by'].flatMap((field): Wrong[] => [
      [field, ''],
      [field, '2099-01-01T00:00:00'],
    ]),
    ['Opening', inputOf(closes_at), 'Close'],
    ['Opening', inputOf(confirm_by), 'Close'],
    ['Close', inputOf(opens_at)],
    ['Close', inputOf(draw_at), 'Draw'],
    ['Draw', inputOf(closes_at)],
    ['Draw', inputOf(announce_at), 'Announcement'],
    ['Announcement', inputOf(draw_at)],
    ['Announcement', inputOf(confirm_by), 'Winners confirm by'],
    ['Winners confirm by', inputOf(announce_at)],
    ...numbers.flatMap((field): Wrong[] => [
      [field, ''],
      [field, '0'],
      [field, '99999999'],
      [field, '12.5'],
      [field, '1e5'],
      [field, '-5'],
    ]),
    ['Minimum amount of a receipt (baht)', ''],
    ...['99999999999', '1e5', '-5', '1.250', '12 บาท 50'].map(
      (typed): Wrong => ['Minimum amount of a receipt (baht)', typed],
    ),
    ['Permit number', 'x'.repeat(101)],
  ]
  expect(wrong.length).toBeGreaterThanOrEqual(30)
  expect(await unnamed(page, 'Change', wrong)).toEqual([])
  expect(await stored()).toEqual(before)
})

test('thirty wrong questions each get a sentence that names the field, and add nothing', async () => {
  const page = await world.openPage('/set-up/questions', 'manager')
  const before = await stored()
  const [th, en, max] = [
    'Question in Thai',
    'Question in English',
    'Maximum length of an answer (characters)',
  ]
  const thai = 'Choices in Thai, one per line'
  const english = 'Choices in English, one per line, in the same order'
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `x${at}`).join('\n')
  const wrong: Wrong[] = [
    ...[' ', '\t', '\u3000', 'ก'.repeat(301), 'a\u0007b', 'a\u0000', 'ก\u200Fข\u0001', 'a\u0085'].map(
      (typed): Wrong => [th, typed],
    ),
    ...['ก'.repeat(301), 'a\u0007b', 'a\u0000', 'a\u009f'].map((typed): Wrong => [en, typed]),
    ...[lines(11), lines(50), `${'ก'.repeat(101)}\nข`, 'ก\nข\u0007', 'ก', 'ก\nก', 'ก\nข\nก'].map(
      (typed): Wrong => [thai, typed, 'choices|Choices in Thai, one per line'],
    ),
    ...['a', 'a\nb', lines(11), 'a\u0007'].map((typed): Wrong => [english, typed, thai]),
    ...['', '0', '-', String(ANSWER_MAX_LENGTH + 1), '99999999999'].map((typed): Wrong => [max, typed]),
    ['Opens for answers', '2099-01-01T00:00:00'],
    ['Closes for answers', '2099-01-01T00:00:00'],
    ['Closes for answers', '2020-01-01T00:00:00'],
  ]
  expect(wrong.length).toBeGreaterThanOrEqual(30)
  expect(await unnamed(page, 'Add a question', wrong, [[th, 'ชอบรสไหน']])).toEqual([])
  expect(await stored()).toEqual(before)
})

test('thirty wrong rewards each get a sentence that names the field, and change nothing', async () => {
  const now = world.clock.now()
  await update(world.server, 'reward_kind', { opens_at: now + DAY_MS }, { reward_type: 'welcome' })
  const page = await world.openPage('/set-up/rewards', 'manager')
  const before = await stored()
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `x${at}`).join('\n')
  const texts = ['Name in English', 'Description in Thai', 'Description in English']
  const conditions = ['Conditions in Thai', 'Conditions in English']
  const control = ['a\u0007b', 'a\u0000', 'ก\u0085', 'ข\u001b[0m']
  const wrong: Wrong[] = [
    ...['', ' ', '\u3000', 'ก'.repeat(201), ...control].map((typed): Wrong => ['Name in Thai', typed]),
    ...texts.flatMap(field => ['ก'.repeat(201), 'a\u0007b', 'a\u0000'].map((typed): Wrong => [field, typed])),
    ...conditions.flatMap(field =>
      [lines(11), 'ก'.repeat(301), 'a\u0007b', 'ก\nข\u0000'].map((typed): Wrong => [field, typed]),
    ),
    ['Can be used from', '2099-01-01T00:00:00'],
    ['Can be used until', '2099-01-01T00:00:00'],
    ['Can be used until', inputOf(now - DAY_MS)],
    ['Can be used until', inputOf(now + 1000)],
    ['Can be used until', inputOf(now + DAY_MS)],
  ]
  expect(wrong.length).toBeGreaterThanOrEqual(30)
  expect(await unnamed(page, 'Change texts and times: Welcome coupon', wrong)).toEqual([])
  expect(await stored()).toEqual(before)
})
