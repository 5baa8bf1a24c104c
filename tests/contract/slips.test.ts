import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBrowser, printPdf } from '#server/cli/print.ts'
import { slipSheet } from '#server/exports/slip-sheet.ts'
import { testFolder } from '#tests/kit/folder.ts'

const slip = (n: number) => ({ ticketNo: `0192-${n}`, name: 'กิ่งฟ้า ใจดี', phone: '0812345678' })
const browser = await findBrowser(process.env)

test('puts 24 slips on a page and escapes HTML in customers’ names', () => {
  const html = slipSheet([
    ...Array.from({ length: 24 }, (_, n) => slip(n)),
    { ...slip(24), name: '<script>alert(1)</script>' },
  ])
  expect(html.match(/<section>/g)).toHaveLength(2)
  expect(html.match(/<div>/g)).toHaveLength(25)
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<script')
})

test('prefers CHROMIUM_PATH over PATH, and returns null without a browser', async () => {
  expect(await findBrowser({ PATH: '/nowhere', CHROMIUM_PATH: process.execPath })).toBe(process.execPath)
  expect(await findBrowser({ PATH: '/nowhere' })).toBe(null)
})

// Printing needs a Chromium on the machine.
test.runIf(browser !== null)(
  'prints pages to a PDF file that only its owner can read',
  async () => {
    const folder = await testFolder()
    const file = join(folder, 'slips.pdf')
    await printPdf(browser ?? '', slipSheet(Array.from({ length: 30 }, (_, n) => slip(n))), file)
    const pdf = await readFile(file, 'latin1')
    expect([pdf.slice(0, 5), pdf.match(/\/Type \/Page\b/g)?.length]).toEqual(['%PDF-', 2])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  },
  60_000,
)
