import type { About } from '../types.ts'

/** Strings for group chats and rooms. */
export const groups = {
  chats: 'Chats',
  members: 'Members',
  make: { group: 'New group', room: 'New room' },
  makeTitle: {
    group: 'A group of all users and the account: the bot gets the webhook join',
    room: 'A room of all users and the account, without a name in LINE: the bot gets the webhook join',
  },
  nameOf: {
    group: (number => `Group ${number}`) as About<number>,
    room: (number => `Room ${number}`) as About<number>,
  },
  acts: { join: 'Join', leave: 'Leave', invite: 'Invite', remove: 'Remove' },
  letUser: {
    join: (name => `Let ${name} join`) as About,
    leave: (name => `Let ${name} leave`) as About,
  },
  letAccount: {
    invite: (name => `Invite ${name}`) as About,
    remove: (name => `Remove ${name}`) as About,
  },
  noAccount: 'The account is not in this group, so the bot gets nothing.',
  unsentBy: (name => `${name} unsent a message`) as About,
  notes: {
    joined: (names => `${names} joined the chat.`) as About,
    left: (names => `${names} left the chat.`) as About,
    removed: (name => `${name} was removed from the chat.`) as About,
  },
  relation: 'Friendship and memberships',
  friendship: { none: 'Add', friend: 'Block', blocked: 'Unblock' },
  letFriend: {
    none: (name => `Add ${name} as a friend`) as About,
    friend: (name => `Block ${name}`) as About,
    blocked: (name => `Unblock ${name}`) as About,
  },
  membership: { join: 'Join', renew: 'Renew', leave: 'Leave' },
  letMember: {
    join: (title => `Join the membership ${title}`) as About,
    renew: (title => `Renew the membership ${title}`) as About,
    leave: (title => `Leave the membership ${title}`) as About,
  },
  months: (count => (count === 1 ? 'Month 1' : `Month ${count}`)) as About<number>,
  newMembership: 'New membership',
  newMembershipTitle:
    'A membership plan of the account. Joining, renewing and leaving send the webhook membership',
}

export type GroupTexts = typeof groups
