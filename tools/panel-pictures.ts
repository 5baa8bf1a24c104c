import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startCampaign } from '#tests/kit/campaign.ts'
import { fillReceipt, register } from '#tests/kit/customer.ts'
import { LIFF_ID } from '#tests/kit/e2e.ts'

const root = join(import.meta.dirname, '..')
const docs = join(root, 'docs', 'images')
const images = join(root, 'emulator', 'images')
const cli = join(root, 'emulator', 'bin', 'liff-emulator.js')

export type Save = (page: Page, path: string) => Promise<void>

/**
 * Takes the pictures of the emulator for the READMEs: the panel with an unsent receipt, the panel in light and dark
 * with the details of a request, and LINE's consent page. Runs on the built app.
 */
export async function panelPictures(browser: Browser, save: Save): Promise<void> {
  await campaignPictures(browser, save)
  await consentPicture(browser, save)
}

async function campaignPictures(browser: Browser, save: Save) {
  const context = await browser.newContext({
    viewport: { width: 1360, height: 850 },
    deviceScaleFactor: 1.5,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const campaign = await startCampaign()
  const change = (patch: object) => campaign.emulator('PATCH', 'state', patch)
  const phone = page.frameLocator('iframe').first()
  async function reopen(language: string, text: string) {
    await change({ environment: { language } })
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: /^Reopen/ }).click()
    await phone.getByText(text).waitFor()
    await page.waitForLoadState('networkidle')
    await page.getByText('The scenario changed').waitFor({ state: 'hidden' })
  }
  try {
    await page.goto(`${campaign.url}/__emulator/`)
    await register(page, phone)
    await reopen('en-US', 'Your entries')
    const timeline = page.getByRole('region', { name: 'Timeline' })
    const row = timeline.getByRole('listitem').filter({ hasText: '/api/master/activity' }).last()
    await row.click()
    // The details take space from the list, and the mouse pointer would highlight a different row.
    await row.scrollIntoViewIfNeeded()
    await page.mouse.move(700, 30)
    await save(page, join(images, 'panel-light.webp'))
    await page.emulateMedia({ colorScheme: 'dark' })
    await save(page, join(images, 'panel-dark.webp'))
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Close details' }).click()
    await reopen('th-TH', 'สิทธิ์ของคุณ')
    await change({ network: { kind: 'offline' } })
    await fillReceipt(page, 'FF-2026-0142', '350', phone)
    await phone.getByRole('button', { name: 'ยืนยันส่ง' }).click()
    await phone.getByRole('link', { name: 'กลับหน้าแรก' }).first().click()
    await phone.getByText('รอส่ง 1 รายการ').first().waitFor()
    await save(page, join(docs, 'panel.webp'))
  } finally {
    await context.close()
    await campaign.dispose()
  }
}

async function consentPicture(browser: Browser, save: Save) {
  const folder = join(root, 'emulator', 'examples', 'plain-html')
  const words = ['start', folder, '--port', '0', '--scenario', 'first-consent']
  const child = spawn(process.execPath, [cli, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const context = await browser.newContext({
    viewport: { width: 390, height: 780 },
    deviceScaleFactor: 2,
    locale: 'en-US',
  })
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = ''
      child.stdout.on('data', data => {
        output += data
        const [, found] = /(http:\/\/localhost:\d+)\/__emulator\//.exec(output) ?? []
        if (found && output.includes('Ctrl-C')) resolve(found)
      })
      child.once('exit', code => reject(new Error(`The emulator exited with ${code}: ${output}`)))
    })
    await fetch(`${url}/__emulator/api/state`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ environment: { language: 'en-US' } }),
    })
    const page = await context.newPage()
    await page.goto(`${url}/__line/liff.line.me/${LIFF_ID}`)
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    await save(page, join(images, 'consent.webp'))
  } finally {
    await context.close()
    child.kill()
  }
}
