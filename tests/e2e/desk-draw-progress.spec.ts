import { fileURLToPath } from 'node:url'
import { createDesk } from '#server/desk/app.ts'
import { addDemoPeople } from '#server/desk/demo.ts'
import { deskPages } from '#server/desk/pages.ts'
import { deskDepsOf } from '#server/desk/start.ts'
import { createServer } from '#server/server.ts'
import { freePort } from '#tests/kit/campaign.ts'
import { expect, openDesk, test } from '#tests/kit/desk-e2e.ts'
import { rowOf, testServer, update } from '#tests/kit/server.ts'
import { contrastIn, violationsIn } from '#tools/axe.ts'

test.use({ viewport: { width: 390, height: 844 } })

const folder = fileURLToPath(new URL('../../dist-desk', import.meta.url))

test('two managers see a step’s progress, and cannot start it again', async ({ page, browser }) => {
  const server = await testServer({ now: Date.now(), dialect: 'sqlite' })
  const { db } = server
  await addDemoPeople(db, { now: server.clock.now(), random: server.deps.random })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const deps = deskDepsOf(server.deps, { origin: url, demo: true })
  const app = createDesk(deps, { pages: deskPages(folder) })
  const listening = await createServer(app.fetch, { port, host: '127.0.0.1', perAddress: 500 })
  const other = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 390, height: 844 } })
  try {
    await update({ db }, 'draw', { state: 'committed', secret: 'ab', commitment: 'c'.repeat(64) })
    await openDesk(page, { url }, 'มะลิ', '/draw')
    await page.getByRole('button', { name: 'ขออนุมัติ', exact: true }).click()
    await expect(page.getByText('รออนุมัติ', { exact: true })).toBeVisible()
    const { id } = await rowOf({ db }, 'desk_approval')

    // Simulates the running step as the server tracks it. The pages must show exactly these numbers.
    const work = deps.work.begin({ approval: id, action: 'draw-seal' })
    const bar = page.getByRole('progressbar', { name: 'ความคืบหน้า' })
    await page.reload()
    await expect(page.getByText('เริ่มแล้ว กำลังนับสิทธิ์')).toBeVisible()
    work.progress.begin(200_000)
    await work.progress.step(50_000)
    await expect(page.getByText('ทำแล้ว 50,000 จาก 200,000')).toBeVisible()
    await expect(bar).toHaveAttribute('aria-valuenow', '25')
    await expect(page.getByText('กำลังทำ', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'ขออนุมัติ', exact: true })).toHaveCount(0)
    expect(await violationsIn(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await contrastIn(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    const thana = await other.newPage()
    await openDesk(thana, { url }, 'ธนา', '/approvals', 'en')
    await expect(thana.getByText('50,000 of 200,000 done')).toBeVisible()
    await expect(thana.getByRole('button', { name: 'Approve and carry out' })).toHaveCount(0)
    expect(await violationsIn(thana)).toEqual([])
    await work.progress.step(150_000)
    await expect(thana.getByText('Storing the result')).toBeVisible()
    work.end()
    await expect(thana.getByRole('button', { name: 'Approve and carry out' })).toBeVisible()
    await expect(page.getByText('รออนุมัติ', { exact: true })).toBeVisible()
  } finally {
    await other.close()
    await listening.close(0)
    await server.close()
  }
})
