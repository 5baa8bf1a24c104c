import { expect, test, vi } from 'vitest'
import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import { campaignOf } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(deskWorld)

const AGE = 'Minimum age (years)'
const SEE = 'See what would change'
const CONFIRM = 'Confirm the change'

async function openRules() {
  const page = await world.openPage('/set-up', 'manager')
  await page.press('Change')
  await page.type(AGE, '15')
  return page
}

const minAge = async () => (await campaignOf(world.server)).min_age

test('the change that was shown is confirmed, even if the form changed while it was loading', async () => {
  const page = await openRules()
  const release = page.network.hold('previewSetUp')
  await page.press(SEE)
  await page.type(AGE, '99')
  release()
  await page.settle()
  await page.press(CONFIRM)
  expect(page.text()).toContain('Changed, and written to the audit log')
  expect(await minAge()).toBe(15)
  expect(page.network.bodies('changeSetUp')).toEqual(page.network.bodies('previewSetUp'))
  for (const body of page.network.bodies('previewSetUpScreens'))
    expect(body).toEqual(page.network.bodies('previewSetUp')[0])
})

test('nothing is changed before the second step, and “back” keeps what was entered', async () => {
  const page = await openRules()
  await page.press(SEE)
  expect([page.network.count('changeSetUp'), await minAge()]).not.toContain(15)
  await page.press('Back to the form')
  expect(page.field(AGE).value).toBe('15')
  await page.type(AGE, '')
  expect(page.isDisabled(SEE)).toBe(true)
})

test('two quick presses confirm once', async () => {
  const page = await openRules()
  await page.press(SEE)
  vi.useFakeTimers()
  await page.click(CONFIRM)
  await page.click(CONFIRM)
  await page.settle()
  expect([page.network.count('changeSetUp'), await minAge()]).toEqual([1, 15])
})

test('another person’s change is not overwritten, and the form stays', async () => {
  const page = await openRules()
  await page.press(SEE)
  await organiser(world.server)('dates', 'set', '--min-age', '18')
  await page.press(CONFIRM)
  expect(page.alerts().at(-1)).toContain('Another person has changed this part')
  await page.press('Back to the form')
  expect([page.field(AGE).value, await minAge()]).toEqual(['15', 18])

  // The page behind the dialog loads the newest state, but the dialog does not show it to the person.
  await page.press('Close')
  await page.press('Change')
  await page.type(AGE, '16')
  await organiser(world.server)('dates', 'set', '--min-age', '20')
  await page.comeBack()
  await page.press(SEE)
  expect(page.alerts().at(-1)).toContain('Another person has changed this part')
  expect([page.field(AGE).value, await minAge()]).toEqual(['16', 20])
})

test('a long time without a connection keeps the dialog and its form', async () => {
  vi.useFakeTimers()
  const page = await openRules()
  page.network.breakBy(() => 'request-lost')
  await page.press(SEE)
  await page.pass(10_000)
  expect(page.alerts().at(-1)).toContain('The server cannot be reached')
  expect(page.field(AGE).value).toBe('15')
  page.network.breakBy(() => 'arrives')
  await page.press(SEE)
  await page.press(CONFIRM)
  expect(await minAge()).toBe(15)
})

test('the length of an answer matters only for a question without choices', async () => {
  const page = await world.openPage('/set-up/questions', 'manager')
  await page.press('Add a question')
  expect(page.isDisabled(SEE)).toBe(true)
  await page.type('Question in Thai', 'ชอบรสไหน')
  expect(page.isDisabled(SEE)).toBe(false)
  await page.type('Maximum length of an answer (characters)', '')
  expect(page.isDisabled(SEE)).toBe(true)
  await page.type('Choices in English, one per line, in the same order', 'Lychee\nGrape')
  expect(page.isDisabled(SEE)).toBe(true)
  await page.type('Choices in Thai, one per line', ' ลิ้นจี่ \n\nองุ่น')
  expect(page.isDisabled(SEE)).toBe(false)
  await page.press(SEE)
  expect(page.network.bodies('previewSetUp')).toEqual([
    {
      change: expect.objectContaining({
        choices: [
          { th: 'ลิ้นจี่', en: 'Lychee' },
          { th: 'องุ่น', en: 'Grape' },
        ],
        maxLength: ANSWER_MAX_LENGTH,
        opensAt: null,
        closesAt: null,
      }),
      seen: expect.anything(),
    },
  ])
  expect(page.alerts()).toEqual([])
})

test('the file that was chosen last is imported, even if an earlier one is read later', async () => {
  const page = await world.openPage('/set-up/stores', 'manager')
  await page.press('Import a CSV file')
  let read = (_: ArrayBuffer) => {}
  const slow = Object.assign(new File(['a'], 'slow.csv'), {
    arrayBuffer: () => new Promise<ArrayBuffer>(resolve => (read = resolve)),
  })
  await page.chooseFile(slow)
  expect(page.isDisabled(SEE)).toBe(true)
  await page.chooseFile(new File(['code;chain\n'], 'fast.csv'))
  await page.settle()
  read(new TextEncoder().encode('slow').buffer)
  await page.settle()
  await page.press(SEE)
  expect(page.network.bodies('previewSetUp')).toMatchObject([
    { change: { fileName: 'fast.csv', csv: 'code;chain\n' } },
  ])
})

test('the address names the tab, and a role that only reads gets no button', async () => {
  const page = await world.openPage('/set-up/terms', 'manager')
  expect(page.has('button', 'Set a new version: Terms') || page.text().includes('Set a new version')).toBe(
    true,
  )
  await page.press('Questions')
  expect([page.path(), page.has('button', 'Add a question')]).toEqual(['/set-up/questions', true])
  await page.leave()
  const reader = await world.openPage('/set-up/no-such-tab', 'auditor')
  expect(reader.text()).toContain(AGE)
  expect([reader.has('button', 'Change'), reader.text().includes('Your role')]).toEqual([false, true])
})
