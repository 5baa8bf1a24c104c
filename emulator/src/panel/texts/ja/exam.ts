import type { ExamTexts } from '../en/exam.ts'

export const exam: ExamTexts = {
  title: 'ボットの試験',
  run: 'ボットを試験する',
  runTitle: 'よくある 20 の間違いを、試験専用のユーザーでボットに送ります。最長で 1 分ほどかかります',
  running: 'ボットを試験中…',
  outcomes: { passed: '合格', failed: '不合格', notShown: '判定不能' },
  happened: 'Webhook と呼び出し',
  checks: {
    signatureBytes: {
      name: '受信したバイト列の署名',
      cure: 'JSON として解析する前の生のボディから署名を計算します。',
    },
    forged: {
      name: '偽の Webhook',
      cure: 'x-line-signature がないか正しくなければ、イベントを読む前に 401 を返します。',
    },
    verify: {
      name: '検証ボタン',
      cure: 'events[0] を直接読まずに events をループし、空なら 200 を返します。',
    },
    lineError: {
      name: 'LINE の API の失敗',
      cure: 'LINE の API 呼び出しのエラーを捕捉して記録し、Webhook には 200 を返します。',
    },
    redelivery: {
      name: '再送',
      cure: '処理したイベントの webhookEventId を保存し、既知のものだけを飛ばします。再送をすべて飛ばしてはいけません。',
    },
    order: {
      name: '順序の入れ替わったイベント',
      cure: '各イベントを前のイベントに依存せずに処理し、timestamp は並べ替えにだけ使います。',
    },
    batch: {
      name: '1 つの Webhook に複数のイベント',
      cure: 'すべてのイベントをループし、イベントごとにエラーを捕捉します。',
    },
    unknown: {
      name: '未知の種類とフィールド',
      cure: '知らない種類とフィールドは無視して、200 を返します。',
    },
    emoji: {
      name: '絵文字とタイ語',
      cure: 'ボディを UTF-8 のバイト列として扱い、文字の途中でテキストを切らないようにします。',
    },
    longText: {
      name: '長いテキスト',
      cure: 'ユーザーのテキストを繰り返すときは短くし、メッセージを 5,000 文字以内にします。',
    },
    noText: {
      name: 'テキストのないメッセージ',
      cure: 'message.text を読む前に message.type を確認します。',
    },
    noMessage: {
      name: 'メッセージのないイベント',
      cure: 'event.message を読む前にイベントの種類を確認します。',
    },
    noReplyToken: {
      name: '送信取り消しとフォロー解除',
      cure: 'イベントに replyToken があるときだけ応答し、unfollow の後は何も送りません。',
    },
    group: {
      name: 'グループと複数人トーク',
      cure: 'source.type を確認し、groupId、roomId、userId は存在するときだけ読みます。',
    },
    replyOnce: {
      name: '応答トークンの二重使用',
      cure: '1 回の応答で最大 5 件のメッセージを送り、残りはプッシュで送ります。',
    },
    replyLate: {
      name: '応答トークンの期限切れ',
      cure: 'LINE が応答トークンを拒否したら、プッシュで答えを送ります。',
    },
    retryKey: {
      name: 'リトライキー',
      cure: 'メッセージごとに X-Line-Retry-Key を 1 つ作り、再試行でも同じキーを使い、409 なら終了します。',
    },
    quota: {
      name: '月間の上限',
      cure: '429 を捕捉し、プッシュを繰り返さず、Webhook には 200 を返します。',
    },
    standby: {
      name: 'スタンバイ',
      cure: 'イベントの mode が active でなければ、何も送りません。',
    },
    slow: {
      name: '応答までの時間',
      cure: 'すぐに 200 を返し、遅い処理はその後で行います。',
    },
  },
  reasons: {
    status: n => `ボットは Webhook に ${n} を返しました。`,
    noResponse: () => 'ボットは接続を閉じたか、Webhook に応答しませんでした。',
    tooSlow: n => `最も遅い応答に ${n} ミリ秒かかりました。`,
    unanswered: () => 'ボットは普段このようなテキストに答えますが、今回はすべてには答えませんでした。',
    stopped: () => 'その後、ボットはテキストに答えなくなりました。',
    actedOnForged: () => 'ボットは LINE が署名していない Webhook に従いました。',
    sentAgain: () => 'ボットは再送の後にもう一度メッセージを送りました。',
    sentWithoutToken: () => 'ボットは応答トークンのないイベントに応答しようとしました。',
    sentUnasked: () => 'ボットはメッセージを送ったか、送ろうとしました。',
    callRefused: n => `LINE はボットの呼び出しを ${n} で拒否しました。`,
    tokenTwice: n => `ボットは応答トークンを ${n} 回使いました。`,
    noFallback: () => 'LINE が応答を拒否し、ユーザーには何も届きませんでした。',
    otherRetryKey: n => `ボットは ${n} 回プッシュしましたが、同じリトライキーではありませんでした。`,
    repeated: n => `ボットは ${n} 回プッシュしようとしました。`,
    ended: () => 'この URL でサーバーが動いていません。ボットは終了しました。',
    silent: () => '判定できません: ボットは LINE の API を呼び出しませんでした。',
    quietHere: () => '判定できません: ボットはグループまたは複数人トークで答えませんでした。',
    acceptedForged: () =>
      '判定できません: ボットはどの Webhook にも 200 を返すだけで、何も呼び出しませんでした。',
    noReply: () => '判定できません: ボットは応答トークンを使いませんでした。',
    noPush: () => '判定できません: ボットはプッシュしませんでした。',
    noRetry: () => '判定できません: ボットはプッシュを繰り返しませんでした。',
    gone: () => '判定できません: ボットは前の項目の途中で終了しました。',
  },
}
