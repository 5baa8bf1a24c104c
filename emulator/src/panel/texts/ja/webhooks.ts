import type { WebhookTexts } from '../en/webhooks.ts'

export const webhooks: WebhookTexts = {
  noUrl: 'URL なし',
  urlTitle: 'LINE が Webhook を送信するボットサーバーの URL。このマシンでは HTTP も使えます',
  active: {
    on: { label: 'オン' },
    off: { label: 'オフ', title: 'LINE の管理画面で Webhook の利用をオフにしたときと同じく、送信しません' },
  },
  redelivery: {
    on: { label: 'オン', title: 'ボットが 200〜299 で応答しないと、LINE が Webhook を再送します' },
    off: { label: 'オフ', title: '失敗した Webhook は失われます' },
  },
  verify: '検証',
  verifyTitle: 'LINE の管理画面のボタンと同じく、イベントのない署名付き Webhook を送信する',
  verifying: 'ボットの応答を待っています…',
  answered: status => `ボットの応答：${status}`,
  reasons: {
    ERROR_STATUS_CODE: 'ボットがエラーを返しました',
    COULD_NOT_CONNECT: 'LINE が接続できませんでした',
    REQUEST_TIMEOUT: '時間内に応答がありませんでした',
  },
  failedCount: count => `失敗 ${count} 件`,

  list: '最近の Webhook',
  none: 'まだありません。トークで何か送信してください。',
  states: { pending: '送信中', delivered: '配信済み', failed: '失敗' },
  redelivered: count => `再送 ×${count}`,
  body: '本文と送信の記録',
  resend: '再送する',
  resendTitle: '同じイベントを、再送の印を付けてもう一度送信する',

  requested: {
    beacon: { label: 'ビーコン', title: 'ユーザーのスマートフォンが LINE Beacon に近づきます' },
    botSuspended: { label: '停止', title: 'LINE がアカウントを利用停止にします（モジュールだけに届きます）' },
    botResumed: { label: '再開', title: 'LINE が利用停止を解除します（モジュールだけに届きます）' },
  },

  event: 'イベント',
  everyEvent: 'すべてのイベント',
  faults: {
    lost: { label: '消失', title: 'Webhook がボットに届きません' },
    twice: { label: '二重送信', title: 'ボットに Webhook が 2 回届きます' },
    held: { label: '遅延', title: 'LINE がこのミリ秒だけ遅れて Webhook を送信します' },
    late: { label: '応答遅れ', title: 'ボットには届きますが、応答が LINE に間に合いません' },
    wrongOrder: { label: '順序の入れ替え', title: '次の Webhook の後にボットに届きます' },
    wrongSignature: { label: '署名の誤り', title: '別のチャネルの署名が付きます' },
    refused: { label: '拒否', title: 'LINE はこのステータスを受け取り、ボットには届きません' },
  },
}
