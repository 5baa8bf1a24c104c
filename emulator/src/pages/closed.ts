import { LINE_PREFIX } from '../page-config.ts'
import type { App } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'

/** What stands where an app closed itself in a browser tab, in place of the chat that LINE would show. */
export function closedPage(apps: readonly Pick<App, 'liffId' | 'name'>[]): Response {
  const links = apps.map(
    ({ liffId, name }, index) =>
      `<a class="button ${index === 0 ? 'main' : 'quiet'}" href="${LINE_PREFIX}liff.line.me/${escapeHtml(liffId)}">เปิด ${escapeHtml(name)} อีกครั้ง</a>`,
  )
  return page({
    title: 'แอปปิดแล้ว',
    body: `<h1>แอปปิดตัวเองแล้ว</h1>
<p class="soft center">ใน LINE ตอนนี้จะกลับไปที่แชท หน้านี้เป็นของ LINE จำลอง</p>
<div class="actions">${links.join('')}</div>`,
  })
}
