import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { Patch } from '#emulator/panel/api/types.ts'
import { Knobs } from '#emulator/panel/controls/knobs.tsx'
import { mergePatch } from '#emulator/scenario/merge.ts'
import { resolveScenario } from '#emulator/scenario/named.ts'
import { parseScenarioOrThrow } from '#emulator/scenario/parse.ts'
import { act } from '#tests/kit/act.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

/** Renders the knobs for a named scenario, and applies their patches as `PATCH state` does. */
async function knobs(name: string) {
  let scenario = resolveScenario(name, {})
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  atTestEnd(async () => container.remove())
  atTestEnd(() => act(() => root.unmount()))
  const onPatch = (patch: Patch) => {
    scenario = parseScenarioOrThrow(mergePatch(scenario, patch) as typeof scenario)
    render()
  }
  const render = () => root.render(<Knobs scenario={scenario} onPatch={onPatch} />)
  await act(render)
  const options = (knob: string) => [
    ...container.querySelectorAll<HTMLLabelElement>(`fieldset[aria-label="${knob}"] label`),
  ]
  const input = (option: HTMLLabelElement | undefined) => option?.querySelector('input')
  return {
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
