import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { listen } from '#tests/kit/listen.ts'
import { resize } from '#tests/kit/resize.ts'

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const CLI = path('emulator/bin/liff-emulator.js')

let app: Server
let appUrl = ''

test.beforeAll(async () => {
  const folder = path('emulator/examples/plain-html')
  const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' }
  app = createServer(async ({ url = '/' }, outgoing) => {
    const name = /^\/(main\.js|style\.css)$/.exec(url)?.[1] ?? 'index.html'
    const type = types[name.replace(/^.*\./, '')] ?? 'text/html; charset=utf-8'
    outgoing.writeHead(200, { 'content-type': type, 'x-frame-options': 'DENY' })
    outgoing.end(await readFile(`${folder}/${name}`))
  })
  const { port } = await listen(app)
  appUrl = `http://localhost:${port}`
})

test.afterAll(() => app.close())

const run = (...words: string[]) => promisify(execFile)(process.execPath, [CLI, ...words])

/** Starts the emulator as a process and waits until it has printed its URLs. */
async function startEmulator(...words: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [CLI, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', data => {
      output += data
      const [, found] = /(http:\/\/localhost:\d+)\/__emulator\//.exec(output) ?? []
      if (found && output.includes('Ctrl-C')) resolve(found)
    })
    child.once('exit', code => reject(new Error(`The emulator exited with ${code}: ${output}`)))
  })
  return { child, url }
}

test('runs in front of an app with the SDK from the CDN, which signs in, shares, and follows the scenario', {
  tag: '@core',
}, async ({ page }) => {
  const { child, url } = await startEmulator(appUrl, '--port', '0')
  try {
    const hello = page.locator('#hello')
    await page.goto(`${url}/__line/liff.line.me/2000000001-Campaign`)
    await expect(hello).toHaveText('Hello, Somying Jaidee')
    await page.locator('#share').click()
    await page.frameLocator('iframe[title=LINE]').getByRole('button', { name: 'ส่ง' }).click()
    await expect(page.locator('#result')).toHaveText('Shared')
    expect((await run('scenario', 'load', 'offline+not-friend', '--at', url)).stdout).toBe(
      'loaded offline+not-friend\n',
    )
    expect(JSON.parse((await run('scenario', 'show', '--at', url)).stdout)).toMatchObject({
      network: { kind: 'offline' },
    })
    expect(JSON.parse((await run('token', '--at', url)).stdout)).toMatchObject({
      idToken: expect.stringMatching(/^ey/),
    })
    await run('scenario', 'load', 'friend', '--at', url)
    await resize(page, { width: 1440, height: 900 })
    await page.goto(`${url}/__emulator/`)
    await expect(page.frameLocator('iframe').locator('#hello')).toHaveText('Hello, Somying Jaidee')
  } finally {
    child.kill('SIGTERM')
  }
})
