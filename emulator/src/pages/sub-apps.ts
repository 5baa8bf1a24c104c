import type { App, Scope } from '../scenario/schema.ts'
import { scopeRows } from './consent.ts'
import { escapeHtml, page } from './layout.ts'
import type { ScreenTexts } from './texts/th.ts'

const CODES = ['https://line.me', 'https://example.com/coupon?id=42', 'WIFI:T:WPA;S:Cafe;P:espresso;;']

/**
 * Renders the QR code scanner, in which the user types the code's text. The form posts `value`, or `answer`: cancel.
 */
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
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="allow">${texts.allow}</button>
<button class="quiet" name="answer" value="deny">${texts.cancel}</button></form>`,
  })
}

/** Renders the offer to add the app's official account. The form posts `answer`: add or skip. */
export function addFriendPage(
  texts: ScreenTexts,
  account: NonNullable<App['officialAccount']>,
  action: string,
): Response {
  return page({
    texts,
    title: texts.addAccount(account.name),
    body: `<img class="face" src="https://profile.line-scdn.net/oa/${encodeURIComponent(account.id)}" alt="">
<h1>${texts.askAddAccount(escapeHtml(account.name))}</h1><p class="soft center">${escapeHtml(account.id)}</p>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="add">${texts.addFriend}</button>
<button class="quiet" name="answer" value="skip">${texts.notNow}</button></form>`,
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
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="add">${texts.add}</button>
<button class="quiet" name="answer" value="cancel">${texts.cancel}</button></form>`,
  })
}

export type Payment = { readonly productId: string; readonly orderId: string; readonly price: string }

/** Renders the store's payment sheet for one purchase. The form posts `answer`: pay or cancel. */
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
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="pay">${texts.pay}</button>
<button class="quiet" name="answer" value="cancel">${texts.cancel}</button></form>`,
  })
}

/** Renders LINE's terms of purchase. The form posts `answer`: allow or deny. */
export function purchaseTermsPage(texts: ScreenTexts, action: string): Response {
  return page({
    texts,
    title: texts.termsTitle,
    body: `<h1>${texts.terms}</h1><p>${texts.termsAsk}</p>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="allow">${texts.accept}</button>
<button class="quiet" name="answer" value="deny">${texts.refuse}</button></form>`,
  })
}
