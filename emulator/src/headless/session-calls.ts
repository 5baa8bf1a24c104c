import type { Liff } from '@line/liff'
import { type InitConfig, init } from './init.ts'
import type { CallContext, LiffCalls } from './liff-calls.ts'
import { login } from './login.ts'
import { clearStore } from './logout.ts'
import { query, requestAll, requirePermission } from './permission.ts'
import { accessTokenOf, configuredId, stored } from './phone.ts'

type SessionCall =
  | 'init'
  | 'isLoggedIn'
  | 'login'
  | 'logout'
  | 'getAccessToken'
  | 'getIDToken'
  | 'getDecodedIDToken'
  | 'getProfile'
  | 'getFriendship'
  | 'permission'

/** Creates the SDK calls that sign the user in and out or return data about the user. */
export function sessionCalls({ phone, line, answers }: CallContext): Pick<LiffCalls, SessionCall> {
  const requireProfile = (last: unknown) => requirePermission(phone, 'profile', answers().agree, last)
  return {
    init: async (config: InitConfig, success?: () => void, failure?: (error: Error) => void) => {
      try {
        await init(phone, config)
      } catch (error) {
        failure?.(error as Error)
        throw error
      }
      success?.()
    },
    isLoggedIn: () => accessTokenOf(phone) !== null,
    login: (options?: { readonly redirectUri?: string }) => login(phone, options),
    logout: () => {
      configuredId(phone)
      clearStore(phone)
    },
    getAccessToken: () => accessTokenOf(phone),
    getIDToken: () => stored(phone, 'IDToken') as string | null,
    getDecodedIDToken: () => stored(phone, 'decodedIDToken') as ReturnType<Liff['getDecodedIDToken']>,
    getProfile: async (last?: unknown) => {
      await requireProfile(last)
      return (await line('v2/profile')) as Awaited<ReturnType<Liff['getProfile']>>
    },
    getFriendship: async (last?: unknown) => {
      await requireProfile(last)
      return (await line('friendship/v1/status')) as Awaited<ReturnType<Liff['getFriendship']>>
    },
    permission: {
      query: (name: string) => query(phone, name),
      requestAll: () => requestAll(phone, answers().agree),
    },
  }
}
