import { expect, onTestFinished, test } from 'vitest'
import { call, withBot } from './bot-kit.ts'
import { operationsOf, validatorFor } from './openapi-kit.ts'

/** Returns functions that call LINE's LIFF server API with a token of the first app's channel. */
async function prepared() {
  const { emulator, get: getAsBot } = await withBot()
  onTestFinished(() => emulator.close())
  const [channelId = ''] = emulator.scenario().apps[0]?.liffId.split('-') ?? []
  const form = { grant_type: 'client_credentials', client_id: channelId, client_secret: 'a' }
  const url = 'https://api.line.me/oauth2/v3/token'
  const issued = await emulator.lineFetch(
    new Request(url, { method: 'POST', body: new URLSearchParams(form) }),
  )
  const { access_token } = (await issued.json()) as { readonly access_token: string }
  const send = (method: string, path: string, body?: unknown) =>
    call(emulator, method, `/liff/v1/apps${path}`, body, { authorization: `Bearer ${access_token}` })
  return { emulator, send, getAsBot }
}

const view = { type: 'tall', url: 'https://example.com/app' }

test('an app is added, opened, changed and deleted', async () => {
  const { emulator, send } = await prepared()
  const { liffId } = (await send('POST', '', { view, description: 'Shop' })).body
  const open = async () => (await emulator.lineFetch(new Request(`https://liff.line.me/${liffId}`))).status
  expect(await open()).toBeLessThan(400)
  const change = { view: { url: 'https://example.com/new' }, scope: ['openid'], botPrompt: 'aggressive' }
  expect((await send('PUT', `/${liffId}`, change)).status).toBe(200)
  const { apps } = (await send('GET', '')).body
  const wanted = { liffId, description: 'Shop', scope: ['openid'], botPrompt: 'aggressive' }
  expect(apps.at(-1)).toMatchObject({ ...wanted, view: { type: 'tall', url: 'https://example.com/new' } })
  const [list] = operationsOf('liff').filter(({ id }) => id === 'getAllLIFFApps')
  const validate = validatorFor('liff')(list?.responses[200]?.content?.['application/json']?.schema ?? {})
  expect([validate({ apps }), validate.errors]).toEqual([true, null])
  expect((await send('DELETE', `/${liffId}`)).status).toBe(200)
  expect(await open()).toBe(404)
  expect((await send('PUT', `/${liffId}`, change)).status).toBe(404)
})

test('wrong settings, the 31st app and other channels are refused', async () => {
  const { emulator, send, getAsBot } = await prepared()
  const wrong = await send('POST', '', { view: { type: 'huge', url: 'http://example.com' } })
  expect(wrong.status).toBe(400)
  expect(wrong.body.details.map(({ property }: { property: string }) => property)).toEqual([
    'view.type',
    'view.url',
  ])
  expect((await send('POST', '', {})).status).toBe(400)
  expect((await getAsBot('/liff/v1/apps')).status).toBe(404)
  for (let at = emulator.scenario().apps.length; at < 30; at++)
    expect((await send('POST', '', { view })).status).toBe(200)
  expect((await send('POST', '', { view })).status).toBe(400)
})
