import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flakyPatterns } from '#tests/kit/flaky-rule.ts'

const tests = join(import.meta.dirname, '..')

/** Benchmarks measure time and belong to no test circle. The tests in the other folder are meant to fail. */
const others = /^(bench|fixtures\/failing-tests)\//

const POLLS = 'looks again and again at something that reports no change'
const DELETED = 'a browser deletes the database while its pages work'
const ABSENCE = 'shows that something does not happen'

/** Files that may contain one of the patterns, each with its reason. */
const allowed: Readonly<Record<string, string>> = {
  'emulator/conformance/messaging/driver.mjs': POLLS,
  'emulator/conformance/page/recorder.ts': POLLS,
  'emulator/conformance/page/run-case.ts': 'a case of the SDK may expect that a promise stays pending',
  'emulator/conformance/platform-driver.ts': POLLS,
  'conformance/webkit-driver.ts': 'WebDriver does not say when scripts have run',
  'contract/epoch.test.ts': 'has a database of its own',
  'contract/db-copy.test.ts': 'leaves the server time between the writes during the copy',
  'contract/postgres.test.ts': 'cuts connections at several moments of the writes',
  'contract/receipt-reader.test.ts': POLLS,
  'e2e/webkitgtk/suspended-page.spec.ts': 'a suspended process has no clock that a test could move',
  'hostile/refused-body.test.ts': POLLS,
  'kit/big-campaign.ts': POLLS,
  'kit/chaos/phone-acts.ts': DELETED,
  'kit/fault-origin.ts': 'sends a response slowly',
  'kit/firefox.ts': POLLS,
  'kit/item-shop.ts': POLLS,
  'kit/kill-run/departures.ts': 'lets real processes work until the next kill',
  'kit/kill-run/line.ts': 'lets real processes work until the next kill',
  'kit/kill-run/waves.ts': 'lets real processes work until the next kill',
  'kit/mini-browser.ts': POLLS,
  'kit/panel-buttons.ts': ABSENCE,
  'kit/production-process.ts': POLLS,
  'kit/resize.ts': 'waits for the layout itself',
  'kit/render.tsx': 'React does not say when started work has ended',
  'kit/two-customers.ts': ABSENCE,
  'kit/upgrade-load.ts': 'leaves the server time between the calls of a load',
  'kit/webkit.ts': POLLS,
  'kit/without-table.ts': 'puts the table back',
  'unit/boot/server-builds.test.ts': ABSENCE,
  'emulator/headless/session.test.ts': ABSENCE,
  'emulator/panel/chat.test.tsx': 'the animation ends by the browser’s own timer',
  'unit/outbox/deleted-database.test.ts': DELETED,
  'unit/outbox/log-queue.test.ts': ABSENCE,
  'unit/progress.test.ts': 'the clock is a fake one',
  'unit/setup.test.ts': 'shows that the clock is the real one',
  'unit/startup/scenarios.test.ts': ABSENCE,
  'unit/startup/tabs.test.ts': ABSENCE,
}

/** Files that still select elements by position. */
const remaining = /^(e2e\/(emulator-|panel)|emulator\/browser\/)[\w-]*\.spec\.ts$/

const emulatorTests = join(import.meta.dirname, '../../emulator/tests')
const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    path => /\.(tsx?|mjs)$/.test(path) && !others.test(path),
  )
/** The name and path of each file. The names of the emulator's tests begin with `emulator/`. */
const files = [
  ...sourcesIn(tests).map(path => [path, join(tests, path)] as const),
  ...sourcesIn(emulatorTests).map(path => [`emulator/${path}`, join(emulatorTests, path)] as const),
]
const findings = new Map(files.map(([path, file]) => [path, flakyPatterns(readFileSync(file, 'utf8'))]))

test('no test waits for a fixed time, takes an element by its position, leaves a deletion running, measures a window that is still being resized, presses a key without its field, takes a table away or gives up after a second', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = [...findings].flatMap(([path, ofFile]) =>
    path in allowed || remaining.test(path) || path === 'unit/flaky-patterns.test.ts'
      ? []
      : ofFile.map(({ line, why }) => `tests/${path}:${line} ${why}`),
  )
  expect(found).toEqual([])
})

test('every exception is still one', () =>
  expect(Object.keys(allowed).filter(path => (findings.get(path)?.length ?? 0) === 0)).toEqual([]))

const locators = `import { expect, test } from '@playwright/test'\n`
const bad = [
  'await page.waitForTimeout(500)',
  'await new Promise(resolve => setTimeout(resolve, 20))',
  'await new Promise<void>(done => setTimeout(() => done(), QUIET_MS))',
  `import { setTimeout as pause } from 'node:timers/promises'`,
  `${locators}await page.getByRole('button').first().click()`,
  `${locators}await expect(rows.nth(2)).toBeVisible()`,
  'await vi.waitFor(() => expect(calls).toHaveLength(1))',
  'void store.deleteEverything()',
  'void page.context().clearCookies()',
  'await page.setViewportSize({ width: 390, height: 844 })',
  "await field.fill('x')\nawait page.keyboard.press('Enter')",
  "await db.schema.alterTable('audit').renameTo('audit_away').execute()",
  `indexedDB.databases().then(all => all.map(({ name }) => indexedDB.deleteDatabase(name)))`,
]
const good = [
  'await new Promise(resolve => setTimeout(resolve))',
  'await new Promise(resolve => setTimeout(resolve, 20)) // The socket reports nothing.',
  `${locators}await page.getByRole('button').first().click() // Any of them.`,
  'const [one] = rows.first()',
  'await store.deleteEverything()',
  'await vi.waitFor(() => expect(calls).toHaveLength(1), 10_000)',
  'void map.delete(key)',
  "await field.fill('x')\nawait field.press('Enter')",
  'return () => void set.clear()',
  '// page.waitForTimeout(500) would do',
]

test('finds each pattern, and not what looks like it', () => {
  expect(bad.filter(source => flakyPatterns(source).length !== 1)).toEqual([])
  expect(good.filter(source => flakyPatterns(source).length > 0)).toEqual([])
})
