import { test as base, expect } from '#emulator/playwright/test.ts'

const OWN = { AUTH_LINE_ID: '1656000041', CHANNEL_ACCESS_TOKEN: 'of-the-developer' }

const PROGRAM =
  "require('http').createServer((_, out) => out.end(JSON.stringify(process.env))).listen(process.env.PORT)"

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright needs an object pattern.
  backEnd: async ({}, use) => {
    Object.assign(process.env, OWN)
    await use({ command: `node -e "${PROGRAM}"` })
    for (const name of Object.keys(OWN)) delete process.env[name]
  },
})

test('a back end keeps the developer’s credentials, and its LINE accepts them, also in a later scenario', async ({
  emulation: { emulator, url },
}) => {
  const seen = (await (await fetch(url)).json()) as Record<string, string>
  expect(seen).toMatchObject({ ...OWN, LINE_CHANNEL_ACCESS_TOKEN: OWN.CHANNEL_ACCESS_TOKEN })
  const headers = { authorization: `Bearer ${OWN.CHANNEL_ACCESS_TOKEN}` }
  const statuses = async () => {
    const info = await emulator.lineFetch(new Request('https://api.line.me/v2/bot/info', { headers }))
    const query = new URLSearchParams({
      ...{ client_id: OWN.AUTH_LINE_ID, response_type: 'code', redirect_uri: `${url}/callback` },
      ...{ state: 's', scope: 'profile' },
    })
    const login = await fetch(`${url}/__line/access.line.me/oauth2/v2.1/authorize?${query}`, {
      redirect: 'manual',
    })
    return [info.status, login.status]
  }
  expect(await statuses()).toEqual([200, 302])
  emulator.control.load('not-friend')
  expect(await statuses()).toEqual([200, 302])
})
