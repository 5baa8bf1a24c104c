import type older from '@line/liff'
import type newer from 'liff-2.31.0'
import { expect, expectTypeOf, test } from 'vitest'
import { createMockLiff } from '#emulator/mock/create-mock-liff.ts'

type Older = typeof older
type Newer = typeof newer
type ContextOf<Liff extends { getContext: () => unknown }> = NonNullable<ReturnType<Liff['getContext']>>

/** What 2.31.0 has besides: the mock gives the results of 2.26.1. */
type Added = 'activity' | 'calendar' | 'getOrigins' | 'requestFriendship'

/** 2.31.0 as far as 2.26.1 has it; `use` takes plugins of its own version. */
type Shared = Omit<Newer, Added | 'use' | 'getContext' | 'permission'> & {
  readonly permission: Omit<Newer['permission'], 'getGrantedAll'>
  readonly getContext: () => Omit<ContextOf<Newer>, 'availability'> | null
}

test('the mock’s liff stands where an app has the SDK’s, of either version, and lacks only what came later', async () => {
  const { liff } = await createMockLiff()
  const stands: readonly [Older, Shared] = [liff, liff]
  expect(stands).toHaveLength(2)
  expectTypeOf<Exclude<keyof Newer, keyof typeof liff>>().toEqualTypeOf<Added>()
})

test('every function that the types name is there', async () => {
  const { liff } = await createMockLiff()
  const names: readonly (keyof Older)[] = ['use', 'getProfile', '_addListener', '_removeListener']
  const internal = 'internalCreateShortcutOnHomeScreen' satisfies keyof Older
  for (const name of [...names, internal] as const) expect(liff[name], name).toBeTypeOf('function')
})
