// @vitest-environment happy-dom
import { LiffCommonProfilePlugin } from '@line/liff-common-profile-plugin'
import { expect } from 'vitest'
import type { HeadlessLiff } from '#emulator/headless/create-headless-liff.ts'
import { liffTest } from '#emulator/headless/vitest.ts'
import { resolveScenario } from '#emulator/scenario/named.ts'

const PROFILE = { 'family-name': 'ใจดี', tel: '0812345678', 'bday-year': 1990 }
const given = resolveScenario('mini-app', {})
const users = given.users.map((user, at) => (at === 0 ? { ...user, commonProfile: PROFILE } : user))
const scenario = { ...given, users, consent: { initially: 'granted' } } as const

const test = liffTest.extend({ scenario })

async function withPlugin({ liff, scenario }: HeadlessLiff) {
  liff.use(new LiffCommonProfilePlugin())
  await liff.init({ liffId: scenario().apps[0]?.liffId ?? '' })
  return liff.$commonProfile
}

test('LINE’s unmodified plugin gets the common profile in headless LIFF, and fills the form', async ({
  headlessLiff,
}) => {
  const withProfile = await withPlugin(headlessLiff)
  const profile = await withProfile.get(['family-name', 'tel', 'email'])
  expect(profile).toEqual({ 'family-name': 'ใจดี', tel: '0812345678' })
  expect(headlessLiff.requests().map(({ url }) => url)).toContainEqual(
    expect.stringContaining('https://api.line.me/oauth2/v2.1/verify?access_token='),
  )
  document.body.innerHTML = '<input data-liff-autocomplete="tel"><input data-liff-autocomplete="email">'
  withProfile.fill(profile ?? {})
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(['0812345678', ''])
  document.body.innerHTML = ''
})

test('the plugin gets null if the user cancels or has set nothing', async ({ headlessLiff }) => {
  const withProfile = await withPlugin(headlessLiff)
  headlessLiff.patch({ screens: { quickFill: 'cancel' } })
  expect(await withProfile.get()).toBeNull()
  headlessLiff.patch({ screens: { quickFill: 'fill' } })
  expect(await withProfile.get(['email'])).toBeNull()
  expect(await withProfile.getDummy(['sex-enum'], 1)).toEqual({ 'sex-enum': expect.any(Number) })
})

test('without a permission for the common profile, the plugin rejects with its own error', async ({
  headlessLiff,
}) => {
  const withProfile = await withPlugin(headlessLiff)
  headlessLiff.patch({ tokens: { scope: 'openid' } })
  await expect(withProfile.get()).rejects.toThrow('have not agreed')
})

test('requests to other hosts use the test’s own fetch, which comes back after the test', async ({
  headlessLiff,
}) => {
  expect(globalThis.fetch).toBe(headlessLiff.pageFetch)
  await expect(fetch('data:text/plain,other').then(each => each.text())).resolves.toBe('other')
  const request = new Request('https://api.line.me/oauth2/v2.1/verify?access_token=none')
  expect((await fetch(request)).status).toBe(400)
  headlessLiff.patch({ network: { kind: 'offline' } })
  await expect(fetch('https://api.line.me/oauth2/v2.1/certs')).rejects.toThrow(TypeError)
})
