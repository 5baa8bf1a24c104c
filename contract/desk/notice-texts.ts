import type { Lang } from '#contract/languages.ts'
import type { Notice, NoticeKind } from './notices.ts'
import type { Role } from './roles.ts'

export const roleNames: Readonly<Record<Lang, Readonly<Record<Role, string>>>> = {
  th: {
    reviewer: 'ผู้ตรวจใบเสร็จ',
    support: 'บริการลูกค้า',
    manager: 'ผู้จัดการ',
    auditor: 'ผู้ตรวจสอบ',
    staff: 'เจ้าหน้าที่หน้างาน',
  },
  en: { reviewer: 'Reviewer', support: 'Support', manager: 'Manager', auditor: 'Auditor', staff: 'Staff' },
}

type Detail<K extends NoticeKind> = Extract<Notice, { kind: K }>['detail']
/** Formats milliseconds since 1970. */
type Time = (ms: number) => string
type Sentences = { readonly [K in NoticeKind]: (detail: Detail<K>, time: Time) => string }
type By = Detail<'access-given'>['by']
type Change = Pick<Detail<'manager-asked'>, 'change' | 'name' | 'role'>

const roleTh = (role: Role): string => roleNames.th[role]
const byTh = (by: By): string => by?.name ?? 'มีคนใช้คำสั่งบนเซิร์ฟเวอร์'
/** Thai needs a space only next to a foreign word. */
const browserTh = (browser: string | null): string => (browser ? ` ${browser}` : 'เบราว์เซอร์ที่ไม่รู้จัก')
const passkeyTh = (passkey: string): string => (passkey === '' ? 'พาสคีย์แรก' : `พาสคีย์ “${passkey}”`)

const changeTh = ({ change, name, role }: Change): string =>
  ({
    invite: `เชิญ ${name} เข้าทีมในบทบาท${role ? roleTh(role) : ''}`,
    'invite-again': `ส่งคำเชิญใหม่ให้ ${name}`,
    'change-role': `เปลี่ยนบทบาทของ ${name} เป็น${role ? roleTh(role) : ''}`,
    end: `สิ้นสุดการเข้าใช้ของ ${name}`,
  })[change]

const th: Sentences = {
  'access-given': ({ person, role, by, for: why }) =>
    why === 'new'
      ? `${byTh(by)} เชิญ ${person.name} เข้าทีมในบทบาท${roleTh(role)}`
      : `${byTh(by)} ส่งคำเชิญใหม่ให้ ${person.name} (${roleTh(role)}) พาสคีย์และเซสชันเดิมของคนนี้สิ้นสุดแล้ว`,
  'access-changed': ({ person, from, to, by }) =>
    `${byTh(by)} เปลี่ยนบทบาทของ ${person.name} จาก${roleTh(from)}เป็น${roleTh(to)}`,
  'access-ended': ({ person, role, by }) => `${byTh(by)} สิ้นสุดการเข้าใช้ของ ${person.name} (${roleTh(role)})`,
  joined: ({ person, role, browser }) =>
    `${person.name} (${roleTh(role)}) รับคำเชิญและสร้างพาสคีย์ด้วย${browserTh(browser)}`,
  'manager-asked': detail => `${detail.by.name} ขอ${changeTh(detail)} ต้องมีอีกคนอนุมัติก่อน`,
  'manager-decided': ({ isApproved, by, askedBy, ...change }) =>
    isApproved
      ? `${by.name} อนุมัติตามที่ ${askedBy.name} ขอ และทำแล้ว: ${changeTh(change)}`
      : `${by.name} ไม่อนุมัติตามที่ ${askedBy.name} ขอ: ${changeTh(change)}`,
  'invitation-ended': ({ person }) => `มีคนที่มีลิงก์คำเชิญของ ${person.name} ใส่รหัสผิดหลายครั้งเกินไป คำเชิญนั้นใช้ไม่ได้แล้ว`,
  'new-device': ({ person, browser }) =>
    `${person.name} เข้าสู่ระบบด้วยเบราว์เซอร์ที่ระบบหลังบ้านไม่เคยเห็นสำหรับคนนี้ หรือจำไม่ได้แล้ว: ${browserTh(browser).trim()}`,
  'passkey-added': ({ person, passkey, browser }) =>
    `มีการเพิ่ม${passkeyTh(passkey)} ในบัญชีของ ${person.name} ด้วย${browserTh(browser)}`,
  'passkey-removed': ({ person, passkey }) => `มีการลบ${passkeyTh(passkey)} จากบัญชีของ ${person.name}`,
  'sessions-ended': ({ person, count, browser }) =>
    `เซสชันอื่นทั้งหมดของ ${person.name} (${count} เซสชัน) ถูกสิ้นสุดจาก${browserTh(browser)}`,
  'session-ended': ({ person, browser, by }) =>
    `${by.name} สิ้นสุดเซสชันของ ${person.name} บน${browserTh(browser)}`,
  'session-disowned': ({ person, browser, startedAt, removed, kept }, time) =>
    [
      `${person.name} แจ้งว่าเซสชันบน${browserTh(browser)} ที่เริ่ม ${time(startedAt)} ไม่ใช่ของตน เซสชันนั้นสิ้นสุดแล้ว`,
      ...(removed === null ? [] : [`${passkeyTh(removed)} ที่ใช้ล่าสุดในเซสชันนั้นถูกลบแล้ว`]),
      ...(kept === null ? [] : [`${passkeyTh(kept)} ที่ใช้ล่าสุดในเซสชันนั้นไม่ได้ถูกลบ`]),
    ].join(' '),
}

