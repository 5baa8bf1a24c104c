import type { PurchaseTexts } from '../en/purchases.ts'

export const purchases: PurchaseTexts = {
  list: 'アプリ内課金',
  none: '購入はまだありません。先にアプリのサーバーが注文を予約します。',
  newestShown: count => `最新の ${count} 件を表示しています。`,
  states: {
    reserved: { label: '予約済み', title: 'ユーザーはまだ支払っていません' },
    paid: { label: '支払済み', title: 'ストアは入金済みですが、LINE がまだ決済を確定していません' },
    complete: { label: '完了', title: 'LINE が決済を確定しました' },
    refunded: { label: '返金済み', title: 'ストアが返金しました' },
  },
  webhook: { pending: '送信中', SUCCESS: '受信済み', FAILED: '未受信' },
  actions: {
    settle: { label: '確定', title: '決済を確定し、Webhook を送信する' },
    lose: { label: 'Webhook を失う', title: '決済を確定するが、Webhook は届かない' },
    refund: { label: '返金', title: '返金し、返金の Webhook を送信する' },
    resend: { label: 'Webhook を再送', title: 'この注文の最後の Webhook をもう一度送信する' },
  },
}
