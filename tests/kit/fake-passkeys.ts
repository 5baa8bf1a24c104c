import type { createAuthenticator } from './authenticator.ts'
import { atTestEnd } from './test-end.ts'

const bytesOf = (text: unknown): ArrayBuffer =>
  Uint8Array.from(Buffer.from(String(text), 'base64url')).buffer as ArrayBuffer
const textOf = (bytes: unknown): string => Buffer.from(bytes as ArrayBuffer).toString('base64url')

/**
 * Gives the test's page a passkey device. While `cancel` is true, the person cancels each prompt. Each prompt first
 * calls `fail`, which can throw an error of the browser.
 */
export function fakePasskeys(authenticator: ReturnType<typeof createAuthenticator>) {
  const state = { prompts: 0, cancel: false, fail: async (): Promise<void> => undefined }
  function prompt(make: (options: Record<string, unknown>) => Record<string, unknown>) {
    return async ({ publicKey }: { publicKey: Record<string, unknown> }) => {
      state.prompts += 1
      await state.fail()
      if (state.cancel) throw new DOMException('The person has cancelled', 'NotAllowedError')
      const user = publicKey.user as { id: ArrayBuffer } | undefined
      const options = {
        ...publicKey,
        challenge: textOf(publicKey.challenge),
        ...(user ? { user: { ...user, id: textOf(user.id) } } : {}),
      }
      const made = make(options)
      const response = made.response as Record<string, unknown>
      const binary = Object.entries(response).map(([name, value]) => [
        name,
        typeof value === 'string' ? bytesOf(value) : value,
      ])
      return {
        ...made,
        rawId: bytesOf(made.rawId),
        response: { ...Object.fromEntries(binary), getTransports: () => ['internal'] },
        getClientExtensionResults: () => ({}),
      }
    }
  }
  const old = Object.getOwnPropertyDescriptor(navigator, 'credentials')
  const { PublicKeyCredential } = globalThis
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: prompt(authenticator.use), create: prompt(authenticator.create) },
  })
  Object.assign(globalThis, { PublicKeyCredential: class {} })
  atTestEnd(async () => {
    if (old) Object.defineProperty(navigator, 'credentials', old)
    else Reflect.deleteProperty(navigator, 'credentials')
    Object.assign(globalThis, { PublicKeyCredential })
  })
  return state
}
