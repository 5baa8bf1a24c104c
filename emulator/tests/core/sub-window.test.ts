import { expect, test } from 'vitest'
import { emulated, LIFF_ID } from './kit.ts'

test('only the page that opened a sub-window gets its result, and only the first result counts', async () => {
  const { emulator } = await emulated()
  const issued = await emulator.control.token({})
  if (!issued.ok) throw new Error(issued.problem.message)
  const headers = { authorization: `Bearer ${issued.value.accessToken}`, 'content-type': 'application/json' }
  async function call(path: string, body: object, host = 'api.line.me') {
    const url = `https://${host}/liff/v2/sub/${path}`
    const response = await emulator.handle(
      new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
    )
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const opened = { mainLiffId: LIFF_ID, subLiffId: LIFF_ID, mstChallenge: 'challenge', appData: { step: 2 } }
  const { msit } = (await call('msit', opened)).body
  const { mst } = (await call('mst', { msit, mstVerifier: 'verifier' })).body
  expect((await call('appData', { mst })).body).toEqual({ data: { step: 2 } })
  expect((await call('appData', { mst: '' })).body.errorDetail).toBe('invalid mst')
  expect((await call('result', { mst, status: 'done' })).body.errorDetail).toBe('invalid status')
  await call('result', { mst, status: 'submit', result: { agreed: true } })
  expect((await call('result', { mst, status: 'cancel' })).body.status).toBe('submit')
  const wait = (mstChallenge: string) => call('waitResult', { msit, mstChallenge }, 'liff.line.me')
  expect(await wait('of another page')).toMatchObject({ status: 400, body: { errorDetail: 'invalid msit' } })
  expect((await wait('challenge')).body).toEqual({ status: 'submit', result: { agreed: true } })
})
