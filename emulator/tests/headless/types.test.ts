import type older from '@line/liff'
import type newer from 'liff-2.31.0'
import { expect, expectTypeOf, test } from 'vitest'
import { createHeadlessLiff } from '#emulator/headless/create-headless-liff.ts'

type Older = typeof older
type Newer = typeof newer
type ContextOf<Liff extends { getContext: () => unknown }> = NonNullable<ReturnType<Liff['getContext']>>

/** Functions that SDK 2.31.0 adds. Headless LIFF has the functions of 2.26.1 only. */
type Added = 'activity' | 'calendar' | 'getOrigins' | 'requestFriendship'

/** SDK 2.31.0 reduced to the functions of 2.26.1. Plugins for `use` have version-specific types. */
type Shared = Omit<Newer, Added | 'use' | 'getContext' | 'permission'> & {
  readonly permission: Omit<Newer['permission'], 'getGrantedAll'>
  readonly getContext: () => Omit<ContextOf<Newer>, 'availability'> | null
}

test('the headless liff is assignable to the SDK’s types in both versions, without what 2.31.0 added', async () => {
  const { liff } = await createHeadlessLiff()
  const assignable: readonly [Older, Shared] = [liff, liff]
  expect(assignable).toHaveLength(2)
  expectTypeOf<Exclude<keyof Newer, keyof typeof liff>>().toEqualTypeOf<Added>()
})

test('every function in the types exists', async () => {
  const { liff } = await createHeadlessLiff()
  const names: readonly (keyof Older)[] = ['use', 'getProfile', '_addListener', '_removeListener']
  const internal = 'internalCreateShortcutOnHomeScreen' satisfies keyof Older
  for (const name of [...names, internal] as const) expect(liff[name], name).toBeTypeOf('function')
})
