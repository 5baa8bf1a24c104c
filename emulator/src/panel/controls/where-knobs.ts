import type { Scenario } from '../api/types.ts'
import { type FieldKnob, knob, t } from './field-knob.ts'

const LINE_VERSIONS = [
  '14.11.0',
  '26.7.0',
  '15.20.0',
  '15.6.0',
  '13.20.0',
  '12.0.0',
  '11.6.0',
  '10.15.0',
  '9.19.0',
  '9.4.0',
]
const LANGUAGES = ['th-TH', 'en-US', 'ja-JP', 'zh-TW', 'id-ID']

const outsideLine = ({ environment }: Scenario) => environment.kind === 'external'

export const WHERE_KNOBS = {
  openedIn: knob('where', 'environment', 'kind', {
    name: t('Opened in', '開く場所', 'เปิดใน'),
    words: t(
      'liff browser external in-app client environment',
      'ブラウザー 外部 アプリ内 環境',
      'เบราว์เซอร์ นอกแอป สภาพแวดล้อม',
    ),
    options: {
      liff: ['LIFF', t('The LIFF browser in LINE', 'LINE の LIFFブラウザー', 'เบราว์เซอร์ LIFF ใน LINE')],
      'line-browser': [
        'LINE',
        t(
          "LINE's in-app browser, without LIFF",
          'LINE 内のブラウザー（LIFF ではない）',
          'เบราว์เซอร์ใน LINE ที่ไม่ใช่ LIFF',
        ),
      ],
      external: [
        t('Browser', '外部', 'เบราว์เซอร์'),
        t("The phone's browser", 'スマホのブラウザー', 'เบราว์เซอร์ของโทรศัพท์'),
      ],
    },
  }),
  os: knob('where', 'environment', 'os', {
    name: t('Operating system', 'OS', 'ระบบปฏิบัติการ'),
    row: t('OS', 'OS', 'ระบบปฏิบัติการ'),
    words: t(
      'os android ios ipad pc',
      'アンドロイド アイフォーン パソコン 端末',
      'แอนดรอยด์ ไอโฟน ไอแพด คอมพิวเตอร์',
    ),
    options: {
      android: ['Android'],
      ios: ['iOS'],
      ipad: ['iPad'],
      web: ['PC'],
    },
  }),
  lineVersion: knob('where', 'environment', 'lineVersion', {
    name: t('LINE version', 'LINE のバージョン', 'เวอร์ชัน LINE'),
    row: t('LINE version', 'バージョン', 'เวอร์ชัน LINE'),
    words: t('old update', '古い 更新', 'รุ่น เก่า อัปเดต'),
    choices: LINE_VERSIONS,
  }),
  language: knob('where', 'environment', 'language', {
    name: t('Language', '言語', 'ภาษา'),
    words: t('locale thai english japanese', 'タイ語 英語 日本語 ロケール', 'ไทย อังกฤษ ญี่ปุ่น'),
    choices: LANGUAGES,
  }),
  appearance: knob('where', 'environment', 'colorScheme', {
    name: t('Appearance', '外観', 'ลักษณะ'),
    words: t('dark light colour color scheme theme', 'ダーク ライト 色 テーマ', 'มืด สว่าง สี ธีม'),
    options: {
      system: [t('System', '自動', 'ตามระบบ')],
      light: [t('Light', 'ライト', 'สว่าง')],
      dark: [t('Dark', 'ダーク', 'มืด')],
    },
  }),
  loginReferrer: knob('where', 'environment', 'loginReferrer', {
    name: t(
      'How the browser returns from LINE Login',
      'LINE ログインからの戻り方',
      'เบราว์เซอร์กลับจาก LINE Login อย่างไร',
    ),
    row: t('Login from', '戻り方', 'กลับจาก'),
    words: t('', 'リファラー', 'ล็อกอิน'),
    shown: outsideLine,
    options: {
      'access.line.me': [
        t('LINE page', 'Web', 'หน้า LINE'),
        t(
          'document.referrer is https://access.line.me/',
          'document.referrer は https://access.line.me/',
          'document.referrer คือ https://access.line.me/',
        ),
      ],
      'android-app': [
        t('LINE app', 'LINE', 'แอป LINE'),
        t(
          'document.referrer is android-app://…',
          'document.referrer は android-app://…',
          'document.referrer คือ android-app://…',
        ),
      ],
      none: [
        t('New tab', '新規タブ', 'แท็บใหม่'),
        t(
          'LINE’s app opens a new tab without a referrer',
          'LINE アプリがリファラーなしの新しいタブを開きます',
          'แอป LINE เปิดแท็บใหม่โดยไม่มี referrer',
        ),
      ],
    },
  }),
  loginBrowser: knob('where', 'environment', 'loginBrowser', {
    name: t(
      'Browser to which LINE Login returns',
      'LINE ログインから戻るブラウザ',
      'LINE Login กลับไปเบราว์เซอร์ใด',
    ),
    row: t('Returns to', '戻り先', 'กลับไปที่'),
    words: t('storage cookies lost', '保存 クッキー 消失', 'ข้อมูล คุกกี้ หาย'),
    shown: outsideLine,
    options: {
      same: [
        t('Same', '同じ', 'เดิม'),
        t('The browser in which the user opened the app', 'アプリを開いたブラウザ', 'เบราว์เซอร์ที่ผู้ใช้เปิดแอป'),
      ],
      other: [
        t('Other', '別', 'อื่น'),
        t(
          'Another browser of the phone, without the app’s storage and cookies',
          'アプリのデータも Cookie もない別のブラウザ',
          'เบราว์เซอร์อื่นในเครื่อง ซึ่งไม่มีข้อมูลและคุกกี้ของแอป',
        ),
      ],
    },
  }),
  serviceWorker: knob('where', 'environment', 'serviceWorker', {
    name: t('Service worker', 'Service Worker', 'Service worker'),
    row: 'Worker',
    words: t('offline cache', 'サービスワーカー オフライン キャッシュ', 'ออฟไลน์ แคช'),
    options: {
      false: [
        t('None', 'なし', 'ไม่มี'),
        t(
          'Pages have no service workers, as in the LIFF browser',
          'LIFFブラウザーと同じく、Service Worker は使えません',
          'หน้าไม่มี service worker เหมือนในเบราว์เซอร์ LIFF',
        ),
      ],
      true: [t('Available', 'あり', 'มี')],
    },
  }),
  cookies: knob('where', 'environment', 'cookies', {
    name: t('Cookies', 'Cookie', 'คุกกี้'),
    words: t('lost session storage jar', 'クッキー 消失 セッション', 'หาย เซสชัน ข้อมูล'),
    options: {
      kept: [t('Kept', '保持', 'อยู่ครบ')],
      lost: [
        t('Lost', '消失', 'หาย'),
        t(
          'The browser has lost all cookies whenever the user returns from a page of LINE',
          'LINE のページから戻るたびに、ブラウザーの Cookie がすべて失われます',
          'คุกกี้ในเบราว์เซอร์หายทุกครั้งที่ผู้ใช้กลับจากหน้าของ LINE',
        ),
      ],
    },
  }),
  storage: knob('where', 'environment', 'storage', {
    name: t('Phone’s space', '空き容量', 'พื้นที่เครื่อง'),
    row: t('Space', '容量', 'พื้นที่'),
    words: t('storage full quota disk IndexedDB', 'ストレージ 容量 満杯', 'เต็ม หน่วยความจำ จัดเก็บ'),
    options: {
      free: [t('Free', 'あり', 'มี')],
      full: [
        t('Full', 'なし', 'เต็ม'),
        t(
          'The app’s pages cannot write to IndexedDB or caches',
          'アプリのページは IndexedDB とキャッシュに書き込めません',
          'หน้าของแอปเขียนลง IndexedDB และแคชไม่ได้',
        ),
      ],
    },
  }),
  popups: knob('where', 'environment', 'popups', {
    name: t('Pop-ups', 'ポップアップ', 'ป๊อปอัป'),
    words: t('popup window blocked', 'ウィンドウ ブロック', 'หน้าต่าง บล็อก'),
    options: {
      open: [t('Open', '許可', 'เปิดได้')],
      blocked: [
        t('Block', 'ブロック', 'บล็อก'),
        t(
          'The browser blocks windows that the app opens',
          'アプリが開くウィンドウをブラウザーがブロックします',
          'เบราว์เซอร์บล็อกหน้าต่างที่แอปเปิด',
        ),
      ],
    },
  }),
} as const satisfies Readonly<Record<string, FieldKnob>>
