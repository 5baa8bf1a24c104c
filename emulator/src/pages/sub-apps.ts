import type { App, Scope } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'
import type { Words } from './words/th.ts'

const CODES = ['https://line.me', 'https://example.com/coupon?id=42', 'WIFI:T:WPA;S:Cafe;P:espresso;;']

/** The scanner, without a camera: what the code says is typed. Posts `value`, or `answer` cancel. */
export function scannerPage(words: Words, action: string): Response {
  return page({
    words,
    title: words.scanTitle,
    body: `<h1>${words.scanTitle}</h1><p class="soft center">${words.scanHow}</p>
<form method="post" action="${escapeHtml(action)}" style="display:contents">
<label for="value" style="border:0;padding-bottom:0">${words.scanField}</label>
<input type="text" id="value" name="value" list="codes" value="${CODES[0]}" autocomplete="off">
<datalist id="codes">${CODES.map(code => `<option>${escapeHtml(code)}</option>`).join('')}</datalist>
<div class="actions"><button class="main">${words.scan}</button>
<button class="quiet" name="answer" value="cancel">${words.cancel}</button></div></form>`,
  })
}

/** What the app now asks for besides what was given. Posts `answer`: allow or deny. */
export function agreementPage(words: Words, app: App, scopes: readonly Scope[], action: string): Response {
  const rows = scopes.map(
    scope =>
      `<label><span><b>${words.scopes[scope].name}</b><small>${words.scopes[scope].what}</small></span></label>`,
  )
  return page({
    words,
    title: words.agreementTitle,
    body: `<h1>${escapeHtml(app.name)}<br>${words.agreementTitle}</h1><div>${rows.join('')}</div>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="allow">${words.allow}</button>
<button class="quiet" name="answer" value="deny">${words.cancel}</button></form>`,
  })
}

/** The account that the app wants to be added. Posts `answer`: add or skip. */
export function addFriendPage(
  words: Words,
  account: NonNullable<App['officialAccount']>,
  action: string,
): Response {
  return page({
    words,
    title: words.addAccount(account.name),
    body: `<img class="face" src="https://profile.line-scdn.net/oa/${encodeURIComponent(account.id)}" alt="">
<h1>${words.askAddAccount(escapeHtml(account.name))}</h1><p class="soft center">${escapeHtml(account.id)}</p>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="add">${words.addFriend}</button>
<button class="quiet" name="answer" value="skip">${words.notNow}</button></form>`,
  })
}

export type ShortcutPage = {
  readonly app: App
  readonly url: string
  readonly description: string | null
  readonly action: string
}

/** Puts an app on the phone's home screen, or does not. Posts `answer`: add or cancel. */
export function shortcutPage(words: Words, { app, url, description, action }: ShortcutPage): Response {
  return page({
    words,
    title: words.shortcutTitle,
    body: `<h1>${words.shortcutAsks(escapeHtml(app.name))}</h1>
<p class="note"><code>${escapeHtml(url)}</code>${description === null ? '' : `<br>${escapeHtml(description)}`}</p>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="add">${words.add}</button>
<button class="quiet" name="answer" value="cancel">${words.cancel}</button></form>`,
  })
}

export type Payment = { readonly productId: string; readonly orderId: string; readonly price: string }

/** The store's sheet for one purchase. Posts `answer`: pay or cancel. */
export function paymentPage(words: Words, { productId, orderId, price }: Payment, action: string): Response {
  return page({
    words,
    title: words.payTitle,
    body: `<h1>${escapeHtml(price)}</h1><p class="soft center">${escapeHtml(productId)}<br>${escapeHtml(orderId)}</p>
<p class="note">${words.payNote}</p>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="pay">${words.pay}</button>
<button class="quiet" name="answer" value="cancel">${words.cancel}</button></form>`,
  })
}

/** LINE's terms for purchases. Posts `answer`: allow or deny. */
export function purchaseTermsPage(words: Words, action: string): Response {
  return page({
    words,
    title: words.termsTitle,
    body: `<h1>${words.terms}</h1><p>${words.termsAsk}</p>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="allow">${words.accept}</button>
<button class="quiet" name="answer" value="deny">${words.refuse}</button></form>`,
  })
}
