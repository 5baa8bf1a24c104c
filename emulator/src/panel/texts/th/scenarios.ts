import type { ScenarioName } from '../../../scenario/named.ts'
import type { ScenarioText } from '../types.ts'

export const scenarios: Readonly<Record<ScenarioName, ScenarioText>> = {
  friend: {
    title: 'เป็นเพื่อนกับบัญชี',
    description: 'ผู้ใช้เปิดแอปใน LINE อนุญาตทุก scope แล้ว และเป็นเพื่อนกับบัญชีทางการ',
  },
  'not-friend': {
    title: 'ยังไม่เป็นเพื่อน',
    description: 'ผู้ใช้เปิดแอปใน LINE แต่ยังไม่ได้เพิ่มบัญชีทางการเป็นเพื่อน',
  },
  blocked: {
    title: 'บล็อกบัญชีอยู่',
    description: 'ผู้ใช้เพิ่มบัญชีทางการแล้วบล็อกในภายหลัง getFriendship จึงได้ false',
  },
  'no-linked-oa': {
    title: 'ไม่มีบัญชีที่ลิงก์ไว้',
    description: 'แชนเนลไม่ได้ลิงก์กับบัญชีทางการ getFriendship จึงล้มเหลวด้วยสถานะ 400',
  },
  'not-in-client': {
    title: 'นอก LINE',
    description: 'ผู้ใช้เปิดแอปในเบราว์เซอร์ของโทรศัพท์ และยังไม่ได้เข้าสู่ระบบ',
  },
  'login-screen': {
    title: 'หน้าจอเข้าสู่ระบบ LINE',
    description: 'เบราว์เซอร์นอก LINE ที่ LINE Login ให้เข้าสู่ระบบด้วยอีเมลกับรหัสผ่าน หรือคิวอาร์โค้ดเท่านั้น',
  },
  'in-app-browser': {
    title: 'เบราว์เซอร์ใน LINE',
    description: 'ผู้ใช้เปิดลิงก์ธรรมดาในแชท จึงอยู่ในเบราว์เซอร์ของ LINE ไม่ใช่เบราว์เซอร์ LIFF',
  },
  'old-line': {
    title: 'LINE รุ่นเก่า',
    description: 'LINE 9.4.0 ซึ่งไม่มีอีเวนต์ ready, หน้าต่างย่อย และหน้าเลือกผู้รับ',
  },
  'other-browser': {
    title: 'กลับไปอีกเบราว์เซอร์',
    description: 'LINE Login กลับมาในอีกเบราว์เซอร์หนึ่ง ซึ่งไม่มีข้อมูลที่แอปบันทึกไว้ก่อนล็อกอิน',
  },
  'cookies-lost': {
    title: 'คุกกี้หาย',
    description: 'ทุกครั้งที่ LINE เปิดแอปหรือล็อกอินเสร็จ คุกกี้ในเบราว์เซอร์หายหมด แต่ข้อมูลอื่นที่บันทึกไว้ยังอยู่',
  },
  'phone-full': {
    title: 'เครื่องเต็ม',
    description: 'เครื่องไม่มีพื้นที่เหลือ หน้าของแอปเขียนลง IndexedDB และแคชไม่ได้ แต่ยังอ่านได้และใช้ localStorage ได้',
  },
  'silent-bridge': {
    title: 'LINE ไม่ตอบหน้าเว็บ',
    description: 'บริดจ์ของ LINE ไม่ตอบข้อความใดของหน้าเว็บ ฟังก์ชันอย่าง getAdvertisingId จึงไม่จบ',
  },
  'open-chat': {
    title: 'จากโอเพนแชท',
    description: 'ผู้ใช้เปิดแอปในโอเพนแชท type ของ context คือ square_chat และไม่มีโปรไฟล์',
  },
  'opened-from-qr': {
    title: 'เปิดจากคิวอาร์โค้ด',
    description: 'ผู้ใช้เปิดแอปนอกแชท type ของ context คือ none และส่งข้อความไม่ได้',
  },
  'service-worker-less': {
    title: 'ไม่มี service worker',
    description: 'เบราว์เซอร์ของโทรศัพท์ที่ไม่มี service worker เหมือนหน้าต่างส่วนตัวของบางเบราว์เซอร์',
  },
  'popup-blocked': {
    title: 'บล็อกป๊อปอัป',
    description: 'เบราว์เซอร์นอก LINE ที่บล็อกป๊อปอัป จึงเปิดหน้าต่างย่อยและหน้าเลือกผู้รับไม่ได้',
  },
  'clock-skew': {
    title: 'นาฬิกาคลาดเคลื่อน',
    description: 'นาฬิกาของโทรศัพท์เร็วไปสองชั่วโมง แอปจึงเห็นว่า ID token ที่เพิ่งออกหมดอายุแล้ว',
  },
  'two-apps': {
    title: 'แอป LIFF สองตัว',
    description: 'หน้าเว็บเดียวที่มี LIFF ID สองอันในแชนเนลเดียวกัน: แอปแบบเต็มจอและแบบ compact',
  },
  'expired-id-token': {
    title: 'ID token หมดอายุ',
    description: 'ID token ที่เก็บไว้มีอายุสองชั่วโมง ออกจากระบบแล้วโหลดใหม่จะได้อันใหม่',
  },
  'expired-id-token-stuck': {
    title: 'ID token หมดอายุตลอด',
    description: 'ID token หมดอายุทุกครั้งที่โหลดหน้า ออกจากระบบแล้วโหลดใหม่ก็ไม่หาย',
  },
  'revoked-access-token': {
    title: 'Access token ถูกเพิกถอน',
    description: 'LINE เพิกถอน access token หลังจากหน้าเริ่มทำงาน และปฏิเสธทุกการเรียกหลังจากนั้น',
  },
  'expired-code': {
    title: 'โค้ดหมดอายุ',
    description: 'นอก LINE: authorization code ของการเข้าสู่ระบบหมดอายุแล้วเมื่อแอปนำไปแลก token',
  },
  'used-code': {
    title: 'โค้ดถูกใช้แล้ว',
    description: 'นอก LINE: authorization code ของการเข้าสู่ระบบถูกใช้ไปแล้วเมื่อแอปนำไปแลก token',
  },
  'first-consent': {
    title: 'เข้าครั้งแรก',
    description: 'ผู้ใช้เปิดแอปครั้งแรก LINE จึงขอความยินยอมและชวนเพิ่มบัญชีเป็นเพื่อน',
  },
  'consent-denied': {
    title: 'ไม่ให้ความยินยอม',
    description: 'ผู้ใช้ปฏิเสธหน้าขอความยินยอมของ LINE แอปจึงเปิดโดยมีข้อผิดพลาดใน URL',
  },
  'partial-consent': {
    title: 'ยินยอมบางส่วน',
    description: 'ผู้ใช้ไม่ติ๊กการส่งข้อความและอีเมลในหน้าขอความยินยอมของ LINE sendMessages จึงล้มเหลวด้วย 403',
  },
  'no-openid-scope': {
    title: 'ไม่มี scope openid',
    description: 'แอปไม่มี scope openid จึงไม่ได้ ID token',
  },
  'no-chat-write-scope': {
    title: 'ไม่มี scope ส่งข้อความ',
    description: 'แอปไม่มี scope chat_message.write LINE จึงไม่ยอมให้ส่งข้อความ',
  },
  'picker-unavailable': {
    title: 'ไม่มีหน้าแชร์',
    description: 'แอปไม่ได้เปิดใช้หน้าเลือกผู้รับ (share target picker)',
  },
  'picker-cancel': {
    title: 'ยกเลิกการแชร์',
    description: 'ผู้ใช้ปิดหน้าเลือกผู้รับทุกครั้ง จึงไม่มีอะไรถูกส่ง',
  },
  offline: {
    title: 'ออฟไลน์',
    description: 'โทรศัพท์ไม่มีเครือข่าย เชื่อมต่อกับ LINE และเซิร์ฟเวอร์ของแอปไม่ได้',
  },
  slow: { title: 'เครือข่ายช้า', description: 'ทุกคำตอบมาช้าสองวินาที' },
  'lie-fi': {
    title: 'Lie-fi (เหมือนต่อเน็ตได้)',
    description: 'โทรศัพท์ขึ้นว่าเชื่อมต่ออยู่ แต่ไม่มีคำตอบกลับมา',
  },
  flaky: {
    title: 'คำตอบหาย',
    description: 'LINE ทำตามทุกคำขอ แต่คำตอบหายระหว่างทางหนึ่งในสามครั้ง',
  },
  'mini-app': {
    title: 'MINI App ที่ผ่านการยืนยัน',
    description: 'ผู้ใช้เปิด LINE MINI App ที่ผ่านการยืนยันเป็นครั้งแรก ไม่มีหน้าขอความยินยอม และแอปได้เพียง scope openid',
  },
  'mini-app-unverified': {
    title: 'MINI App ที่ยังไม่ผ่านการยืนยัน',
    description: 'LINE MINI App ที่ LINE ยังไม่ยืนยัน จึงไม่มีข้อความบริการ ทางลัด และโปรไฟล์ทั่วไป',
  },
}
