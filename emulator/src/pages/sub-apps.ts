import type { App, Scope } from '../scenario/schema.ts'
import { SCOPE_TEXT } from './consent.ts'
import { escapeHtml, page } from './layout.ts'

const CODES = ['https://line.me', 'https://example.com/coupon?id=42', 'WIFI:T:WPA;S:Cafe;P:espresso;;']

/** The scanner, without a camera: what the code says is typed. Posts `value`, or `answer` cancel. */
export function scannerPage(action: string): Response {
  return page({
    title: 'สแกนคิวอาร์โค้ด',
    body: `<h1>สแกนคิวอาร์โค้ด</h1><p class="soft center">พิมพ์ข้อความที่อยู่ในโค้ด แทนการใช้กล้อง</p>
<form method="post" action="${escapeHtml(action)}" style="display:contents">
<label for="value" style="border:0;padding-bottom:0">ข้อความในโค้ด</label>
<input type="text" id="value" name="value" list="codes" value="${CODES[0]}" autocomplete="off">
<datalist id="codes">${CODES.map(code => `<option>${escapeHtml(code)}</option>`).join('')}</datalist>
<div class="actions"><button class="main">สแกน</button>
<button class="quiet" name="answer" value="cancel">ยกเลิก</button></div></form>`,
  })
}

/** What the app now asks for besides what was given. Posts `answer`: allow or deny. */
export function agreementPage(app: App, scopes: readonly Scope[], action: string): Response {
  const rows = scopes.map(
    scope =>
      `<label><span><b>${SCOPE_TEXT[scope].name}</b><small>${SCOPE_TEXT[scope].what}</small></span></label>`,
  )
  return page({
    title: 'ขออนุญาตเพิ่มเติม',
    body: `<h1>${escapeHtml(app.name)}<br>ขออนุญาตเพิ่มเติม</h1><div>${rows.join('')}</div>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="allow">อนุญาต</button>
<button class="quiet" name="answer" value="deny">ยกเลิก</button></form>`,
  })
}

/** The account that the app wants to be added. Posts `answer`: add or skip. */
export function addFriendPage(account: NonNullable<App['officialAccount']>, action: string): Response {
  return page({
    title: `เพิ่ม ${account.name} เป็นเพื่อน`,
    body: `<img class="face" src="https://profile.line-scdn.net/oa/${encodeURIComponent(account.id)}" alt="">
<h1>เพิ่ม ${escapeHtml(account.name)} เป็นเพื่อนไหม</h1><p class="soft center">${escapeHtml(account.id)}</p>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="add">เพิ่มเพื่อน</button>
<button class="quiet" name="answer" value="skip">ไม่ใช่ตอนนี้</button></form>`,
  })
}

/** Puts an app on the phone's home screen, or does not. Posts `answer`: add or cancel. */
export function shortcutPage(app: App, url: string, description: string | null, action: string): Response {
  return page({
    title: 'เพิ่มลงหน้าจอหลัก',
    body: `<h1>เพิ่ม ${escapeHtml(app.name)}<br>ลงหน้าจอหลัก</h1>
<p class="note"><code>${escapeHtml(url)}</code>${description === null ? '' : `<br>${escapeHtml(description)}`}</p>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="add">เพิ่ม</button>
<button class="quiet" name="answer" value="cancel">ยกเลิก</button></form>`,
  })
}

export type Payment = { readonly productId: string; readonly orderId: string; readonly price: string }

/** The store's sheet for one purchase. Posts `answer`: pay or cancel. */
export function paymentPage({ productId, orderId, price }: Payment, action: string): Response {
  return page({
    title: 'ชำระเงิน',
    body: `<h1>${escapeHtml(price)}</h1><p class="soft center">${escapeHtml(productId)}<br>${escapeHtml(orderId)}</p>
<p class="note">การซื้อจำลอง ไม่มีการเก็บเงินจริง</p>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="pay">ชำระเงิน</button>
<button class="quiet" name="answer" value="cancel">ยกเลิก</button></form>`,
  })
}

/** LINE's terms for purchases. Posts `answer`: allow or deny. */
export function purchaseTermsPage(action: string): Response {
  return page({
    title: 'ข้อตกลงการซื้อ',
    body: `<h1>ข้อตกลงการซื้อในแอป</h1><p>เพื่อซื้อสินค้าในแอปนี้ โปรดยอมรับข้อตกลงของ LINE</p>
<form method="post" action="${escapeHtml(action)}" class="actions"><button class="main" name="answer" value="allow">ยอมรับ</button>
<button class="quiet" name="answer" value="deny">ไม่ยอมรับ</button></form>`,
  })
}
