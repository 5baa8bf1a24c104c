import type { Page } from '@playwright/test'
import { INVITATION_MS } from '#contract/desk/limits.ts'
import { invitePerson } from '#server/desk/people.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { expect, openDesk, type RunningDesk, test } from '#tests/kit/desk-e2e.ts'
import { resize } from '#tests/kit/resize.ts'
import { violationsIn } from '#tools/axe.ts'

/** The people at the desk use computers. The other desk tests also use the size of a phone. */
test.use({ viewport: { width: 1280, height: 800 } })

async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const invite = ({ server }: RunningDesk, name: string) =>
  invitePerson(
    server.db,
    { name, role: 'reviewer' },
    { now: server.clock.now(), random: server.deps.random, by: null },
  )

test('a browser’s passkey accepts an invitation and signs in again; a used or old invitation says what to do', async ({
  page,
  desk,
}) => {
  await addAuthenticator(page)
  const { token } = await invite(desk, 'Suda')
  await page.addInitScript(() => localStorage.setItem('language', 'en'))
  await page.goto(`${desk.url}/invitation#${token}`)
  await expect(page.getByRole('heading', { name: 'Invitation for Suda' })).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Review receipts' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Review receipts' })).toBeVisible()
  await expect(page.getByRole('banner').getByText('Suda')).toBeVisible()

  const old = await invite(desk, 'Somchai')
  desk.server.clock.advance(INVITATION_MS)
  for (const unusable of [token, old.token]) {
    await page.goto(`${desk.url}/invitation#${unusable}`)
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Ask a manager for a new one')
  }
})

test('a manager invites a person and sees the link once', async ({ page, desk }) => {
  await openDesk(page, desk, 'มะลิ', '/people', 'en')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('Name').fill('Suda')
  await dialog.getByRole('button', { name: 'Invite a person' }).click()
  const link = page.getByRole('textbox', { name: 'Invitation link for Suda' })
  await expect(link).toHaveValue(new RegExp(`^${desk.url}/invitation#[\\w-]{43}$`))
  expect(await violationsIn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Suda/ })).toContainText('Invited')
  await resize(page, { width: 1000, height: 800 })
  const states = page.getByRole('table').locator('.mantine-Badge-label')
  await expect(states).toHaveCount(8)
  const cut = await states.evaluateAll(all => all.filter(one => one.scrollWidth > one.clientWidth).length)
  expect(cut, 'states that the table cuts off').toBe(0)
})

test('two managers invite a third one, who needs the code of one and the link of the other', async ({
  page,
  desk,
  browser,
}) => {
  await openDesk(page, desk, 'มะลิ', '/people', 'en')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('Name').fill('Suda')
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Manager' }).click()
  expect(await violationsIn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  const code = await page.getByRole('textbox', { name: 'Code for Suda' }).inputValue()
  expect(await violationsIn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByText('Invite Suda as a new manager')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])

  const other = await browser.newPage()
  await openDesk(other, desk, 'ธนา', '/approvals', 'en')
  await other.getByRole('button', { name: 'Approve and carry out' }).click()
  const link = await other.getByRole('textbox', { name: 'Invitation link for Suda' }).inputValue()
  expect(await violationsIn(other)).toEqual([])
  await other.close()

  await page.context().clearCookies()
  await addAuthenticator(page)
  await page.goto(link)
  await page.getByLabel('Code').fill(code)
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('banner').getByText('Suda')).toBeVisible()
})

test('one manager asks for a step of the draw, another one approves it', async ({ page, desk, browser }) => {
  await openDesk(page, desk, 'มะลิ', '/draw', 'en')
  await page.getByLabel('What is the public random value?').fill('Lottery, first prize')
  const closes = await desk.server.db.selectFrom('campaign').select('closes_at').executeTakeFirstOrThrow()
  const known = new Date(closes.closes_at + 7 * 86_400_000 + 7 * 3_600_000)
  await page.getByLabel('When will it be known?').fill(known.toISOString().slice(0, 16))
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(page.getByText('Waiting for approval')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('link', { name: 'Approvals' }).click()
  await expect(page.getByText('You cannot approve your own request')).toBeVisible()

  const other = await browser.newPage()
  await openDesk(other, desk, 'ธนา', '/approvals', 'en')
  await expect(other.getByText(/Promise the draw\. Public random value: Lottery, first prize/)).toBeVisible()
  expect(await violationsIn(other)).toEqual([])
  await other.getByRole('button', { name: 'Approve and carry out' }).click()
  // This test's server has different prizes from the built app.
  await expect(other.getByRole('alert')).toContainText('The prizes of the draw differ')
  expect(await desk.server.db.selectFrom('draw').select('state').execute()).toEqual([{ state: 'open' }])
  await other.close()
})

const some = ['audit', 'account']
const every = [...some, 'people', 'approvals', 'draw']

for (const [scheme, language] of [
  ['light', 'th'],
  ['dark', 'en'],
] as const)
  test(`axe finds nothing in the other pages: ${scheme}, ${language}`, {
    tag: scheme === 'light' ? [] : '@nightly',
  }, async ({ page, desk }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.addInitScript(name => localStorage.setItem('language', name), language)
    await page.goto(desk.url)
    await page.getByRole('button', { name: /มะลิ/ }).waitFor()
    expect(await violationsIn(page)).toEqual([])
    await page.getByRole('button', { name: /มะลิ/ }).click()
    // Opening a page would abort a sign-in that is still waiting for its answer.
    await page.getByRole('navigation').waitFor()
    // The other desk tests check the pages that they use.
    for (const path of inCircle({ push: some, merge: some, nightly: every })) {
      await page.goto(`${desk.url}/${path}`)
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
      await expect(page.getByLabel(/กำลังโหลด|Loading/)).toHaveCount(0)
      expect([path, await violationsIn(page)]).toEqual([path, []])
    }
  })
