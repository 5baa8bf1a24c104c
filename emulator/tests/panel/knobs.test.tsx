// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { Patch } from '#emulator/panel/api/types.ts'
import { Controls } from '#emulator/panel/controls/controls.tsx'
import { focusSetting, SETTINGS } from '#emulator/panel/controls/settings-index.ts'
import { type AppLaunch, needsReopen } from '#emulator/panel/phone/use-app-launch.ts'
import type { Emulator } from '#emulator/panel/state/use-emulator.ts'
import { en } from '#emulator/panel/texts/en.ts'
import { mergePatch } from '#emulator/scenario/merge.ts'
import { resolveScenario } from '#emulator/scenario/named.ts'
import { parseScenarioOrThrow } from '#emulator/scenario/parse.ts'
import { act, mount } from '#tests/kit/act.ts'

/** The data that the controls read in addition to the scenario. */
const other = { name: 'offline', title: 'Offline', description: '', environment: 'liff' } as const
const phases = { phases: [], current: null, applied: 0 }
const emulator = { scenarios: [other], edited: false, phases } as unknown as Emulator
const launch = {} as AppLaunch

/** Renders the controls for a named scenario, and applies their patches as `PATCH state` does. */
async function knobs(name: string) {
  let scenario = resolveScenario(name, {})
  const { container, root } = mount()
  const onPatch = (patch: Patch) => {
    scenario = parseScenarioOrThrow(mergePatch(scenario, patch) as typeof scenario)
    render()
  }
  const setFriendship: Emulator['setFriendship'] = async (userId, state) => {
    onPatch({ friendships: { [userId]: state } })
    return true
  }
  const unused = () => {
    throw new Error('The knobs do not use this')
  }
  const render = () =>
    root.render(
      <Controls
        emulator={{ ...emulator, scenario, setFriendship }}
        launch={{ ...launch, patch: onPatch, reopenWith: onPatch }}
        target={undefined}
        onPhase={async () => {}}
        onOpen={unused}
        onCall={unused}
      />,
    )
  await act(render)
  // happy-dom does not know the element <search>, and React warns about it once.
  const { calls } = vi.spyOn(console, 'error').mock
  const unknown = calls.findIndex(([, tag]) => tag === 'search')
  if (unknown >= 0) calls.splice(unknown, 1)
  const options = (knob: string) => [
    ...container.querySelectorAll<HTMLLabelElement>(`fieldset[aria-label="${knob}"] label`),
  ]
  const input = (option: HTMLLabelElement | undefined) => option?.querySelector('input')
  return {
    container,
    scenario: () => scenario,
    patch: (patch: Patch) => act(() => onPatch(patch)),
    /** Returns the label of the option that a knob shows as selected. */
    shown: (knob: string) => options(knob).find(option => input(option)?.checked)?.textContent,
    set: (knob: string, label: string) =>
      act(() => input(options(knob).find(({ textContent }) => textContent === label))?.click()),
  }
}

test('the friendship knob shows and sets the friendship of the current user only', async () => {
  const { scenario, shown, set } = await knobs('friend')
  const { user, friendships } = scenario()
  expect(shown('Friendship')).toBe('Friend')
  for (const [label, friendship] of [
    ['Blocked', 'blocked'],
    ['Not yet', 'none'],
    ['Friend', 'friend'],
  ] as const) {
    await set('Friendship', label)
    expect(scenario().friendships).toEqual({ ...friendships, [user]: friendship })
    expect(shown('Friendship')).toBe(label)
  }
})

test('the consent knob shows the grant of the current user, and a new choice replaces it', async () => {
  const { scenario, patch, shown, set } = await knobs('first-consent')
  expect(shown('Consent')).toBe('Not yet')
  await set('Consent', 'Given')
  expect([scenario().consent.initially, shown('Consent')]).toEqual(['granted', 'Given'])
  const { user, apps } = scenario()
  await patch({ consent: { grants: { [user]: { [apps[0]?.liffId ?? '']: [] } } } })
  expect(shown('Consent')).toBe('Not yet')
  await set('Consent', 'Given')
  expect(scenario().consent.grants[user]).toBeUndefined()
  expect(shown('Consent')).toBe('Given')
})

