import type { ActionButtonTexts } from '../en/action-button.ts'

export const actionButton: ActionButtonTexts = {
  menu: 'アクションボタンのメニュー',
  recent: '最近使用したサービス',
  openNow: '表示中',
  emulatorOnly: 'エミュレーターだけの項目',
  items: {
    allTabs: 'すべてのタブ',
    refresh: '更新',
    minimize: 'ブラウザを最小化',
    share: 'シェア',
    addToHome: 'ホームに追加',
    favorite: 'お気に入りに追加',
    permissions: '権限設定',
    about: 'サービスについて',
    report: '通報',
  },
  removeFavorite: 'お気に入りから削除',
  camera: 'カメラ',
  microphone: 'マイク',
  permissionsFixed: 'LIFFアプリでは、ユーザーはこの権限を変更できません。',
  permissionsLater: '変更は、ページを再読み込みした後に有効になります。',
  outside: 'アプリのページではありません',
  notes: {
    about: 'LINE ではここにプロバイダーページが表示されます。エミュレーターにはありません。',
    report: 'LINE はスマホのブラウザーで問い合わせフォームを開きます。エミュレーターでは開きません。',
    outside:
      'このページの URL はアプリのエンドポイント URL で始まらないため、LINE ではこの操作ができません。',
  },
}
