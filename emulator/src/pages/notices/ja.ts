import type { NoticeTexts } from './en.ts'

export const ja: NoticeTexts = {
  lang: 'ja',
  header: 'LINE エミュレーター',

  closedTitle: 'アプリは閉じられました',
  closed: 'アプリが閉じられました',
  closedNote: 'LINE ではトークに戻ります。この画面はエミュレーターのものです。',
  linked: 'アカウントを連携しました',
  linkedNote: 'ボットに Webhook（accountLink）が届きます。LINE ではトークに戻ります。',
  openAgain: name => `${name} をもう一度開く`,

  opening: 'アプリを開いています',
  notOpened: 'アプリを開けませんでした',
  noScenario: name => `「${name}」という名前のシナリオはありません。`,
  knownScenarios: '使えるシナリオ：',
  erasing: 'このスマホのデータを削除しています',

  blocked: url =>
    `アプリは、このブラウザでエミュレーターが対応できない方法で ${url} に移動しようとしました。本物の LINE に移動するおそれがあるため、ブラウザがブロックしました。リンク、location.href = …、または location.assign(…) を使ってください。`,
  loadAgain: 'アプリを再読み込み',
  dismiss: 'このメッセージを隠す',

  offline: 'ネットワークに接続されていません',
  offlineNote:
    'エミュレートされたスマホはオフラインです。ネットワークを元に戻してから、もう一度お試しください。',
  tryAgain: 'もう一度試す',

  linkTitle: 'LINE の別の画面',
  linkOpens: what => `ここで LINE の「${what}」が開きます`,
  linkNote: 'エミュレーターにはこの画面がありません。スマホではリンクから開きます。',
  links: {
    share: '友だちやグループへのシェア画面',
    accountChat: '送信するテキストが入力された公式アカウントのトーク',
    recommend: '公式アカウントを友だちにすすめる画面',
    account: 'アカウントのページ',
    group: 'グループまたはオープンチャットへの招待',
    camera: 'カメラ、写真または位置情報',
    call: '通話',
    voom: 'LINE VOOM',
    shop: 'スタンプと着せかえのショップ',
    terms: '利用規約とポリシー',
    screen: 'アプリ内の画面',
    website: 'ウェブサイト',
  },
  backTo: name => `${name} に戻る`,

  insteadOfLine: 'LINE のエラー画面の代わりに、LIFFエミュレーターがこの画面を表示しています。',
  badRequest: 'リクエストが正しくありません',
  notFound: '見つかりません',
  mustBe: (name, value) => `${name} は ${value} でなければなりません`,
  codeChallengeLength: length => `code_challenge は ${length} 文字でなければなりません`,
  notUnderEndpoint: (redirectUri, endpoint) =>
    `redirect_uri ${redirectUri} はエンドポイント ${endpoint} の下にありません`,
  unknownChannel: (clientId, known) =>
    `client_id ${clientId} は、このシナリオのアプリの LINEログインチャネルではありません。LINEログインチャネル：${known}`,
  botChannel: (clientId, known) =>
    `client_id ${clientId} は、このシナリオの Messaging APIチャネルです。環境変数と .env で LINE_CHANNEL_ID が設定されていない場合、liff-emulator がこの値をサーバーに渡します。LINEログインチャネル：${known}`,
  notCallback: (redirectUri, known) =>
    `redirect_uri ${redirectUri} はこのチャネルのコールバックURLではありません。コールバックURL：${known}`,
  ownCallbacks: 'このマシンとアプリのオリジンのすべてのURL',
  friendAnswer: 'answer は add、block、unblock のいずれかでなければなりません',
  accountLink: 'linkToken は必須で、nonce は 10～255 文字でなければなりません',
  unusableLinkToken: 'リンクトークンは使用済みか、期限切れか、別のユーザーのものです',
  identifier: 'identifier は英数字でなければなりません',
  noScreen: 'LINE はこの画面を開いていません',
  unknownOtt: 'ott が見つからないか、別の LIFFアプリのものです',
  notSubWindow: 'サブウィンドウではありません',
  sdkInsideLine: 'LINE のこのページは、LINE の中で SDK からのみ開けます。',
  sdkInWindow: 'LINE のこのページは、SDK からウィンドウでのみ開けます。',
  channelRoles: (name, channel, roles) =>
    `${name} は内部チャネル「${channel}」を開けません。ミニアプリで次のいずれかの権限が必要です：${roles}。apps[].miniApp.roles で設定できます。`,
  unknownApp: '不明な LIFFアプリ',
  unknownAppNote: (requested, known) =>
    `${requested} はこのシナリオのアプリではありません。使える LIFF ID：${known}`,
  notEmulated: 'エミュレーターは未対応です',
  notEmulatedNote: (request, supported) =>
    `エミュレーターは ${request} に対応していません。対応している呼び出し：${supported}`,
}
