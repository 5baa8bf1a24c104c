import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FrameLocator, Page } from '@playwright/test'
import type { Campaign } from '#tests/kit/campaign.ts'
import { registered } from '#tests/kit/customer.ts'
import { asNewUser, expect, test } from '#tests/kit/e2e.ts'

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

/** What the phone shows in each phase: the panel's button, then the main sentence in Thai and in English. */
const phases = [
  ['Coming soon', 'กิจกรรมยังไม่เริ่ม', 'The campaign has not started yet'],
  ['Open', 'สิทธิ์ของคุณ', 'Your entries'],
  ['Closed', 'กิจกรรมสิ้นสุดแล้ว', 'The campaign has ended'],
  ['I won', /^ยินดีด้วย คุณได้รับบัตรคอนเสิร์ต/, /^You won: .*concert tickets/],
  ['Reserve', 'คุณอยู่ในรายชื่อสำรอง', 'You are on the reserve list'],
  ['Not this time', 'ครั้งนี้ยังไม่ได้รับรางวัล', 'Not this time'],
  ['Confirmed', 'ยืนยันแล้ว พบกันที่คอนเสิร์ต!', 'Confirmed. See you at the concert!'],
  ['Over', 'คอนเสิร์ตจบแล้ว', 'The concert is over'],
] as const

const phoneOf = (page: Page): FrameLocator => page.frameLocator('iframe:not([hidden])')
const button = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Phase' }).getByRole('button', { name, exact: true })

/** Returns the customers as the organiser exports them, one line per customer. */
async function customersOf(campaign: Campaign): Promise<string[]> {
  const file = test.info().outputPath(`customers-${randomUUID()}.csv`)
  await campaign.organiser(['export', 'customers', file])
  return (await readFile(file, 'utf8')).trim().split('\n').slice(1)
}

/** Returns the previews of the messages in the chat with the account. */
async function chatOf(campaign: Campaign): Promise<string[]> {
  const { entries } = (await campaign.emulator('GET', 'chat')) as {
    entries: { message: { altText: string } }[]
  }
  return entries.map(({ message }) => message.altText)
}

async function choose(page: Page, name: string) {
  await button(page, name).click()
  await expect(button(page, name)).toBeEnabled()
  await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true')
}

async function says(page: Page, sentence: string | RegExp) {
  await expect(phoneOf(page).getByText(sentence).filter({ visible: true })).not.toHaveCount(0)
}

test('one click in the panel shows a phase, its customer can continue, and the own data come back', async ({
  page,
  campaign,
}) => {
  test.slow()
  await registered(campaign)
  await page.goto(`${campaign.url}/__emulator/`)
  await expect(button(page, 'My data')).toHaveAttribute('aria-pressed', 'true')
  await says(page, 'สิทธิ์ของคุณ')
  const own = await customersOf(campaign)
  // The first phase to be chosen creates the data of all phases, which takes several seconds.
  await campaign.emulator('POST', 'phase', { id: 'soon' })
  await says(page, 'กิจกรรมยังไม่เริ่ม')

  await test.step('the winner confirms', async () => {
    await choose(page, 'I won')
    await says(page, /^ยินดีด้วย คุณได้รับบัตรคอนเสิร์ต/)
    await expect
      .poll(() => chatOf(campaign), { timeout: 15_000 })
      .toEqual([expect.stringContaining('ยินดีด้วย คุณได้รับรางวัล')])
    const phone = phoneOf(page)
    await phone.getByRole('link', { name: 'ยืนยันรับรางวัล' }).click()
    await phone.getByRole('button', { name: 'ยืนยันรับรางวัล' }).click()
    await says(page, 'ยืนยันแล้ว พบกันที่คอนเสิร์ต!')
  })

  await test.step('the demo has 200 customers, and cannot be announced as real', async () => {
    expect(await customersOf(campaign)).toHaveLength(200)
    await expect(campaign.organiser(['announce', '--now'])).rejects.toThrow('stand-in')
  })

  await test.step('the own data are complete', async () => {
    await choose(page, 'My data')
    await says(page, 'สิทธิ์ของคุณ')
    expect(await chatOf(campaign)).toEqual([])
    expect(await customersOf(campaign)).toEqual(own)
  })
})

test('each phase in both languages and after a restart', { tag: '@nightly' }, async ({ page, campaign }) => {
  test.slow()
  await asNewUser(campaign, 'friend')
  // The first phase to be chosen creates the data of all phases, which takes several seconds.
  await campaign.emulator('POST', 'phase', { id: 'lost' })
  await page.goto(`${campaign.url}/__emulator/`)
  for (const [name, thai] of phases)
    await test.step(`${name}, in Thai`, async () => {
      await choose(page, name)
      await says(page, thai)
    })
  await campaign.emulator('PATCH', 'state', { environment: { language: 'en' } })
  for (const [name, , english] of phases.toReversed())
    await test.step(`${name}, in English`, async () => {
      await choose(page, name)
      await says(page, english)
    })
  await campaign.stop()
  await campaign.start()
  await page.reload()
  await expect(button(page, 'Coming soon')).toHaveAttribute('aria-pressed', 'true')
  await choose(page, 'My data')
})