test('the knob for the consent page’s answer sets it', async () => {
  const { scenario, shown, set } = await knobs('friend')
  for (const [label, answer] of [
    ['Deny', 'deny'],
    ['Allow', 'allow'],
    ['Ask me', 'ask'],
  ] as const) {
    await set('When asked', label)
    expect([scenario().consent.answer, shown('When asked')]).toEqual([answer, label])
  }
})

test('the worker knob shows and sets whether pages have service workers', async () => {
  const { scenario, shown, set } = await knobs('friend')
  const before = scenario().environment.serviceWorker
  expect(shown('Service worker')).toBe(before ? 'Available' : 'None')
  await set('Service worker', before ? 'None' : 'Available')
  expect(scenario().environment.serviceWorker).toBe(!before)
  await set('Service worker', before ? 'Available' : 'None')
  expect(scenario().environment.serviceWorker).toBe(before)
})

test('the search knows every setting of every group, and moves the focus to it', async () => {
  const { container } = await knobs('friend')
  const groups = [...container.querySelectorAll('details')]
  const shown = groups.flatMap(group => {
    const title = group.querySelector('h2')?.textContent
    const controls = group.querySelectorAll<HTMLElement>('[data-setting]')
    return [...controls].map(({ dataset }) => `${title}: ${dataset.setting}`)
  })
  expect(groups.map(group => group.querySelector('h2')?.textContent)).toEqual([
    ...['Who', 'Where', 'Network', 'Tokens', 'Web login', 'MINI App', 'LINE', 'Webhooks', 'Call the SDK'],
  ])
  expect(SETTINGS.map(({ id, group }) => `${en.controls.groups[group]}: ${id}`)).toEqual(shown)
  for (const setting of SETTINGS) {
    await act(() => {
      for (const group of groups) group.open = false
    })
    await act(() => focusSetting(setting))
    const group = document.activeElement?.closest('details')
    expect([group?.open, group?.querySelector('h2')?.textContent]).toEqual([
      true,
      en.controls.groups[setting.group],
    ])
  }
})

test('the knobs of web logins show and set the screen, the channel and the lifetime of the tokens', async () => {
  const { container, scenario, patch, shown, set } = await knobs('friend')
  for (const [label, webLogin] of [
    ['Button', 'sso'],
    ['Password', 'password'],
    ['None', 'auto'],
  ] as const) {
    await set('Login screen', label)
    expect([scenario().environment.webLogin, shown('Login screen')]).toEqual([webLogin, label])
  }
  const field = (setting: string) => {
    const found = container.querySelector<HTMLInputElement>(`[data-setting=${setting}]`)
    if (!found) throw new Error(`The panel has no ${setting}`)
    return found
  }
  const write = (setting: string, text: string) =>
    act(() => {
      field(setting).focus()
      field(setting).value = text
      field(setting).blur()
    })
  const [app] = scenario().apps
  if (!app) throw new Error('The scenario has no app')
  const other = { ...app, liffId: '2000000009-Another1' }
  await patch({ apps: [app, { ...app, liffId: `${app.liffId.slice(0, 10)}-Another2` }, other] })
  await write('channelSecret', ' s3cret ')
  await write('callbackUrls', '/callback  https://shop.example/back')
  const settings = () =>
    scenario().apps.map(({ channelSecret, callbackUrls }) => [channelSecret, callbackUrls])
  const urls = ['/callback', 'https://shop.example/back']
  expect(settings()).toEqual([
    ['s3cret', urls],
    ['s3cret', urls],
    [null, null],
  ])
  expect(field('callbackUrls').value).toBe(urls.join(' '))
  await write('channelSecret', '')
  await write('callbackUrls', ' ')
  expect(settings()).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ])
  const choose = (setting: string, value: string) =>
    act(() => {
      const select = container.querySelector<HTMLSelectElement>(`[data-setting=${setting}]`)
      if (select) select.value = value
      select?.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await choose('loginChannel', '2000000009')
  await write('channelSecret', 'other')
  expect(settings().map(([secret]) => secret)).toEqual([null, null, 'other'])
  await choose('webTokenLifetime', '60')
  expect(scenario().tokens.webAccessTokenLifetime).toBe(60)
})

