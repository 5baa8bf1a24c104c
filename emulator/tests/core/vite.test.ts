import { writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createLogger, createServer } from 'vite'
import { expect, test } from 'vitest'
import { createLiffEmulator } from '#emulator/index.ts'
import { LOCATION_FUNCTION } from '#emulator/line-navigation.ts'
import { SHIM_TAG } from '#emulator/shim-tag.ts'
import { liffEmulator } from '#emulator/vite.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { listen } from '#tests/kit/listen.ts'
import { LIFF_ID } from './kit.ts'

test('Vite’s dev server adds the shim to pages and answers for LINE', async () => {
  const root = await testFolder()
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html><head><script src="https://static.line-scdn.net/liff/edge/2/sdk.js" integrity="sha384-x"></script></head><body>hello</body></html>',
  )
  await writeFile(join(root, 'main.ts'), 'export const leave = (to: string) => { location.href = to }')
  const picture = 'p { background: url("https://obs.line-scdn.net/a.png") }'
  await writeFile(join(root, 'style.css'), picture)
  const http = createHttpServer()
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, hmr: false, ws: false },
    plugins: [liffEmulator({ scenario: 'not-in-client' })],
  })
  http.on('request', vite.middlewares)
  const { port } = await listen(http)
  const base = `http://127.0.0.1:${port}`
  try {
    const html = await (await fetch(`${base}/`, { headers: { accept: 'text/html' } })).text()
    expect(html).toMatch(/<head>\s*<script src="\/__emulator\/shim\.js"><\/script>/)
    expect(html).toContain('<script src="/__line/static.line-scdn.net/liff/edge/2/sdk.js"></script>')
    expect(await (await fetch(`${base}/__line/static.line-scdn.net/liff/edge/2/sdk.js`)).text()).toContain(
      'npm i @line/liff',
    )
    const css = await fetch(`${base}/style.css`, { headers: { accept: 'text/css' } })
    expect(await css.text()).toContain('url("/__line/obs.line-scdn.net/a.png")')
    expect(await (await fetch(`${base}/main.ts`)).text()).toContain(LOCATION_FUNCTION)
    const launch = await fetch(`${base}/__line/liff.line.me/${LIFF_ID}`, { redirect: 'manual' })
    expect(launch.headers.get('location')).toBe(`${base}/`)
  } finally {
    await vite.close()
  }
})

test('Vite’s list of URLs ends with the panel’s', async () => {
  const said: string[] = []
  const customLogger = { ...createLogger('silent'), info: (text: string) => void said.push(text) }
  const vite = await createServer({
    root: await testFolder(),
    configFile: false,
    customLogger,
    server: { port: 0, host: 'localhost', hmr: false, ws: false },
    plugins: [liffEmulator()],
  })
  try {
    await vite.listen()
    vite.printUrls()
    expect(said.at(-1)).toContain(`${vite.resolvedUrls?.local[0]}__emulator/`)
  } finally {
    await vite.close()
  }
})

test('the emulated LINE accepts the credentials in the app’s .env', async () => {
  const root = await testFolder()
  const envDir = await testFolder()
  await writeFile(join(root, '.env'), 'LINE_LOGIN_CHANNEL_ID=number\n')
  await writeFile(join(envDir, '.env'), 'CHANNEL_ACCESS_TOKEN=mine\n')
  const said: string[] = []
  const vite = await createServer({
    root,
    envDir,
    configFile: false,
    customLogger: { ...createLogger('silent'), error: (text: string) => void said.push(text) },
    server: { port: 0, host: 'localhost', hmr: false, ws: false },
    plugins: [liffEmulator()],
  })
  try {
    await vite.listen()
    const info = await fetch(`${vite.resolvedUrls?.local[0]}__line/api.line.me/v2/bot/info`, {
      headers: { authorization: 'Bearer mine' },
    })
    expect(info.status).toBe(200)
    expect(said).toEqual([expect.stringMatching(/^LINE_LOGIN_CHANNEL_ID in .*\.env: is not a channel ID/)])
  } finally {
    await vite.close()
  }
})

test('a page that a server renders without Vite’s transformIndexHtml gets the shim', async () => {
  const page = '<!doctype html><html><head><title>สวัสดี</title></head><body>'
  const answers: Record<string, (outgoing: ServerResponse) => void> = {
    '/end': outgoing => {
      outgoing.setHeader('content-length', Buffer.byteLength(page))
      outgoing.setHeader('content-type', 'text/html').end(page)
    },
    '/parts': outgoing => {
      outgoing.writeHead(201, 'Made', {
        'content-type': 'text/html; charset=utf-8',
        'set-cookie': ['a=1', 'b=2'],
      })
      for (const character of page) outgoing.write(character)
      outgoing.end()
    },
    '/json': outgoing => outgoing.setHeader('content-type', 'application/json').end('"<head>"'),
    '/empty': outgoing => outgoing.writeHead(204, { 'content-type': 'text/html' }).end(),
  }
  const vite = await createServer({
    root: await testFolder(),
    ...{ configFile: false, appType: 'custom', logLevel: 'silent' },
    server: { port: 0, host: 'localhost', hmr: false, ws: false },
    plugins: [
      liffEmulator(),
      {
        name: 'renders',
        configureServer: ({ middlewares }) =>
          void middlewares.use((incoming, outgoing) => answers[incoming.url ?? '']?.(outgoing)),
      },
    ],
  })
  try {
    await vite.listen()
    const answerOf = (path: string, init?: RequestInit) =>
      fetch(new URL(path, vite.resolvedUrls?.local[0]), init)
    const shimmed = page.replace('<head>', `<head>${SHIM_TAG}`)
    expect(await (await answerOf('/end')).text()).toBe(shimmed)
    const parts = await answerOf('/parts')
    expect([parts.status, parts.statusText, await parts.text()]).toEqual([201, 'Made', shimmed])
    expect(parts.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await (await answerOf('/json')).text()).toBe('"<head>"')
    expect((await answerOf('/empty')).status).toBe(204)
    expect(await (await answerOf('/end', { method: 'HEAD' })).text()).toBe('')
    const asScript = { headers: { 'sec-fetch-dest': 'empty' } }
    expect(await (await answerOf('/end', asScript)).text()).toBe(page)
  } finally {
    await vite.close()
  }
})

test('the plugin refuses options next to an emulator, which has its own', async () => {
  const emulator = await createLiffEmulator()
  expect(() => liffEmulator({ emulator, liffId: LIFF_ID })).toThrow(
    'liffId: cannot be combined with emulator',
  )
  expect(liffEmulator({ emulator })[0].name).toBe('liff-emulator')
})
