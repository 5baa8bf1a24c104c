import type { App, Scope, User } from '../scenario/schema.ts'
import { pictureOf } from '../world/questions.ts'
import { escapeHtml, page } from './layout.ts'

/** What each scope means to the user. */
export const SCOPE_TEXT: Readonly<Record<Scope, { readonly name: string; readonly what: string }>> = {
  profile: { name: 'ข้อมูลโปรไฟล์หลัก (จำเป็น)', what: 'ชื่อที่แสดง รูปโปรไฟล์ และข้อความสถานะ' },
  openid: { name: 'รหัสผู้ใช้ภายใน (จำเป็น)', what: 'ใช้ยืนยันว่าเป็นคุณ' },
  email: { name: 'อีเมล', what: 'ที่อยู่อีเมลที่ลงทะเบียนไว้กับ LINE' },
  'chat_message.write': { name: 'ส่งข้อความในแชท', what: 'ส่งข้อความในนามของคุณเมื่อคุณสั่ง' },
}

/** The scopes that consent cannot be given without. */
export const REQUIRED_SCOPES: readonly Scope[] = ['profile', 'openid']

function scopeBox(scope: Scope): string {
  const { name, what } = SCOPE_TEXT[scope]
  const required = REQUIRED_SCOPES.includes(scope)
  const box = `<input type="checkbox" name="scope" value="${scope}" checked${required ? ' disabled' : ''}>`
  const fixed = required ? `<input type="hidden" name="scope" value="${scope}">` : ''
  return `<label>${box}<span><b>${name}</b><small>${what}</small></span></label>${fixed}`
}

export type ConsentPage = {
  readonly app: App
  readonly user: User
  /** Offers to add the official account. */
  readonly offerFriend: boolean
  /** Where the form goes: the address of the page itself. */
  readonly action: string
}

/** LINE's consent page. Posts `answer` (allow, deny), `scope` for each one given, and `friend` when it is ticked. */
export function consentPage({ app, user, offerFriend, action }: ConsentPage): Response {
  const name = escapeHtml(app.name)
  const account = app.officialAccount
  const friend =
    offerFriend && account !== null
      ? `<fieldset><legend>บัญชีทางการ</legend><label><input type="checkbox" name="friend" value="add">
<span><b>เพิ่ม ${escapeHtml(account.name)} เป็นเพื่อน</b><small>${escapeHtml(account.id)}</small></span></label></fieldset>`
      : ''
  return page({
    title: `อนุญาตให้ ${app.name} เข้าถึงข้อมูล`,
    body: `<h1>${name}<br>ขออนุญาตเข้าถึงข้อมูลของคุณ</h1>
<div class="who"><img src="${escapeHtml(pictureOf(user))}" alt=""><span><b>${escapeHtml(user.displayName)}</b>
<span class="soft">เข้าสู่ระบบด้วยบัญชี LINE นี้</span></span></div>
<form method="post" action="${escapeHtml(action)}" style="display:contents">
<fieldset><legend>ข้อมูลที่ขอ</legend>${app.scopes.map(scopeBox).join('')}</fieldset>${friend}
<div class="actions"><button class="main" name="answer" value="allow">อนุญาต</button>
<button class="quiet" name="answer" value="deny">ยกเลิก</button></div></form>`,
  })
}