test('a setting of the next web login does not open the app again, and other settings do', () => {
  expect(needsReopen({ environment: { webLogin: 'sso' } })).toBe(false)
  expect(needsReopen({ tokens: { webAccessTokenLifetime: 60 } })).toBe(false)
  expect(needsReopen({ environment: { webLogin: 'sso', os: 'ios' } })).toBe(true)
  expect(needsReopen({ tokens: { revoked: true } })).toBe(true)
  expect(needsReopen({ user: 'U4af4980629a1b2c3d4e5f60718293a4b' })).toBe(true)
})

async function searchIn() {
  const { container } = await knobs('friend')
  const field = container.querySelector<HTMLInputElement>('input[type=search]')
  if (!field) throw new Error('The controls have no search')
  const type = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const press = (key: string) =>
    act(() => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  return { container, type, press }
}

test('the search finds scenarios and settings by their words, and opens the first with Enter', async () => {
  const { container, type, press } = await searchIn()
  await type('freeze')
  expect(
    [...container.querySelectorAll('#other-scenarios button')].map(({ textContent }) => textContent),
  ).toEqual([" LINE's clockLINE"])
  await press('Enter')
  expect(document.activeElement?.closest('section')?.getAttribute('aria-label')).toBe("LINE's clock")
})

test('the search lists matches in the name before matches in the description', async () => {
  const { container, type } = await searchIn()
  await type('offline')
  const found = [...container.querySelectorAll('#other-scenarios button')].map(
    ({ textContent }) => textContent,
  )
  expect(found).toEqual(['Offlineoffline', ' Service workerWhere', ' NetworkNetwork'])
  await type('zzz')
  expect(container.querySelector('#other-scenarios')?.textContent).toBe('Nothing matches “zzz”.')
})

test('the knobs for MINI Apps change the kind, the channel, the role, the consent and the region of the first app', async () => {
  const { container, scenario, shown, set } = await knobs('friend')
  const app = () => scenario().apps[0]
  expect(shown('Kind of app')).toBe('LIFF app')
  expect(shown('Internal channel')).toBeUndefined()
  await set('Kind of app', 'Unverified')
  expect(app()?.miniApp).toMatchObject({ verified: false, channel: 'published', roles: null })
  await set('Internal channel', 'Developing')
  await set('Kind of app', 'Verified')
  await set('Region of the service', 'Thailand')
  expect(app()?.miniApp).toMatchObject({ verified: true, channel: 'developing', region: 'TH' })
  const role = container.querySelector<HTMLSelectElement>('[data-setting=channelRole]')
  expect(role?.value).toBe('admin')
  await act(() => {
    if (role) role.value = 'tester'
    role?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  const { user } = scenario()
  expect(app()?.miniApp?.roles).toEqual({ [user]: 'tester' })
  await set('Channel consent simplification', 'Simplified')
  expect([app()?.miniApp?.consentSimplification, shown('Channel consent simplification')]).toEqual([
    true,
    'Simplified',
  ])
  await set('Kind of app', 'LIFF app')
  expect(app()?.miniApp).toBeNull()
})

test('the simplification adds the scope that it grants', async () => {
  const { scenario, patch, set } = await knobs('mini-app-unverified')
  const [app, ...others] = scenario().apps
  if (app === undefined) throw new Error('the scenario has no app')
  await patch({ apps: [{ ...app, scopes: ['profile'] }, ...others] })
  await set('Channel consent simplification', 'Simplified')
  expect(scenario().apps[0]?.scopes).toEqual(['profile', 'openid'])
  await set('Channel consent simplification', 'In full')
  expect(scenario().apps[0]?.miniApp?.consentSimplification).toBe(false)
})

test('the knob for the common profile sets how its screen is answered', async () => {
  const { scenario, shown, set } = await knobs('mini-app')
  for (const [label, quickFill] of [
    ['Fill', 'fill'],
    ['Cancel', 'cancel'],
    ['Ask me', 'ask'],
  ] as const) {
    await set('Common profile', label)
    expect([scenario().screens.quickFill, shown('Common profile')]).toEqual([quickFill, label])
  }
})