const roleEn = (role: Role): string => roleNames.en[role].toLowerCase()
const byEn = (by: By): string => by?.name ?? 'Someone at the command line of the server'
const browserEn = (browser: string | null): string => browser ?? 'an unknown browser'
const passkeyEn = (passkey: string): string =>
  passkey === '' ? 'the first passkey' : `the passkey “${passkey}”`
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const changeEn = ({ change, name, role }: Change): string =>
  ({
    invite: `invite ${name} to the desk as ${role ? roleEn(role) : ''}`,
    'invite-again': `invite ${name} again`,
    'change-role': `change the role of ${name} to ${role ? roleEn(role) : ''}`,
    end: `end the access of ${name}`,
  })[change]

const en: Sentences = {
  'access-given': ({ person, role, by, for: why }) =>
    why === 'new'
      ? `${byEn(by)} invited ${person.name} to the desk as ${roleEn(role)}.`
      : `${byEn(by)} invited ${person.name} (${roleEn(role)}) again. The former passkeys and sessions of this person have ended.`,
  'access-changed': ({ person, from, to, by }) =>
    `${byEn(by)} changed the role of ${person.name} from ${roleEn(from)} to ${roleEn(to)}.`,
  'access-ended': ({ person, role, by }) =>
    `${byEn(by)} ended the access of ${person.name} (${roleEn(role)}).`,
  joined: ({ person, role, browser }) =>
    `${person.name} (${roleEn(role)}) accepted the invitation and created a passkey with ${browserEn(browser)}.`,
  'manager-asked': detail =>
    `${detail.by.name} asked to ${changeEn(detail)}. Another person has to approve it first.`,
  'manager-decided': ({ isApproved, by, askedBy, ...change }) =>
    isApproved
      ? `${by.name} approved what ${askedBy.name} asked, and it is done: ${changeEn(change)}.`
      : `${by.name} refused what ${askedBy.name} asked: ${changeEn(change)}.`,
  'invitation-ended': ({ person }) =>
    `Someone with the invitation link of ${person.name} typed too many wrong codes. The invitation has ended.`,
  'new-device': ({ person, browser }) =>
    `${person.name} signed in with a browser that the desk has not seen for this person, or no longer remembers: ${browserEn(browser)}.`,
  'passkey-added': ({ person, passkey, browser }) =>
    `${capital(passkeyEn(passkey))} was added to the account of ${person.name}, with ${browserEn(browser)}.`,
  'passkey-removed': ({ person, passkey }) =>
    `${capital(passkeyEn(passkey))} was removed from the account of ${person.name}.`,
  'sessions-ended': ({ person, count, browser }) =>
    `All other sessions of ${person.name} (${count}) were ended from ${browserEn(browser)}.`,
  'session-ended': ({ person, browser, by }) =>
    `${by.name} ended a session of ${person.name} with ${browserEn(browser)}.`,
  'session-disowned': ({ person, browser, startedAt, removed, kept }, time) =>
    [
      `${person.name} said that the session with ${browserEn(browser)} that began on ${time(startedAt)} was someone else. The session has ended.`,
      ...(removed === null ? [] : [`${capital(passkeyEn(removed))}, last used in it, was removed.`]),
      ...(kept === null ? [] : [`${capital(passkeyEn(kept))}, last used in it, was not removed.`]),
    ].join(' '),
}

export const noticeText = (notice: Notice, language: Lang, time: Time): string => {
  const sentence = { th, en }[language][notice.kind] as (detail: Notice['detail'], time: Time) => string
  return sentence(notice.detail, time)
}
