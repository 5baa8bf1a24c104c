import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { bot, verify } from './line-api.js'

const { PORT = '3000', LINE_CHANNEL_SECRET = '' } = process.env
const LIFF_ID = '2000000001-Campaign'
const file = name => readFile(new URL(name, import.meta.url))

const confirmation = coffee => ({
  type: 'flex',
  altText: `Your order: ${coffee}`,
  contents: {
    type: 'bubble',
    body: {
      type: 'box',
      layout: 'vertical',
      contents: [{ type: 'text', text: coffee, size: 'xl', weight: 'bold' }],
    },
    footer: {
      type: 'box',
      layout: 'vertical',
      contents: [
        {
          type: 'button',
          style: 'primary',
          color: '#14733a',
          action: { type: 'postback', label: 'Confirm', data: new URLSearchParams({ coffee }).toString() },
        },
      ],
    },
  },
})

/** Gives every friend a rich menu with one area that opens the LIFF app. */
async function setUpRichMenu() {
  const action = { type: 'uri', label: 'Order coffee', uri: `https://liff.line.me/${LIFF_ID}` }
  const { richMenuId } = await bot('richmenu', {
    size: { width: 2500, height: 843 },
    selected: true,
    name: 'Menu',
    chatBarText: 'Menu',
    areas: [{ bounds: { x: 0, y: 0, width: 2500, height: 843 }, action }],
  })
  await bot(`richmenu/${richMenuId}/content`, await file('menu.png'))
  await bot(`user/all/richmenu/${richMenuId}`, {})
}

/** The LIFF app's form calls this with the user's ID token. */
async function order({ idToken, coffee }) {
  const user = await verify(idToken, LIFF_ID.split('-')[0]).catch(() => null)
  if (user === null) return 401
  await bot('message/push', { to: user.sub, messages: [confirmation(String(coffee))] })
  return 204
}

function isSigned(body, signature = '') {
  const expected = createHmac('sha256', LINE_CHANNEL_SECRET).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function answer({ type, postback, replyToken, source }) {
  if (type !== 'postback') return
  const coffee = new URLSearchParams(postback.data).get('coffee')
  const { displayName } = await bot(`profile/${source.userId}`)
  const thanks = `Thank you, ${displayName}. Your ${coffee} is on its way.`
  await bot('message/reply', { replyToken, messages: [{ type: 'text', text: thanks }] })
}

/** Handles a request and returns the status code of the response. */
async function handle({ method, url, headers }, body) {
  if (method === 'POST' && url === '/order') return order(JSON.parse(body))
  if (method !== 'POST' || url !== '/webhook') return 404
  if (!isSigned(body, headers['x-line-signature'])) return 401
  for (const event of JSON.parse(body).events) await answer(event)
  return 200
}

await setUpRichMenu()
createServer(async (incoming, outgoing) => {
  const { pathname } = new URL(incoming.url ?? '/', 'http://localhost')
  if (incoming.method === 'GET' && pathname === '/')
    return outgoing.setHeader('content-type', 'text/html; charset=utf-8').end(await file('index.html'))
  const status = await handle(incoming, await text(incoming)).catch(error => {
    console.error(error)
    return 500
  })
  outgoing.writeHead(status).end()
}).listen(Number(PORT))
