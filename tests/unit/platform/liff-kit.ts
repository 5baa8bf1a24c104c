import { createLine, type LaunchPage, type Sdk, type SdkFeatures } from '#src/platform/liff.ts'

export const LIFF = 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36 Line/14.11.0 LIFF'
export const refusal = (code: string, message: string) => Object.assign(new Error(message), { code })

export function sdk(more: Partial<Sdk & SdkFeatures> = {}): Sdk & SdkFeatures {
  return {
    init: async () => {},
    getContext: () => ({ type: 'utou', scope: ['profile', 'chat_message.write'] }),
    isInClient: () => true,
    isLoggedIn: () => true,
    login: () => {},
    logout: () => {},
    getIDToken: () => 'id-token',
    getAccessToken: () => 'access-token',
    getDecodedIDToken: () => ({ sub: 'U1', name: 'มะลิ', exp: 12 }),
    getProfile: async () => ({ userId: 'U1', displayName: 'มะลิ' }),
    getFriendship: async () => ({ friendFlag: true }),
    getOS: () => 'ios',
    getAppLanguage: () => 'en-US',
    isApiAvailable: name => name === 'scanCodeV2',
    closeWindow: () => {},
    openWindow: () => {},
    scanCodeV2: async () => ({ value: 'store-1' }),
    shareTargetPicker: async () => ({ status: 'success' }),
    sendMessages: async () => {},
    createShortcutOnHomeScreen: async () => {},
    ...more,
  }
}

export function page(more: Partial<LaunchPage> = {}) {
  const rest = {
    open: () => {},
    finishLoginHere: () => {},
    setHash: () => {},
    removeParameters: () => {},
    onceRead: (run: () => void) => void setTimeout(run),
  }
  return { userAgent: LIFF, language: 'th-TH', hash: () => '', ...rest, ...more }
}

export const lineOf = (liff: Sdk & SdkFeatures, at = page(), now?: () => number) =>
  createLine('1-a', { sdk: async () => liff, features: async () => liff }, at, now)
