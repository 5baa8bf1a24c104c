import type { MiniAppTexts } from '../en/mini-app.ts'

export const miniApp: MiniAppTexts = {
  kinds: {
    liff: { label: 'LIFF', title: 'LINEログインチャネルの LIFF アプリ' },
    unverified: { label: '未認証', title: 'LINE が認証していないミニアプリ' },
    verified: { label: '認証済', title: 'LINE が認証したミニアプリ' },
  },
  channels: {
    developing: { label: '開発用', title: '管理者とテスターだけがアプリを開けます' },
    review: { label: '審査用', title: 'LINE の審査担当者だけがアプリを開けます' },
    published: { label: '本番用', title: 'だれでもアプリを開けます' },
  },
  roles: {
    none: { label: 'なし' },
    admin: { label: '管理者' },
    tester: { label: 'テスター' },
    reviewer: { label: '審査担当者（LINE）' },
  },
  simplification: {
    off: { label: '通常', title: '初回にすべてのスコープへの同意を求めます' },
    on: { label: '簡略化', title: '初回は同意を求めず、openid だけを許可します' },
  },
  regions: { JP: { label: '日本' }, TH: { label: 'タイ' }, TW: { label: '台湾' } },
}
