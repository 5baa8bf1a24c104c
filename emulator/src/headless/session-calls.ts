import { type InitConfig, init } from './init.ts'
import type { CallContext, OwnCalls } from './liff-calls.ts'
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
export function sessionCalls({ phone, api, line, answers }: CallContext): Pick<OwnCalls, SessionCall> {
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
    isLoggedIn: () => api('isLoggedIn', accessTokenOf(phone) !== null),
    login: (options?: { readonly redirectUri?: string }) => {
      login(phone, options)
      api('login', undefined)
    },
    logout: () => {
      configuredId(phone)
      clearStore(phone)
      api('logout', undefined)
    },
    getAccessToken: () => api('getAccessToken', accessTokenOf(phone)),
    getIDToken: () => api('getIDToken', stored(phone, 'IDToken')),
    getDecodedIDToken: () => api('getDecodedIDToken', stored(phone, 'decodedIDToken')),
    getProfile: async (last?: unknown) => {
      await requireProfile(last)
      return api('getProfile', await line('v2/profile'))
    },
    getFriendship: async (last?: unknown) => {
      await requireProfile(last)
      return api('getFriendship', await line('friendship/v1/status'))
    },
    permission: {
      query: async (name: string) => api('permission.query', await query(phone, name)),
      requestAll: async () => api('permission.requestAll', await requestAll(phone, answers().agree)),
    },
  }
}
