import type { ChatTexts } from '../en/chat.ts'

export const chat: ChatTexts = {
  account: '公式アカウント',
  chatWith: name => `${name} とのトーク`,
  messages: 'メッセージ一覧',
  today: '今日',
  tapToOpen: 'タップすると LINE で開きます',
  openApp: 'アプリを開く',
  read: '既読',
  sharedWith: name => `${name} にシェア`,
  typing: 'アカウントが返信を準備しています',
  dismiss: 'この通知を閉じる',

  message: 'メッセージ',
  placeholder: 'メッセージを入力',
  send: '送信',
  quickReplies: 'クイックリプライ',
  richMenu: name => `リッチメニュー ${name}`,
  pickTime: '日付または時刻を選択',
  done: '決定',

  coupon: 'クーポン',
  carousel: 'カルーセル',
  everyone: '全員',
  emoji: id => `LINE 絵文字 ${id}`,
  openPicture: '画像を開く',
  ownPicture: 'このスマホの写真',
  unsent: 'メッセージの送信を取り消しました',
  noPicture: '画像を読み込めませんでした',
  notDrawn: type => `${type} は表示できません`,

  notResponding: 'エミュレーターが応答していません。',
  badLink: link => `LINE は ${link} のようなリンクを開きません`,
  copied: text => `コピーしました：${text}`,
  notCopied: text => `ブラウザーがコピーを許可しませんでした：${text}`,
  voice: 'ここで LINE の音声入力が開きます。',
}
