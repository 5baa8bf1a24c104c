import { execFile } from 'node:child_process'
import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankProject, packagePath } from './project.ts'

const run = promisify(execFile)

const unitTest = `
import { liffTest } from 'liff-emulator/vitest'
liffTest('starts', async ({ headlessLiff }) => headlessLiff.liff.init({ liffId: '2000000001-Campaign' }))
`
const browserTest = `
import { test } from 'liff-emulator/playwright'
test('starts', ({ line }) => line.open())
`
const config = `export default { testMatch: '*.spec.ts', use: { app: '.' } }`

let project = ''

beforeAll(async () => {
  const files = { 'unit.test.ts': unitTest, 'browser.spec.ts': browserTest, 'playwright.config.ts': config }
  project = await blankProject({ ...files, 'index.html': '<h1>An app</h1>' })
}, 120_000)

afterAll(() => rm(project, { recursive: true, force: true }))

/** Runs a program of a package, which must fail. Returns its output and the first line of the error that it reports. */
async function failureOf(program: string, words: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const own = Object.entries(process.env).filter(([name]) => !/^VITEST|^CHROMIUM_PATH/.test(name))
  // Vitest colours its output wherever the variable CI is set, even in a pipe.
  const env = { ...Object.fromEntries(own), NO_COLOR: '1', ...variables }
  const ended = run(process.execPath, [packagePath(program), ...words], {
    cwd: project,
    env,
    timeout: 60_000,
  })
  const { code, stdout, stderr } = await ended.then(
    result => ({ code: 0, ...result }),
    (failure: { readonly code: number; readonly stdout: string; readonly stderr: string }) => failure,
  )
  expect(code).toBe(1)
  const output = stdout + stderr
  return { output, error: /^ *Error: (.*)$/m.exec(output)?.[1] }
}

test.each([
  ['happy-dom', /^headless LIFF needs happy-dom: npm install --save-dev happy-dom$/],
  ['@line/liff', /^@line\/liff is not installed in \S+: npm install @line\/liff$/],
])(
  'the Vitest helper says how to install %s if it is missing',
  async (name, says) => {
    const path = join(project, 'node_modules', name)
    await rm(path, { recursive: true })
    const { error } = await failureOf('vitest/vitest.mjs', ['run', 'unit.test.ts'])
    expect(error).toMatch(says)
    await symlink(packagePath(name), path, 'junction')
  },
  120_000,
)

test('without a browser, a test with the Playwright fixture ends with the command that installs one', async () => {
  const nowhere = { PLAYWRIGHT_BROWSERS_PATH: join(project, 'no-browsers') }
  const { output, error } = await failureOf('@playwright/test/cli.js', ['test'], nowhere)
  expect(error).toMatch(/^browserType\.launch: Executable doesn't exist at /)
  expect(output).toContain('npx playwright install')
}, 120_000)
