type Named = (name: string) => string

/** Thai texts of LINE's screens. Every other language has the same keys. */
export const th = {
  lang: 'th',
  header: 'LINE จำลอง',
  cancel: 'ยกเลิก',
  done: 'เสร็จแล้ว',
  cancelled: 'ยกเลิกแล้ว',
  allow: 'อนุญาต',
  notNow: 'ไม่ใช่ตอนนี้',
  addFriend: 'เพิ่มเพื่อน',
  officialAccount: 'บัญชีทางการ',

  loginTitle: 'เข้าสู่ระบบ LINE',
  loginTo: (app => `เข้าสู่ระบบเพื่อใช้ ${app}`) as Named,
  continueAs: (name => `เข้าใช้ต่อในชื่อ ${name}`) as Named,
  anotherAccount: 'ใช้บัญชีอื่น',
  email: 'อีเมล',
  password: 'รหัสผ่าน',
  passwordNote: 'รหัสผ่านใดก็ได้ ถ้าเว้นอีเมลไว้ จะเข้าสู่ระบบเป็นผู้ใช้ของโทรศัพท์เครื่องนี้',
  unknownEmail: 'ไม่มีผู้ใช้ที่ใช้อีเมลนี้',
  logIn: 'เข้าสู่ระบบ',
  logInWithQr: 'เข้าสู่ระบบด้วยคิวอาร์โค้ด',
  logInWithEmail: 'เข้าสู่ระบบด้วยอีเมล',
  qrNote: 'LINE แสดงคิวอาร์โค้ดที่นี่ ให้แอป LINE ในโทรศัพท์สแกน',
  qrScanned: 'สแกนด้วยโทรศัพท์เครื่องนี้',

  consentTitle: (app => `อนุญาตให้ ${app} เข้าถึงข้อมูล`) as Named,
  consentAsks: 'ขออนุญาตเข้าถึงข้อมูลของคุณ',
  consentAccount: 'เข้าสู่ระบบด้วยบัญชี LINE นี้',
  consentData: 'ข้อมูลที่ขอ',
  addAccount: (name => `เพิ่ม ${name} เป็นเพื่อน`) as Named,
  askAddAccount: (name => `เพิ่ม ${name} เป็นเพื่อนไหม`) as Named,
  scopes: {
    profile: { name: 'ข้อมูลโปรไฟล์หลัก (จำเป็น)', what: 'ชื่อที่แสดง รูปโปรไฟล์ และข้อความสถานะ' },
    openid: { name: 'รหัสผู้ใช้ภายใน (จำเป็น)', what: 'ใช้ยืนยันว่าเป็นคุณ' },
    email: { name: 'อีเมล', what: 'ที่อยู่อีเมลที่ลงทะเบียนไว้กับ LINE' },
    'chat_message.write': { name: 'ส่งข้อความในแชท', what: 'ส่งข้อความในนามของคุณเมื่อคุณสั่ง' },
  },
  agreementTitle: 'ขออนุญาตเพิ่มเติม',

  areFriends: (name => `คุณเป็นเพื่อนกับ ${name} แล้ว`) as Named,
  welcome: (name => `สวัสดีค่ะ ขอบคุณที่เพิ่ม ${name} เป็นเพื่อน 🎉`) as Named,
  notFriends: 'เพิ่มเพื่อนเพื่อรับข่าวสารและร่วมกิจกรรม',
  blocked: 'คุณบล็อกบัญชีนี้อยู่',
  block: 'บล็อก',
  unblock: 'เลิกบล็อก',
  backTo: (name => `กลับไปที่ ${name}`) as Named,

  sendTo: 'ส่งให้',
  friendsAndGroups: 'เพื่อนและกลุ่ม',
  send: 'ส่ง',
  sent: 'ส่งแล้ว',
  groups: ['ครอบครัว', 'ออฟฟิศ'] as readonly string[],

  scanTitle: 'สแกนคิวอาร์โค้ด',
  scanHow: 'พิมพ์ข้อความที่อยู่ในโค้ด แทนการใช้กล้อง',
  scanField: 'ข้อความในโค้ด',
  scan: 'สแกน',

  shortcutTitle: 'เพิ่มลงหน้าจอหลัก',
  shortcutAsks: (app => `เพิ่ม ${app}<br>ลงหน้าจอหลัก`) as Named,
  add: 'เพิ่ม',
  shortcutAdded: 'เพิ่มลงหน้าจอหลักแล้ว',

  payTitle: 'ชำระเงิน',
  pay: 'ชำระเงิน',
  payNote: 'การซื้อจำลอง ไม่มีการเก็บเงินจริง',
  termsTitle: 'ข้อตกลงการซื้อ',
  terms: 'ข้อตกลงการซื้อในแอป',
  termsAsk: 'เพื่อซื้อสินค้าในแอปนี้ โปรดยอมรับข้อตกลงของ LINE',
  accept: 'ยอมรับ',
  refuse: 'ไม่ยอมรับ',

  reaching: 'กำลังติดต่อแอป…',
}

/** Texts of LINE's screens in one language. Names passed to the functions must be escaped for HTML. */
export type ScreenTexts = typeof th
