import { expect, type Page } from '@playwright/test'
import type { LiffHost } from '#emulator-tests/kit/liff-host.ts'

const TOKEN = 'emulated-channel-access-token'
/** The host of the pictures in the tests' messages. `drawPictures` fakes it. */
export const PICTURES = 'https://pictures.example'

export async function callBot(host: LiffHost, path: string, body: unknown): Promise<Record<string, string>> {
  const bytes = body instanceof Uint8Array
  const response = await host.emulator.lineFetch(
    new Request(`https://${bytes ? 'api-data' : 'api'}.line.me${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': bytes ? 'image/png' : 'application/json' },
      body: bytes ? new Uint8Array(body) : JSON.stringify(body),
    }),
  )
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text || '{}')
}

/** Sends messages from the official account to all its friends, at most five per request. */
export async function broadcast(host: LiffHost, messages: readonly object[]): Promise<void> {
  for (let at = 0; at < messages.length; at += 5)
    await callBot(host, '/v2/bot/message/broadcast', { messages: messages.slice(at, at + 5) })
}

/** Serves the pictures in messages: `/{width}x{height}/{colour}` is a picture of that size and colour. */
async function drawPictures(page: Page): Promise<void> {
  await page.route(`${PICTURES}/**`, route => {
    const [, size = '', color = '888'] = new URL(route.request().url()).pathname.split('/')
    const [width = '1', height = '1'] = size.split('x')
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#${color}"/><circle cx="50%" cy="50%" r="20%" fill="#fff" opacity=".5"/></svg>`
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
}

/** Opens the panel with the chat on the phone, and returns the chat once its messages have loaded. */
export async function openChat(page: Page, host: LiffHost) {
  await drawPictures(page)
  await page.goto(`${host.url}/__emulator/?chat`)
  await page.waitForURL('http://panel.phone.localhost:*/__emulator/?chat')
  const chat = page.getByRole('region', { name: /^(Chat with|แชทกับ)|とのトーク$/ })
  await expect(chat).toHaveAttribute('aria-busy', 'false')
  return chat
}

type Menu = { readonly name: string; readonly areas: readonly object[]; readonly color: string }

export async function createRichMenu(host: LiffHost, page: Page, menu: Menu): Promise<string> {
  const { name, areas, color } = menu
  const size = { width: 2500, height: 843 }
  const { richMenuId = '' } = await callBot(host, '/v2/bot/richmenu', {
    ...{ size, selected: true, name, chatBarText: 'Menu', areas },
  })
  const drawn = await page.evaluate(fill => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2500, height: 843 })
    const context = canvas.getContext('2d')
    if (context !== null) {
      context.fillStyle = fill
      context.fillRect(0, 0, canvas.width, canvas.height)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, color)
  await callBot(host, `/v2/bot/richmenu/${richMenuId}/content`, new Uint8Array(Buffer.from(drawn, 'base64')))
  return richMenuId
}
