import { preferredLanguage } from '../own-language.ts'

const TEXTS = {
  en: {
    noNavigationApi:
      'This browser does not support the Navigation API, so the emulator cannot redirect liff.login() and liff:// links. Use Chromium, Firefox 147 or Safari 26.2. Opening the app through /__line/liff.line.me/ works in every browser.',
    newSession: 'The emulated LINE has started a new session. Reload the page to sign in again.',
  },
  ja: {
    noNavigationApi:
      'このブラウザは Navigation API に対応していないため、エミュレーターは liff.login() と liff:// のリンクを転送できません。Chromium、Firefox 147、Safari 26.2 のいずれかをお使いください。/__line/liff.line.me/ からアプリを開く方法は、すべてのブラウザで使えます。',
    newSession:
      'LINE エミュレーターが新しいセッションを開始しました。ページを再読み込みすると、もう一度ログインします。',
  },
  th: {
    noNavigationApi:
      'เบราว์เซอร์นี้ไม่รองรับ Navigation API จึงเปลี่ยนเส้นทาง liff.login() และลิงก์ liff:// ไม่ได้ ใช้ Chromium, Firefox 147 หรือ Safari 26.2 แทน หรือเปิดแอปผ่าน /__line/liff.line.me/ ซึ่งใช้ได้กับทุกเบราว์เซอร์',
    newSession: 'LINE จำลองเริ่มเซสชันใหม่แล้ว โหลดหน้านี้ใหม่เพื่อเข้าสู่ระบบอีกครั้ง',
  },
} as const

/** Read when the shim loads, because `installNavigator` then gives the page the languages of the phone. */
const browserLanguages = navigator.languages

/** Returns a text for the developer in the language of the browser, not of the phone. */
export function developerText(name: keyof (typeof TEXTS)['en']): string {
  return TEXTS[preferredLanguage(browserLanguages)][name]
}

/** Writes a message of the emulator to the page's console, which the app's developer reads. */
export function tellDeveloper(level: 'info' | 'warn' | 'error', message: string): void {
  console[level](`[liff-emulator] ${message}`)
}
