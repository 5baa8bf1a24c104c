import { MSIT_PARAM, SUB_APPS } from '../platform/sub-apps.ts'
import type { Phone } from './phone.ts'

/** How the user answers LINE's screen with the common profile. */
export type QuickFillAnswer = 'fill' | 'cancel'

/** Answers LINE's screen with the common profile, if the sub-window that the page has just opened is that screen. */
export async function answerQuickFill(phone: Phone, answer: QuickFillAnswer | null): Promise<void> {
  const opened = phone.recorded.navigations.at(-1) ?? ''
  if (answer === null || !opened.startsWith('liff://subwindow?')) return
  const query = new URL(opened).searchParams
  const url = URL.parse(query.get('url') ?? '')
  if (url?.pathname !== `/${SUB_APPS.quickFill}`) return
  url.searchParams.set(MSIT_PARAM, query.get('msit') ?? '')
  // If the connection breaks, the page waits for a result, as it would in LINE.
  await phone
    .lineScreen(url.href, { method: 'POST', body: new URLSearchParams({ answer }) })
    .catch(() => undefined)
}
