import type { ScenarioName } from '../../../scenario/named.ts'
import type { ScenarioText } from '../types.ts'

export const scenarios: Readonly<Record<ScenarioName, ScenarioText>> = {
  friend: {
    title: '友だち追加済み',
    description: 'LINE の中でアプリを開きます。すべてのスコープに同意済みで、公式アカウントの友だちです。',
  },
  'not-friend': {
    title: '友だちではない',
    description: 'LINE の中でアプリを開きますが、公式アカウントを友だちに追加していません。',
  },
  blocked: {
    title: 'アカウントをブロック中',
    description: '公式アカウントを追加した後にブロックしました。getFriendship は false を返します。',
  },
  'no-linked-oa': {
    title: 'リンクされたアカウントなし',
    description:
      'チャネルにリンクされた公式アカウントがありません。getFriendship はステータス 400 で失敗します。',
  },
  'not-in-client': {
    title: 'LINE の外',
    description: 'スマホのブラウザーでアプリを開きます。ログインしていません。',
  },
  'login-screen': {
    title: 'LINE のログイン画面',
    description:
      'LINE の外のブラウザです。LINEログインでは、メールアドレスとパスワード、またはQRコードでのみログインできます。',
  },
  'in-app-browser': {
    title: 'LINE 内のブラウザー',
    description: 'トークの普通のリンクから開きます。LIFFブラウザーではなく、LINE 内のブラウザーです。',
  },
  'old-line': {
    title: '古い LINE',
    description: 'LINE 9.4.0 です。ready イベント、サブウィンドウ、シェアターゲットピッカーがありません。',
  },
  'other-browser': {
    title: '別のブラウザに戻る',
    description:
      'LINE ログインのあと、別のブラウザでアプリが開きます。ログイン前に保存したデータはありません。',
  },
  'cookies-lost': {
    title: 'Cookie の消失',
    description:
      'LINE がアプリを開くたび、またログインから戻るたびに、Cookie がすべて失われます。ほかの保存データは残ります。',
  },
  'phone-full': {
    title: '空き容量なし',
    description:
      'スマートフォンに空き容量がなく、アプリのページは IndexedDB とキャッシュに書き込めません。読み取りと localStorage は使えます。',
  },
  'silent-bridge': {
    title: 'LINE が応答しない',
    description:
      'LINE のネイティブブリッジがページに応答しません。getAdvertisingId などの関数は終わりません。',
  },
  'open-chat': {
    title: 'オープンチャットから',
    description:
      'オープンチャットでアプリを開きます。コンテキストの type は square_chat で、プロフィールはありません。',
  },
  'opened-from-qr': {
    title: 'QRコードから',
    description: 'トークの外でアプリを開きます。コンテキストの type は none で、メッセージは送信できません。',
  },
  'service-worker-less': {
    title: 'Service Worker なし',
    description:
      'Service Worker のないスマホのブラウザーです。一部のブラウザーのプライベートウィンドウと同じです。',
  },
  'popup-blocked': {
    title: 'ポップアップをブロック',
    description:
      'LINE の外のブラウザーがポップアップをブロックします。サブウィンドウとシェアターゲットピッカーは開けません。',
  },
  'clock-skew': {
    title: '時計のずれ',
    description: 'スマホの時計が2時間進んでいます。新しいIDトークンも、アプリには期限切れに見えます。',
  },
  'two-apps': {
    title: '2つの LIFFアプリ',
    description:
      '同じチャネルの2つの LIFF ID が1つのフロントエンドを使います。全画面のアプリと compact のアプリです。',
  },
  'expired-id-token': {
    title: 'IDトークン期限切れ',
    description:
      '保存されたIDトークンは2時間前のものです。ログアウトして再読み込みすると、新しいものになります。',
  },
  'expired-id-token-stuck': {
    title: 'IDトークンが常に期限切れ',
    description:
      'ページを読み込むたびに、IDトークンは期限切れです。ログアウトして再読み込みしても変わりません。',
  },
  'revoked-access-token': {
    title: 'アクセストークン失効',
    description: 'ページの開始後に LINE がアクセストークンを失効させ、以後の呼び出しをすべて拒否します。',
  },
  'expired-code': {
    title: '認可コード期限切れ',
    description: 'LINE の外：アプリがトークンと交換するとき、ログインの認可コードは期限切れです。',
  },
  'used-code': {
    title: '認可コード使用済み',
    description: 'LINE の外：アプリがトークンと交換するとき、ログインの認可コードはすでに使われています。',
  },
  'first-consent': {
    title: '初回アクセス',
    description: 'ユーザーが初めてアプリを開きます。LINE が同意を求め、友だち追加をすすめます。',
  },
  'consent-denied': {
    title: '同意を拒否',
    description: 'ユーザーが LINE の同意画面で拒否します。アプリは URL にエラーが付いて開きます。',
  },
  'partial-consent': {
    title: '一部だけ同意',
    description:
      'ユーザーが LINE の同意画面でメッセージの送信とメールアドレスを外しました。sendMessages は 403 で失敗します。',
  },
  'no-openid-scope': {
    title: 'openid スコープなし',
    description: 'アプリに openid スコープがないため、IDトークンを取得できません。',
  },
  'no-chat-write-scope': {
    title: 'メッセージのスコープなし',
    description: 'アプリに chat_message.write スコープがないため、LINE がメッセージの送信を拒否します。',
  },
  'picker-unavailable': {
    title: 'シェア画面なし',
    description: 'アプリでシェアターゲットピッカーが有効になっていません。',
  },
  'picker-cancel': {
    title: 'シェアを中止',
    description: 'ユーザーが毎回シェアターゲットピッカーを閉じるため、何も送信されません。',
  },
  offline: {
    title: 'オフライン',
    description: 'スマホが圏外です。LINE にもアプリのサーバーにも接続できません。',
  },
  slow: { title: '低速なネットワーク', description: 'すべての応答が2秒遅れます。' },
  'lie-fi': {
    title: 'Lie-fi（つながらない）',
    description: 'スマホは接続中と表示しますが、応答は届きません。',
  },
  flaky: {
    title: '応答の消失',
    description: 'LINE はすべてのリクエストを処理しますが、応答は3回に1回失われます。',
  },
  'mini-app': {
    title: '認証済ミニアプリ',
    description:
      'ユーザーが認証済みの LINE ミニアプリを初めて開きます。同意画面は表示されず、アプリが得るのは openid スコープだけです。',
  },
  'mini-app-unverified': {
    title: '未認証ミニアプリ',
    description:
      'LINE の認証を受けていないミニアプリです。サービスメッセージ、ショートカット、共通プロフィールは使えません。',
  },
}
