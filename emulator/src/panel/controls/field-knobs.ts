import { type FieldKnob, knob, t } from './field-knob.ts'
import { WHERE_KNOBS } from './where-knobs.ts'

/** The knobs that set a single field, by setting id. Each group shows its knobs in this order. */
export const FIELD_KNOBS = {
  ...WHERE_KNOBS,
  whenAsked: knob('who', 'consent', 'answer', {
    name: t('When asked', '同意画面', 'เมื่อขออนุญาต'),
    words: t('consent page allow deny answer', '許可 拒否 回答 毎回', 'หน้ายินยอม อนุญาต ปฏิเสธ คำตอบ'),
    options: {
      ask: [
        t('Ask me', '表示', 'ถามฉัน'),
        t('Show the consent page', '同意画面を表示する', 'แสดงหน้าขอความยินยอม'),
      ],
      allow: [t('Allow', '許可', 'อนุญาต'), t('Allow automatically', '自動で許可する', 'อนุญาตให้เอง')],
      deny: [t('Deny', '拒否', 'ปฏิเสธ'), t('Deny automatically', '自動で拒否する', 'ปฏิเสธให้เอง')],
    },
  }),
  webLogin: knob('webLogin', 'environment', 'webLogin', {
    name: t('Login screen', 'ログイン画面', 'หน้าล็อกอิน'),
    words: t(
      'line login web sso password oauth auto',
      'LINEログイン ウェブ パスワード 自動',
      'เข้าสู่ระบบ เว็บ รหัสผ่าน อัตโนมัติ',
    ),
    options: {
      auto: [
        t('None', 'なし', 'ไม่มี'),
        t(
          'LINE signs the user in without a screen, as on a phone with LINE',
          'LINE 入りのスマホと同じく、画面なしでログインします',
          'LINE ให้เข้าสู่ระบบโดยไม่แสดงหน้าใด เหมือนโทรศัพท์ที่มี LINE',
        ),
      ],
      sso: [
        t('Button', 'ボタン', 'ปุ่มเดียว'),
        t(
          'The browser has a session: a screen with one button',
          'ブラウザーにセッションがあり、ボタンひとつの画面を表示します',
          'เบราว์เซอร์เคยล็อกอินแล้ว: หน้าที่มีปุ่มเดียว',
        ),
      ],
      password: [
        t('Password', 'パスワード', 'รหัสผ่าน'),
        t(
          'A screen for the email address and the password, or a QR code',
          'メールアドレスとパスワード、または QR コードの画面です',
          'หน้าใส่อีเมลและรหัสผ่าน หรือสแกนคิวอาร์โค้ด',
        ),
      ],
    },
  }),
  sharePicker: knob('line', 'screens', 'sharePicker', {
    name: t('Share picker', 'シェア画面', 'หน้าแชร์'),
    words: t(
      'target share send cancel',
      'シェアターゲットピッカー 送信 共有 キャンセル',
      'แชร์ ส่ง ยกเลิก เลือกเพื่อน',
    ),
    options: {
      ask: [
        t('Ask me', '表示', 'ถามฉัน'),
        t('Show the share target picker', 'シェアターゲットピッカーを表示する', 'แสดงหน้าเลือกผู้รับ'),
      ],
      send: [
        t('Send', '送信', 'ส่ง'),
        t('Send to a friend automatically', '自動で友だちに送信する', 'ส่งให้เพื่อนเอง'),
      ],
      cancel: [
        t('Cancel', '中止', 'ยกเลิก'),
        t('Close the picker automatically', '自動でピッカーを閉じる', 'ปิดหน้าเลือกผู้รับเอง'),
      ],
    },
  }),
  quickFill: knob('line', 'screens', 'quickFill', {
    name: t('Common profile', '共通プロフィール', 'โปรไฟล์ทั่วไป'),
    row: t('Quick-fill', 'クイック入力', 'กรอกอัตโนมัติ'),
    words: t('quick fill form auto-fill mini app', '自動入力 フォーム ミニアプリ', 'กรอกแบบฟอร์ม มินิแอป'),
    options: {
      ask: [
        t('Ask me', '表示', 'ถามฉัน'),
        t('Show the common profile', '共通プロフィールを表示する', 'แสดงโปรไฟล์ทั่วไป'),
      ],
      fill: [
        t('Fill', '入力', 'กรอก'),
        t('Fill the form automatically', '自動でフォームに入力する', 'กรอกแบบฟอร์มโดยอัตโนมัติ'),
      ],
      cancel: [t('Cancel', '中止', 'ยกเลิก'), t('Cancel automatically', '自動で中止する', 'ยกเลิกโดยอัตโนมัติ')],
    },
  }),
  payment: knob('line', 'screens', 'payment', {
    name: t('Payment', '決済', 'การชำระเงิน'),
    words: t('purchase iap pay', '購入 課金 支払い', 'ซื้อ จ่าย'),
    isList: true,
    options: {
      ask: [t('Ask me', '表示', 'ถามฉัน'), t('Show the purchase', '購入画面を表示する', 'แสดงหน้าซื้อ')],
      pay: [t('Pay', '支払う', 'จ่าย'), t('Pay automatically', '自動で支払う', 'จ่ายเงินให้เอง')],
      cancel: [t('Cancel', '中止', 'ยกเลิก'), t('Cancel automatically', '自動でキャンセルする', 'ยกเลิกให้เอง')],
      fail: [
        t('Fail', '失敗', 'ล้มเหลว'),
        t('Let the store refuse the payment', 'ストアでの支払いを失敗させる', 'ให้สโตร์ปฏิเสธการจ่ายเงิน'),
      ],
    },
  }),
  shortcut: knob('line', 'screens', 'shortcut', {
    name: t('Shortcut', 'ショートカット', 'ทางลัด'),
    words: t('home screen', 'ホーム画面 追加', 'หน้าจอหลัก เพิ่ม'),
    options: {
      ask: [
        t('Ask me', '表示', 'ถามฉัน'),
        t('Show the shortcut dialog', 'ショートカットの画面を表示する', 'แสดงหน้าเพิ่มทางลัด'),
      ],
      add: [
        t('Add', '追加', 'เพิ่ม'),
        t('Add the shortcut automatically', '自動でショートカットを追加する', 'เพิ่มทางลัดให้เอง'),
      ],
      cancel: [t('Cancel', '中止', 'ยกเลิก'), t('Cancel automatically', '自動でキャンセルする', 'ยกเลิกให้เอง')],
    },
  }),
  bridge: knob('line', 'device', 'bridge', {
    name: t('Native bridge', 'ネイティブブリッジ', 'บริดจ์ของ LINE'),
    row: t('Bridge', 'ブリッジ', 'บริดจ์'),
    words: t('native _liff silent hang never answers', '応答なし 無応答 停止', 'เนทีฟ เงียบ ไม่ตอบ ค้าง'),
    options: {
      answers: [t('Answers', '応答する', 'ตอบ')],
      silent: [
        t('Silent', '応答しない', 'เงียบ'),
        t(
          'LINE’s native bridge answers no message of the page',
          'LINE のネイティブブリッジがページに応答しません',
          'บริดจ์ของ LINE ไม่ตอบข้อความใดของหน้าเว็บ',
        ),
      ],
    },
  }),
} as const satisfies Readonly<Record<string, FieldKnob>>

export type FieldKnobId = keyof typeof FIELD_KNOBS
