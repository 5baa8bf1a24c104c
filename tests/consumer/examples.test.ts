import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { listen } from '#tests/kit/listen.ts'

/**
 * Runs those examples of the emulator that need no browser, following their READMEs. tests/e2e/examples.spec.ts runs
 * the others.
 */
const run = promisify(execFile)
const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

test('every example type-checks against the package', async () => {
  const words = [path('node_modules/typescript/bin/tsc'), '-p', path('emulator/examples')]
  const { stdout } = await run(process.execPath, words).catch(error => error)
  expect(stdout).toBe('')
})

test.each([
  ['vitest', 4],
  ['vite-vue', 2],
])('the tests of the example %s pass', async (name, count) => {
  const words = [path('node_modules/vitest/vitest.mjs'), 'run', '--reporter=json']
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST/.test(name)))
  const { stdout } = await run(process.execPath, words, {
    cwd: path(`emulator/examples/${name}`),
    env,
  }).catch(error => error)
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: count, numFailedTests: 0 })
})

test('the Node example identifies a caller by an ID token of the emulated LINE, and refuses an invalid one', async () => {
  const { createApp } = await import(path('emulator/examples/node/server.js'))
  const app = await createApp()
  const { url: base } = await listen(app)
  const page = await (await fetch(base)).text()
  expect(page).toContain('/__emulator/shim.js')
  const issued = await fetch(`${base}/__emulator/api/token`, { method: 'POST' })
  const { userId, idToken } = (await issued.json()) as { userId: string; idToken: string }
  const me = (token: string) => fetch(`${base}/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await me(idToken)).json()).toEqual({ userId, name: 'Somying Jaidee' })
  expect((await me(`${idToken}x`)).status).toBe(401)
})
