import { expect, test } from 'vitest'
import { webLine } from './web-login-kit.ts'

/** A 401 keeps LINE's own body. The timeline and a header say which token was sent and which one the channel has. */

const INFO = 'https://api.line.me/v2/bot/info'
const HAS = 'The Messaging API channel 1600000000 has "emulated..." (29 characters)'
const CURE =
  "Read the token from LINE_CHANNEL_ACCESS_TOKEN, which liff-emulator passes to a back end, or set this variable to the program's token when you start the emulator"
const FOREIGN = `ae6P1wQm${'x'.repeat(164)}`

/** Returns a function that calls the Messaging API and returns the status and the reasons. */
async function caller() {
  const web = await webLine()
  const call = async (authorization?: string) => {
    const { status, headers } = await web.line(INFO, {
      headers: authorization === undefined ? {} : { authorization },
    })
    const reason = web.emulator.requests().at(-1)?.error ?? null
    expect(headers.get('x-liff-emulator-error')).toBe(reason)
    return { status, reason }
  }
  return { ...web, call }
}

test.each([
  [
    undefined,
    'The request has no Authorization header. (If its value has spaces around it, Node 20 drops it in HTTP/2)',
  ],
  ['Bearer', 'The Authorization header is not "Bearer", one space and a token'],
  ['Basic YTpi', 'The Authorization header is not "Bearer", one space and a token'],
  ['Bearer undefined', 'The token is "undefined": the variable that the program reads is not set'],
  ['Bearer Your_Token', 'The token "Your_Token" is not one of the channel\'s'],
  [`Bearer ${FOREIGN}`, 'The token "ae6P1wQm..." (172 characters) is not one of the channel\'s'],
])('the reason for the 401 of %s', async (authorization, problem) => {
  const { call } = await caller()
  expect(await call(authorization)).toEqual({ status: 401, reason: `${problem}. ${HAS}. ${CURE}` })
})

test('the access token of a user is named as such, and issued tokens are counted', async () => {
  const { call, login, line } = await caller()
  const { access_token } = await login()
  expect((await call(`Bearer ${access_token}`)).reason).toContain('is the access token of a user.')
  const body = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: '1600000000' },
    client_secret: '5ec2e75ec2e75ec2e75ec2e75ec2e75e',
  })
  const issued = await line('https://api.line.me/v2/oauth/accessToken', { method: 'POST', body })
  const { access_token: own } = (await issued.json()) as { access_token: string }
  expect((await call('Bearer other')).reason).toContain(`${HAS}, and 1 issued token. `)
  expect(await call(`Bearer ${own}`)).toEqual({ status: 200, reason: null })
})

test('a request with the token of the channel explains nothing', async () => {
  const { call } = await caller()
  expect(await call('Bearer emulated-channel-access-token')).toEqual({ status: 200, reason: null })
  expect(await call('  Bearer emulated-channel-access-token ')).toEqual({ status: 200, reason: null })
})
