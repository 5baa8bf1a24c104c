import { preferredLanguage } from '../own-language.ts'

const TEXTS = {
  en: {
    noNavigationApi:
      'This browser does not support the Navigation API. The emulator redirects liff.login(), links, forms, and scripts that navigate with location.href = …, location.assign(…) or location.replace(…). If a script reaches location in another way, a navigation to LINE leaves for the real LINE.',
    newSession: 'The emulated LINE has started a new session. Reload the page to sign in again.',
  },
  ja: {
    noNavigationApi:
      'このブラウザは Navigation API に対応していません。エミュレーターは liff.login()、リンク、フォーム、および location.href = …、location.assign(…)、location.replace(…) によるページ移動を転送します。スクリプトがそれ以外の方法で location を使うと、LINE への移動は本物の LINE に向かいます。',
    newSession:
      'LINE エミュレーターが新しいセッションを開始しました。ページを再読み込みすると、もう一度ログインします。',
  },
  th: {
    noNavigationApi:
      'เบราว์เซอร์นี้ไม่รองรับ Navigation API โปรแกรมจำลองเปลี่ยนเส้นทาง liff.login() ลิงก์ ฟอร์ม และสคริปต์ที่ใช้ location.href = … location.assign(…) หรือ location.replace(…) ได้ แต่ถ้าสคริปต์ใช้ location ด้วยวิธีอื่น การไปยัง LINE จะออกไปที่ LINE จริง',
    newSession: 'LINE จำลองเริ่มเซสชันใหม่แล้ว โหลดหน้านี้ใหม่เพื่อเข้าสู่ระบบอีกครั้ง',
  },
} as const

/** Read on load, because `installNavigator` later replaces the browser's languages. */
const browserLanguages = navigator.languages

/** Texts for the developer are in the browser's language, not the phone's. */
export function developerText(name: keyof (typeof TEXTS)['en']): string {
  return TEXTS[preferredLanguage(browserLanguages)][name]
}

export function tellDeveloper(level: 'info' | 'warn' | 'error', message: string): void {
  console[level](`[liff-emulator] ${message}`)
}
