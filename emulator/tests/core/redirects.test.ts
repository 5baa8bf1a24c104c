import { createServer, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { rewriteRedirects } from '#emulator/redirects.ts'
import { listen } from '#tests/kit/listen.ts'

const LOCAL = '/__line/access.line.me/x?a=1'

/** Returns the headers of a response that a server writes with `write`. */
async function headersOf(write: (outgoing: ServerResponse) => void): Promise<Headers> {
  const server = createServer((_, outgoing) => {
    rewriteRedirects(outgoing)
    write(outgoing)
    outgoing.end()
  })
  const { port } = await listen(server)
  const { headers } = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' })
  return headers
}

test.each<[string, (outgoing: ServerResponse, to: string) => unknown]>([
  ['setHeader', (outgoing, to) => outgoing.setHeader('Location', to).writeHead(302)],
  ['setHeaders', (outgoing, to) => outgoing.setHeaders(new Headers({ location: to })).writeHead(302)],
  ['writeHead with an object', (outgoing, to) => outgoing.writeHead(302, { location: to })],
  ['writeHead with a text', (outgoing, to) => outgoing.writeHead(302, 'Found', { Location: to })],
  ['writeHead with a list', (outgoing, to) => outgoing.writeHead(302, ['x-other', '1', 'location', to])],
])('a redirect to LINE leads to the emulator if the server uses %s', async (_, write) => {
  for (const to of ['https://access.line.me/x?a=1', '//access.line.me/x?a=1', 'HTTPS://ACCESS.LINE.ME/x?a=1'])
    expect((await headersOf(outgoing => write(outgoing, to))).get('location')).toBe(LOCAL)
  for (const to of ['/own?to=https://line.me', 'https://line.me.example.com/', '../up'])
    expect((await headersOf(outgoing => write(outgoing, to))).get('location')).toBe(to)
})

test('a redirect to the emulator’s full URL stays on the page’s origin', async () => {
  const to = `http://localhost:4400${LOCAL}`
  expect((await headersOf(outgoing => outgoing.writeHead(302, { location: to }))).get('location')).toBe(LOCAL)
})

test.each([
  ['0;url=https://access.line.me/x?a=1', `0;url=${LOCAL}`],
  ["0.5; URL='//access.line.me/x?a=1'", `0.5; URL='${LOCAL}'`],
  ['1, https://access.line.me/x?a=1', `1, ${LOCAL}`],
  ['3', '3'],
  ['0;url=/own', '0;url=/own'],
])('the header Refresh with %s becomes %s', async (given, sent) =>
  expect((await headersOf(outgoing => outgoing.writeHead(200, { refresh: given }))).get('refresh')).toBe(
    sent,
  ),
)

test('the header Link preloads from the emulator what it names on a host of LINE', async () => {
  const link = (script: string, image: string) =>
    `<${script}>; rel=preload; as=script, </own.css>; rel=preload, <${image}>; rel=prefetch, <https://example.com/>; rel=next`
  const given = link('https://static.line-scdn.net/liff/edge/2/sdk.js', '//obs.line-scdn.net/a.png')
  expect((await headersOf(outgoing => outgoing.writeHead(200, { link: given }))).get('link')).toBe(
    link('/__line/static.line-scdn.net/liff/edge/2/sdk.js', '/__line/obs.line-scdn.net/a.png'),
  )
})
