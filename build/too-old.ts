import type { Plugin } from 'vite'
import { phoneEngines } from './engines.ts'
import { inlineScript } from './inline-script.ts'

const place = /\s*<script>\/\* too-old \*\/<\/script>/

const ios = phoneEngines.find(({ target }) => target === 'safari')?.version

/** The message that unsupported browsers show instead of the app. */
export const tooOldLines = [
  'เปิดกิจกรรมนี้ไม่ได้ เพราะเบราว์เซอร์ในเครื่องนี้เก่าเกินไป',
  `iPhone: อัปเดต iOS เป็นเวอร์ชัน ${ios} ขึ้นไป`,
  'Android: อัปเดต Android System WebView และ Chrome ใน Google Play',
  'จากนั้นเปิดลิงก์นี้อีกครั้ง หรือเปิดด้วยโทรศัพท์เครื่องอื่น',
  `This phone’s browser is too old. iPhone: update to iOS ${ios} or later. Android: update Android System WebView and Chrome. Then open this link again, or use another phone.`,
]

/** Inlines `src/boot/too-old.ts` into index.html, before all other scripts. The dev server omits it. */
export function tooOld(): Plugin {
  let script: Promise<string>
  return {
    name: 'too-old',
    buildStart() {
      script = inlineScript('too-old', { __LINES__: JSON.stringify(tooOldLines) }, 'es2015')
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server }) {
        if (!place.test(html)) throw new Error('index.html has no place for the text for old browsers')
        const code = server ? null : await script
        return html.replace(place, () => (code === null ? '' : `\n    <script>${code}</script>`))
      },
    },
  }
}
