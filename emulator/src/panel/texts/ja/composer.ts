import type { ComposerTexts } from '../en/composer.ts'

export const composer: ComposerTexts = {
  attach: '添付',
  kinds: {
    image: '写真',
    video: '動画',
    audio: '音声',
    file: 'ファイル',
    sticker: 'スタンプ',
    location: '位置情報',
  },
  tooLarge: name => `「${name}」は 1 MB を超えています。LINE では送れますが、エミュレーターでは送れません。`,
  emptyFile: name => `「${name}」は空です。`,
  wrongKind: name => `「${name}」は別の種類のファイルです。`,
  latitude: '緯度',
  longitude: '経度',
  places: {
    palace: { title: '王宮', address: 'プラナコーン区ナプララーン通り、バンコク 10200' },
    park: { title: 'ルンピニー公園', address: 'パトゥムワン区ラマ4世通り、バンコク 10330' },
    gate: { title: 'ターペー門', address: 'ターペー通り、チェンマイ 50200' },
    beach: { title: 'パトンビーチ', address: 'タウィウォン通り、プーケット 83150' },
  },

  messageMenu: 'このメッセージの操作',
  reply: 'リプライ',
  watch: '最後まで視聴',
  watchTitle:
    '動画を最後まで視聴したことにする。LINE は視聴を集計し、trackingId があれば Webhook（videoPlayComplete）を送信します',
  replyTo: name => `${name} へのリプライ`,
  cancelReply: 'リプライをやめる',
  you: '自分',
  mention: 'メンション',
  quoteGone: '表示できないメッセージ',
  unsend: '送信取消',
  unsendTitle: 'メッセージを取り消す。LINE はすべてのスマホから削除し、Webhook（unsend）を送信します',
}
