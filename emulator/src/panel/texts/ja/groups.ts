import type { GroupTexts } from '../en/groups.ts'

export const groups: GroupTexts = {
  chats: 'トーク一覧',
  members: 'メンバー',
  make: { group: '新しいグループ', room: '新しいルーム' },
  makeTitle: {
    group: '全ユーザーとアカウントのグループ。ボットに Webhook（join）が届きます',
    room: '全ユーザーとアカウントのルーム（LINE では名前なし）。ボットに Webhook（join）が届きます',
  },
  nameOf: { group: number => `グループ ${number}`, room: number => `ルーム ${number}` },
  acts: { join: '参加', leave: '退会', invite: '招待', remove: '削除' },
  letUser: { join: name => `${name} を参加させる`, leave: name => `${name} を退会させる` },
  letAccount: { invite: name => `${name} を招待`, remove: name => `${name} を削除` },
  noAccount: 'アカウントはこのグループにいないため、ボットには何も届きません。',
  unsentBy: name => `${name} がメッセージの送信を取り消しました`,
  notes: {
    joined: names => `${names} が参加しました`,
    left: names => `${names} が退出しました`,
    removed: name => `${name} が削除されました`,
  },
  relation: '友だちとメンバーシップ',
  friendship: { none: '追加', friend: 'ブロック', blocked: 'ブロック解除' },
  letFriend: {
    none: name => `${name} を友だち追加`,
    friend: name => `${name} をブロック`,
    blocked: name => `${name} のブロックを解除`,
  },
  membership: { join: '加入', renew: '更新', leave: '解約' },
  letMember: {
    join: title => `メンバーシップ「${title}」に加入`,
    renew: title => `メンバーシップ「${title}」を更新`,
    leave: title => `メンバーシップ「${title}」を解約`,
  },
  months: count => `${count} か月目`,
  newMembership: '新しいメンバーシップ',
  newMembershipTitle: 'アカウントのメンバーシッププラン。加入・更新・解約で Webhook（membership）が届きます',
}
