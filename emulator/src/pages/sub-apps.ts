import type { App, Scope } from '../scenario/schema.ts'
import { scopeRows } from './consent.ts'
import { answerForm, escapeHtml, page } from './layout.ts'
import type { ScreenTexts } from './texts/th.ts'

const CODES = ['https://line.me', 'https://example.com/coupon?id=42', 'WIFI:T:WPA;S:Cafe;P:espresso;;']

/** Renders the QR code scanner. The form posts the code's text as `value`, or `answer`: cancel. */
export function scannerPage(texts: ScreenTexts, action: string): Response {
  return page({
    texts,
    title: texts.scanTitle,
    body: `<h1>${texts.scanTitle}</h1><p class="soft center">${texts.scanHow}</p>
<form method="post" action="${escapeHtml(action)}" style="display:contents">
<label for="value" style="border:0;padding-bottom:0">${texts.scanField}</label>
<input type="text" id="value" name="value" list="codes" value="${CODES[0]}" autocomplete="off">
<datalist id="codes">${CODES.map(code => `<option>${escapeHtml(code)}</option>`).join('')}</datalist>
<div class="actions"><button class="main">${texts.scan}</button>
<button class="quiet" name="answer" value="cancel">${texts.cancel}</button></div></form>`,
  })
}

/** Renders the request for additional scopes. The form posts `answer`: allow or deny. */
export function agreementPage(
  texts: ScreenTexts,
  app: App,
  scopes: readonly Scope[],
  action: string,
): Response {
  const rows = scopeRows(scopes).map(
    scope =>
      `<label><span><b>${texts.scopes[scope].name}</b><small>${texts.scopes[scope].what}</small></span></label>`,
  )
  return page({
    texts,
    title: texts.agreementTitle,
    body: `<h1>${escapeHtml(app.name)}<br>${texts.agreementTitle}</h1><div>${rows.join('')}</div>
${answerForm({ action, main: ['allow', texts.allow], quiet: ['deny', texts.cancel] })}`,
  })
}

export type ShortcutPage = {
  readonly app: App
  readonly url: string
  readonly description: string | null
  readonly action: string
}

/** Renders the dialog that adds an app to the home screen. The form posts `answer`: add or cancel. */
export function shortcutPage(texts: ScreenTexts, { app, url, description, action }: ShortcutPage): Response {
  return page({
    texts,
    title: texts.shortcutTitle,
    body: `<h1>${texts.shortcutAsks(escapeHtml(app.name))}</h1>
<p class="note"><code>${escapeHtml(url)}</code>${description === null ? '' : `<br>${escapeHtml(description)}`}</p>
${answerForm({ action, main: ['add', texts.add], quiet: ['cancel', texts.cancel] })}`,
  })
}

export type Payment = { readonly productId: string; readonly orderId: string; readonly price: string }

export function paymentPage(
  texts: ScreenTexts,
  { productId, orderId, price }: Payment,
  action: string,
): Response {
  return page({
    texts,
    title: texts.payTitle,
    body: `<h1>${escapeHtml(price)}</h1><p class="soft center">${escapeHtml(productId)}<br>${escapeHtml(orderId)}</p>
<p class="note">${texts.payNote}</p>
${answerForm({ action, main: ['pay', texts.pay], quiet: ['cancel', texts.cancel] })}`,
  })
}

export function purchaseTermsPage(texts: ScreenTexts, action: string): Response {
  return page({
    texts,
    title: texts.termsTitle,
    body: `<h1>${texts.terms}</h1><p>${texts.termsAsk}</p>
${answerForm({ action, main: ['allow', texts.accept], quiet: ['deny', texts.refuse] })}`,
  })
}
