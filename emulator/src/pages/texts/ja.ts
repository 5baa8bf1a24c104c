import type { ScreenTexts } from './th.ts'

export const ja: ScreenTexts = {
  lang: 'ja',
  header: 'LINE エミュレーター',
  cancel: 'キャンセル',
  done: '完了しました',
  cancelled: 'キャンセルしました',
  allow: '許可する',
  notNow: 'あとで',
  addFriend: '友だち追加',
  officialAccount: '公式アカウント',

  loginTitle: 'LINE にログイン',
  loginTo: app => `${app} にログイン`,
  continueAs: name => `${name} として続ける`,
  anotherAccount: '別のアカウントを使う',
  email: 'メールアドレス',
  password: 'パスワード',
  passwordNote:
    'パスワードは何でもかまいません。メールアドレスを空にすると、このスマホのユーザーでログインします。',
  unknownEmail: 'このメールアドレスのユーザーはいません',
  logIn: 'ログイン',
  logInWithQr: 'QRコードでログイン',
  logInWithEmail: 'メールアドレスでログイン',
  qrNote: '実際の LINE はここにQRコードを表示し、スマホの LINE で読み取ります。',
  qrScanned: 'このスマホで読み取る',

  consentTitle: app => `${app} に情報の利用を許可`,
  consentAsks: '情報の利用を求めています',
  consentAccount: 'この LINE アカウントでログイン中',
  consentData: '求められている情報',
  addAccount: name => `${name} を友だちに追加`,
  askAddAccount: name => `${name} を友だちに追加しますか？`,
  scopes: {
    profile: {
      name: 'メインプロフィール情報（必須）',
      what: '表示名、プロフィール画像、ステータスメッセージ',
    },
    openid: { name: '内部識別子（必須）', what: 'ご本人の確認に使われます' },
    email: { name: 'メールアドレス', what: 'LINE に登録されているアドレス' },
    'chat_message.write': {
      name: 'トークへのメッセージ送信',
      what: 'あなたの操作で、あなたの名前で送ります',
    },
  },
  agreementTitle: '追加の許可をお願いします',

  areFriends: name => `${name} と友だちです`,
  welcome: name => `友だち追加ありがとうございます。${name} です 🎉`,
  notFriends: '友だちに追加すると、お知らせが届きます',
  blocked: 'このアカウントをブロックしています',
  block: 'ブロック',
  unblock: 'ブロック解除',
  backTo: name => `${name} に戻る`,

  sendTo: '送信先',
  friendsAndGroups: '友だちとグループ',
  send: '送信',
  sent: '送信しました',
  groups: ['家族', '職場'],

  scanTitle: 'QRコードを読み取る',
  scanHow: 'カメラの代わりに、コードの内容を入力します',
  scanField: 'コードの内容',
  scan: '読み取る',

  shortcutTitle: 'ホーム画面に追加',
  shortcutAsks: app => `${app} を<br>ホーム画面に追加`,
  add: '追加',
  shortcutAdded: 'ホーム画面に追加しました',

  payTitle: 'お支払い',
  pay: '支払う',
  payNote: 'エミュレーターの購入です。請求はありません。',
  termsTitle: '購入規約',
  terms: 'アプリ内購入の規約',
  termsAsk: 'このアプリで購入するには、LINE の規約に同意してください',
  accept: '同意する',
  refuse: '同意しない',

  reaching: 'アプリに接続しています…',
}
