import { effect } from '@preact/signals-core'
import { expect } from 'vitest'
import { soon } from '#emulator-tests/kit/soon.ts'
import type { AppPage, Phone } from './customer-phone.ts'

export { soon } from '#emulator-tests/kit/soon.ts'

/** Advances the page's timers until a check succeeds. */
export const inTime = (page: AppPage, check: () => unknown) =>
  soon(() => {
    page.pass(1000)
    return check()
  })

/** Records the page's phases from now on, without consecutive duplicates. */
export function phasesOf({ app }: AppPage): string[] {
  const kinds: string[] = []
  effect(() => {
    const { value } = app.session.phase
    const kind = value.kind === 'ready' && value.online ? 'ready, online' : value.kind
    if (kinds.at(-1) !== kind) kinds.push(kind)
  })
  return kinds
}

/** Opens the app once, so that the phone knows the customer. */
export async function firstVisit(phone: Phone): Promise<void> {
  const page = phone.load()
  await soon(() => expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true }))
}

/**
 * Advances the page's timers second by second. Waits while `isBusy`, because advancing then could exceed the app's time
 * limits.
 */
export async function passSeconds(page: AppPage, seconds: number, isBusy: () => boolean): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    page.pass(1000)
    for (let turn = 0; turn < 5 || isBusy(); turn += 1) await new Promise(setImmediate)
  }
}
