import { roleNames } from '#contract/desk/notice-texts.ts'
import { access } from './th/access.ts'
import { approvals } from './th/approvals.ts'
import { byHand } from './th/by-hand.ts'
import { exports } from './th/exports.ts'
import { notices } from './th/notices.ts'
import { publication } from './th/publication.ts'
import { quality } from './th/quality.ts'
import { refusals } from './th/refusals.ts'
import { setUp } from './th/set-up.ts'
import { setUpRewards } from './th/set-up-rewards.ts'
import { staff } from './th/staff.ts'
import { toDo } from './th/to-do.ts'
import { today } from './th/today.ts'
import { winners } from './th/winners.ts'
import { work } from './th/work.ts'
import { written } from './th/written.ts'

export const th = {
  ...work,
  ...setUp,
  ...setUpRewards,
  ...refusals,
  ...publication,
  ...notices,
  ...winners,
  ...exports,
  ...byHand,
  ...quality,
  ...today,
  ...toDo,
  ...approvals,
  ...access,
  ...staff,
  ...written,

  'desk.title': 'ระบบหลังบ้าน',
  'desk.language': 'English',
  'desk.theme': 'สลับโหมดสว่างและมืด',
  'desk.sign-out': 'ออกจากระบบ',
  'desk.skip': 'ข้ามไปที่เนื้อหา',
  'desk.menu': 'เมนู',
  'desk.demo': 'ข้อมูลตัวอย่าง: เข้าใช้ได้โดยไม่ต้องมีพาสคีย์',
  'desk.loading': 'กำลังโหลด…',
  'desk.try-again': 'ลองอีกครั้ง',
  'desk.cancel': 'ยกเลิก',
  'desk.close': 'ปิด',
  'desk.none': 'ไม่มีรายการ',
  'desk.more': 'แสดงเพิ่ม',
  'desk.not-found': 'ไม่พบหน้านี้',
  'desk.home': 'ไปหน้าแรก',

  'list.name': 'ชื่อ',
  'list.phone': 'เบอร์โทร',
  'list.status': 'สถานะ',
  'list.state': 'สถานะ',
  'list.time': 'เวลา',
  'list.customer': 'ลูกค้า',
  'list.store': 'ร้าน',
  'list.number': 'เลขที่',
  'list.amount': 'ยอด (บาท)',
  'list.province': 'จังหวัด',
  'list.prize': 'รางวัล',
  'list.line': 'บรรทัด',
  'list.result': 'ผล',
  'list.version': 'เวอร์ชัน',
  'list.last-used': 'ใช้ล่าสุด',
  'list.used': 'ใช้แล้ว',
  'list.who': 'ใคร',
  'list.what': 'ทำอะไร',
  'list.actions': 'จัดการ',
  'desk.choose-file': 'เลือกไฟล์',
  'desk.ask': 'ขออนุมัติ',

  'role.reviewer': roleNames.th.reviewer,
  'role.support': roleNames.th.support,
  'role.manager': roleNames.th.manager,
  'role.auditor': roleNames.th.auditor,
  'role.staff': roleNames.th.staff,

  'sign-in.title': 'เข้าสู่ระบบ',
  'sign-in.passkey': 'เข้าสู่ระบบด้วยพาสคีย์',
  'sign-in.hint': 'ใช้ลายนิ้วมือ ใบหน้า หรือ PIN ของอุปกรณ์นี้ ถ้ายังไม่มีบัญชี ขอลิงก์คำเชิญจากผู้จัดการ',
  'sign-in.demo': 'เข้าใช้เป็น',

  'invitation.title': 'คำเชิญของ {name}',
  'invitation.text': 'บทบาท: {role} สร้างพาสคีย์บนอุปกรณ์นี้เพื่อเริ่มใช้งาน ลิงก์นี้ใช้ได้ครั้งเดียว',
  'invitation.accept': 'สร้างพาสคีย์',

  'page.review': 'ตรวจใบเสร็จ',
  'page.today': 'วันนี้',
  'page.customers': 'ลูกค้า',
  'page.draw': 'จับรางวัล',
  'page.set-up': 'ตั้งค่าแคมเปญ',
  'page.people': 'ทีมงาน',
  'page.approvals': 'คำขออนุมัติ',
  'page.account': 'บัญชีของฉัน',

  'people.invite': 'เชิญคน',
  'people.role': 'บทบาท',
  'people.last-used': 'ใช้งานล่าสุด',
  'people.passkeys': 'พาสคีย์',
  'people.state.invited': 'รอรับคำเชิญ',
  'people.state.active': 'ใช้งานได้',
  'people.state.ended': 'สิ้นสุดการเข้าใช้แล้ว',
  'people.never': 'ยังไม่เคย',
  'people.invite-again': 'ส่งคำเชิญใหม่',
  'people.invite-again.text': 'พาสคีย์และเซสชันเดิมของ {name} จะสิ้นสุดทันที',
  'people.end': 'สิ้นสุดการเข้าใช้',
  'people.end.text': '{name} จะถูกออกจากระบบทันทีและเข้าใช้ไม่ได้อีก',
  'people.change-role': 'เปลี่ยนบทบาท',
  'people.change-role.text': 'เซสชันของ {name} จะสิ้นสุด และต้องเข้าสู่ระบบใหม่',
  'people.link': 'ลิงก์คำเชิญของ {name}',
  'people.link.text': 'ส่งลิงก์นี้ให้คนนี้เท่านั้น ลิงก์แสดงครั้งเดียว ใช้ได้ครั้งเดียว และหมดอายุ {time}',
  'link.copy': 'คัดลอกลิงก์',
  'link.copied': 'คัดลอกแล้ว',

  'sessions.title': 'เซสชันที่เปิดอยู่',
  'sessions.started': 'เริ่ม',
  'sessions.browser': 'เบราว์เซอร์',
  'sessions.current': 'เครื่องนี้',
  'sessions.end': 'สิ้นสุดเซสชัน',

  'account.passkeys': 'พาสคีย์ของฉัน',
  'account.passkeys.text': 'เพิ่มพาสคีย์ของอีกเครื่องไว้ เผื่อเครื่องนี้หาย เมื่อลบพาสคีย์ เครื่องที่ใช้พาสคีย์นั้นล่าสุดจะออกจากระบบ',
  'account.add': 'เพิ่มพาสคีย์',
  'account.device': 'ชื่ออุปกรณ์',
  'account.created': 'สร้างเมื่อ',
  'account.remove': 'ลบพาสคีย์',
  'account.first': 'พาสคีย์แรก',

  'passkey.address': 'ที่อยู่ของหน้านี้',
  'passkey.OTHER_BROWSER': 'เบราว์เซอร์ใน LINE และบางแอปใช้พาสคีย์ไม่ได้ คัดลอกลิงก์แล้วเปิดใน Chrome หรือ Safari',
  'passkey.CANCELLED': 'ยังไม่ได้ใช้พาสคีย์ จึงยังไม่มีอะไรเปลี่ยน',
  'passkey.TIMED_OUT': 'ไม่มีใครตอบหน้าต่างพาสคีย์ทันเวลา จึงยังไม่มีอะไรเปลี่ยน ลองอีกครั้ง',
  'passkey.ALREADY_HERE': 'อุปกรณ์นี้มีพาสคีย์ของบัญชีนี้แล้ว ใช้พาสคีย์นั้นเข้าสู่ระบบได้เลย',
  'passkey.OTHER_ADDRESS': 'พาสคีย์ของระบบหลังบ้านใช้ได้ที่ {host} เท่านั้น เปิดระบบที่นั่น',
  'passkey.DEVICE': 'อุปกรณ์นี้สร้างหรือใช้พาสคีย์ไม่ได้ ตรวจว่าเปิดการล็อกหน้าจอแล้ว หรือใช้อุปกรณ์อื่น',

  'error.OFFLINE': 'ติดต่อเซิร์ฟเวอร์ไม่ได้ ตรวจเครือข่ายแล้วลองอีกครั้ง',
  'error.OUTDATED': 'เซิร์ฟเวอร์ใหม่กว่าหน้านี้ โหลดหน้าใหม่ แล้วดูว่าสิ่งที่กดล่าสุดสำเร็จหรือไม่',
  'error.UNEXPECTED': 'หน้านี้ขัดข้อง กรุณาเปิดใหม่',
  'error.VALIDATION': 'ข้อมูลไม่ถูกต้อง',
  'error.SIGNED_OUT': 'เซสชันสิ้นสุดแล้ว เข้าสู่ระบบใหม่',
  'error.PASSKEY_REFUSED': 'พาสคีย์นี้ใช้ไม่ได้ หรือคำขอหมดเวลา',
  'error.INVITATION_INVALID': 'ลิงก์คำเชิญนี้ใช้ไปแล้ว หมดอายุ ไม่ถูกต้อง หรือมีการใส่รหัสผิดหลายครั้งเกินไป ขอลิงก์ใหม่จากผู้จัดการ',
  'error.FRESH_PASSKEY_REQUIRED': 'ต้องยืนยันด้วยพาสคีย์อีกครั้ง',
  'error.FORBIDDEN': 'บทบาทของคุณทำสิ่งนี้ไม่ได้',
  'error.NOT_FOUND': 'ไม่พบรายการนี้แล้ว',
  'error.METHOD_NOT_ALLOWED': 'เซิร์ฟเวอร์ไม่รับคำสั่งนี้',
  'error.CHANGED': 'มีคนเปลี่ยนรายการนี้ก่อนแล้ว ดูข้อมูลล่าสุดก่อนลองใหม่',
  'error.REFUSED': 'กติกาของแคมเปญไม่อนุญาต ({detail})',
  'error.LAST_PASSKEY': 'ลบพาสคีย์สุดท้ายไม่ได้',
  'error.LAST_MANAGER': 'นี่คือผู้จัดการคนสุดท้าย เชิญผู้จัดการอีกคนก่อน',
  'error.SAME_PERSON': 'ผู้ขออนุมัติคำขอของตัวเองไม่ได้ ต้องเป็นอีกคน',
  'error.NEW_ACCESS':
    'คุณเพิ่งได้เข้าใช้หรือเพิ่งเปลี่ยนบทบาทจากระบบหลังบ้าน จึงอนุมัติได้ตั้งแต่ {time} ก่อนหน้านั้นให้ผู้จัดการคนอื่นอนุมัติ',
  'error.NOT_APPROVED': 'คำขอนี้ยังไม่ได้รับอนุมัติ หรือหมดอายุแล้ว',
  'error.TOO_LARGE': 'ข้อมูลใหญ่เกินไป',
  'error.UNSUPPORTED_MEDIA_TYPE': 'รูปแบบข้อมูลไม่ถูกต้อง',
  'error.WRONG_HOST': 'ที่อยู่ของหน้านี้ไม่ตรงกับการตั้งค่า',
  'error.RATE_LIMITED': 'คำสั่งถี่เกินไป รอสักครู่แล้วลองใหม่',
  'error.INTERNAL': 'เซิร์ฟเวอร์ขัดข้อง (รหัส {requestId})',
  'error.UNAVAILABLE': 'ระบบยังไม่พร้อม รอสักครู่แล้วลองใหม่',
} as const

export type TextKey = keyof typeof th
