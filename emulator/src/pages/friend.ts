import { assertNever } from '../assert-never.ts'
import type { App, Friendship } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'

type Account = NonNullable<App['officialAccount']>

export type FriendPage = {
  readonly account: Account
  readonly friendship: Friendship
  readonly action: string
  /** Back to the app, where one is linked to the account. */
  readonly back: { readonly name: string; readonly url: string } | null
}

function button(value: string, text: string, look: string): string {
  return `<button class="${look}" name="answer" value="${value}">${text}</button>`
}

function said(friendship: Friendship, name: string): { readonly text: string; readonly buttons: string } {
  switch (friendship) {
    case 'friend':
      return {
        text: `<p class="center">คุณเป็นเพื่อนกับ ${name} แล้ว</p><p class="bubble">สวัสดีค่ะ ขอบคุณที่เพิ่ม ${name} เป็นเพื่อน 🎉</p>`,
        buttons: button('block', 'บล็อก', 'plain'),
      }
    case 'none':
      return {
        text: '<p class="center soft">เพิ่มเพื่อนเพื่อรับข่าวสารและร่วมกิจกรรม</p>',
        buttons: button('add', 'เพิ่มเพื่อน', 'main') + button('block', 'บล็อก', 'plain'),
      }
    case 'blocked':
      return {
        text: '<p class="center soft">คุณบล็อกบัญชีนี้อยู่</p>',
        buttons: button('unblock', 'เลิกบล็อก', 'main'),
      }
    default:
      return assertNever(friendship)
  }
}

/** The page of an official account (line.me/R/ti/p/@id). Posts `answer`: add, block or unblock. */
export function friendPage({ account, friendship, action, back }: FriendPage): Response {
  const name = escapeHtml(account.name)
  const { text, buttons } = said(friendship, name)
  const open = back
    ? `<a class="button ${friendship === 'friend' ? 'main' : 'quiet'}" href="${escapeHtml(back.url)}">กลับไปที่ ${escapeHtml(back.name)}</a>`
    : ''
  return page({
    title: account.name,
    body: `<img class="face" src="https://profile.line-scdn.net/oa/${encodeURIComponent(account.id)}" alt="">
<h1>${name}</h1><p class="soft center">${escapeHtml(account.id)} · บัญชีทางการ</p>${text}
<form method="post" action="${escapeHtml(action)}" class="actions">${friendship === 'friend' ? open + buttons : buttons + open}</form>`,
  })
}

/** The page after consent, for an app whose add-friend option is "aggressive". Posts `friend`: add or skip. */
export function friendOfferPage(
  account: Account,
  action: string,
  hidden: ReadonlyMap<string, string[]>,
): Response {
  const name = escapeHtml(account.name)
  const fields = [...hidden].flatMap(([key, values]) =>
    values.map(value => `<input type="hidden" name="${escapeHtml(key)}" value="${escapeHtml(value)}">`),
  )
  return page({
    title: `เพิ่ม ${account.name} เป็นเพื่อน`,
    body: `<img class="face" src="https://profile.line-scdn.net/oa/${encodeURIComponent(account.id)}" alt="">
<h1>เพิ่ม ${name} เป็นเพื่อนไหม</h1><p class="soft center">${escapeHtml(account.id)}</p>
<form method="post" action="${escapeHtml(action)}" class="actions">${fields.join('')}
<button class="main" name="friend" value="add">เพิ่มเพื่อน</button>
<button class="quiet" name="friend" value="skip">ไม่ใช่ตอนนี้</button></form>`,
  })
}
