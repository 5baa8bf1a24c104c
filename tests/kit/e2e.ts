import { test as base, expect, type Page } from '@playwright/test'
import { type Campaign, startCampaign } from '#tests/kit/campaign.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

/** The LIFF id under which the emulated LINE knows the campaign. */
export const LIFF_ID = '2000000001-Campaign'

/** Each Playwright worker runs its own campaign, and each test gets a new LINE user. */
export const test = base.extend<{ page: Page }, { campaign: Campaign }>({
  campaign: [simpleFixture(startCampaign, campaign => campaign.dispose()), { scope: 'worker' }],
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    await use(page)
    expect(errors, 'no uncaught error in the page').toEqual([])
  },
})

export { expect }

/** Scenarios in which a new user is not a friend of the account. */
const strangers = new Set(['first-consent', 'not-friend', 'blocked'])

let users = 0

/** Loads a scenario with a LINE user who is new to LINE and to the campaign. */
export async function asNewUser(campaign: Campaign, scenario: string, patch: Record<string, unknown> = {}) {
  users += 1
  const random = Math.floor(Math.random() * 2 ** 48).toString(16)
  const userId = `U${`${random}${users}`.padStart(32, '0')}`
  const displayName = 'มานี ใจดี'
  await campaign.emulator('POST', 'scenario', { name: scenario })
  await campaign.emulator('POST', 'token', { userId, displayName })
  const friendships = strangers.has(scenario) ? {} : { [userId]: 'friend' }
  await campaign.emulator('PATCH', 'state', { user: userId, friendships, ...patch })
  return { userId, displayName }
}

/** Opens the campaign's link in a chat, so that LINE opens the app. */
export async function openInLine(page: Page, campaign: Campaign, path = '') {
  await page.goto(`${campaign.url}/__line/liff.line.me/${LIFF_ID}${path}`)
}

/** Returns a JPEG of a receipt at the size of a phone photo. */
export async function receiptPhoto(page: Page, label: string): Promise<Buffer> {
  const base64 = await page.evaluate(text => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 1600
    const draw = canvas.getContext('2d')
    if (!draw) throw new Error('no canvas')
    draw.fillStyle = '#6b5a48'
    draw.fillRect(0, 0, canvas.width, canvas.height)
    draw.fillStyle = '#fdfdf8'
    draw.fillRect(200, 120, 800, 1360)
    draw.fillStyle = '#222'
    draw.font = '44px monospace'
    for (let line = 0; line < 22; line += 1) draw.fillText(`${text}  ${line * 37}.00`, 250, 220 + line * 56)
    return canvas.toDataURL('image/jpeg', 0.9).replace(/^.*,/, '')
  }, label)
  return Buffer.from(base64, 'base64')
}
