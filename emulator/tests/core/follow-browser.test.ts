import { expect, test } from 'vitest'
import { createLiffEmulator, type EmulatorOptions, type LiffEmulator } from '#emulator/index.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { control, ORIGIN } from './kit.ts'

const following = (options: EmulatorOptions = {}) => createLiffEmulator({ followBrowser: true, ...options })

/** Opens the panel, or the page of the app that loads the shim, in a browser with these languages. */
const opens = (emulator: LiffEmulator, languages: string | null, path = '/__emulator/') =>
  emulator.emulatorFetch(
    new Request(`${ORIGIN}${path}`, languages === null ? {} : { headers: { 'accept-language': languages } }),
  )

const phoneOf = (emulator: LiffEmulator) => {
  const { environment, users } = emulator.scenario()
  return [environment.language, ...users.map(({ displayName }) => displayName)]
}

const THAI = ['th-TH', 'Somying Jaidee', 'Thanakorn Srisuk', 'Pim 🌷']
const ENGLISH = ['Emma Carter', 'Daniel Brooks', 'Zoe 🌷']

const emulator = eachTest(following)

test.each([
  ['ja,en-US;q=0.9', ['ja', '佐藤 花子', '鈴木 健太', '美咲 🌷']],
  ['zh-TW, zh;q=0.8', ['zh-TW', '陳怡君', '林志明', '小芸 🌷']],
  ['en-GB', ['en-GB', ...ENGLISH]],
  ['de-DE,de;q=0.9', ['de-DE', ...ENGLISH]],
  ['th', ['th', ...THAI.slice(1)]],
])('a browser that prefers %s gets a phone and people of its language', async (languages, expected) => {
  const { user, friendships } = emulator.scenario()
  await opens(emulator, languages)
  expect(phoneOf(emulator)).toEqual(expected)
  expect(emulator.scenario()).toMatchObject({ user, friendships })
  // Another scenario has the same users, and so has the scenario after a reset.
  await control(emulator, 'POST', 'scenario', { name: 'not-friend' })
  expect(phoneOf(emulator)).toEqual(expected)
  expect(emulator.scenario().friendships[user]).toBe('none')
  await control(emulator, 'POST', 'reset')
  expect(phoneOf(emulator)).toEqual(expected)
})

test('the first browser decides, by the panel or by the app; requests of programs do not', async () => {
  await opens(emulator, null)
  await opens(emulator, '*')
  await opens(emulator, 'en', '/__emulator/api/state')
  expect(phoneOf(emulator)).toEqual(THAI)
  await opens(emulator, 'ja', '/__emulator/shim.js')
  await opens(emulator, 'en-US')
  expect(emulator.scenario().environment.language).toBe('ja')
})

test('what the LINE was told before stays: tokens, own users, a changed or own scenario', async () => {
  const { body } = await control(emulator, 'POST', 'token')
  await opens(emulator, 'ja')
  const { accessToken } = body as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const profile = await emulator.handle(new Request('https://api.line.me/v2/profile', { headers }))
  expect(await profile.json()).toMatchObject({ displayName: '佐藤 花子' })

  const own = await following({ users: [{ userId: `U${'a'.repeat(32)}`, displayName: 'Ana' }] })
  await opens(own, 'pt-BR')
  expect(phoneOf(own)).toEqual(['pt-BR', 'Ana'])

  const changed = await following()
  await control(changed, 'PATCH', 'state', { environment: { language: 'th-TH' } })
  await opens(changed, 'ja')
  expect(phoneOf(changed)).toEqual(THAI)

  const { name, ...scenario } = emulator.scenario()
  const complete = await following({ scenario: { ...scenario, name: 'mine' } })
  await opens(complete, 'en')
  expect([name, ...phoneOf(complete)]).toEqual(['friend', ...phoneOf(emulator)])
})

test('a stored LINE keeps its people, and an emulator in a program follows no browser', async () => {
  let saved: string | null = null
  const storage = {
    load: async () => saved,
    save: async (text: string) => {
      saved = text
    },
  }
  const first = await following({ storage })
  await opens(first, 'ja')
  await first.close()
  const second = await following({ storage })
  await opens(second, 'en')
  expect(phoneOf(second)).toEqual(phoneOf(first))
  await second.close()

  const program = await createLiffEmulator()
  await opens(program, 'ja')
  expect(phoneOf(program)).toEqual(THAI)
})
