import { useState } from 'react'
import { control, messageOf } from '../api/client.ts'
import type { ChatView, GroupCommand, Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import styles from './group-bar.module.css'
import icon from './icon-button.module.css'

type GroupBarProps = {
  readonly chat: ChatView
  readonly account: string
  readonly users: Scenario['users']
  /** If called without an id, shows the chat with the account. */
  readonly onChat: (chatId: string | undefined) => void
  readonly onProblem: (message: string) => void
}

type View = 'chats' | 'members' | 'relation'

export function GroupBar({ chat, account, users, onChat, onProblem }: GroupBarProps) {
  const { chat: texts, groups } = useTexts()
  const [shown, setShown] = useState<View>()
  const { group } = chat
  const change = async (command: GroupCommand) => {
    try {
      return await control.changeGroup(command)
    } catch (error) {
      onProblem(messageOf(error, texts.notResponding))
      return undefined
    }
  }
  const show = (chatId: string | undefined) => {
    setShown(undefined)
    onChat(chatId)
  }
  const toggle = (view: View, name: IconName) => (
    <button
      type="button"
      className={icon.button}
      aria-label={groups[view]}
      aria-expanded={shown === view}
      onClick={() => setShown(shown === view ? undefined : view)}
    >
      <Icon name={name} size={20} />
    </button>
  )
  return (
    <>
      <header>
        {toggle('chats', 'back')}
        <strong>{group === null ? account : `${group.name} (${memberCount(group)})`}</strong>
        {group === null && <AccountBadge />}
        <span className={styles.end}>
          {group === null
            ? toggle('relation', chat.friendship === 'friend' ? 'friend' : 'stranger')
            : toggle('members', 'people')}
        </span>
      </header>
      {shown !== undefined && (
        <section
          className={styles.list}
          aria-label={groups[shown]}
          onKeyDown={event => {
            if (event.key === 'Escape') setShown(undefined)
          }}
        >
          {shown === 'chats' && (
            <Chats chat={chat} account={account} users={users} onChange={change} onChat={show} />
          )}
          {shown === 'members' && group !== null && (
            <Members
              group={group}
              account={account}
              users={users}
              onChange={change}
              onLeave={userId => {
                // After leaving, the user no longer sees the group.
                if (userId === chat.userId) show(undefined)
              }}
            />
          )}
          {shown === 'relation' && <AccountMenu chat={chat} account={account} onProblem={onProblem} />}
        </section>
      )}
      {group?.hasAccount === false && <p className={styles.note}>{groups.noAccount}</p>}
    </>
  )
}

type Group = NonNullable<ChatView['group']>

/** Resolves to undefined if LINE rejects the change. */
type Change = (command: GroupCommand) => Promise<{ readonly id: string } | undefined>

const memberCount = ({ members, hasAccount }: Group): number => members.length + (hasAccount ? 1 : 0)

function AccountBadge() {
  const { chat } = useTexts()
  return (
    <span className={styles.badge} title={chat.account}>
      <Icon name="check" size={10} />
    </span>
  )
}

type ChatsProps = Omit<GroupBarProps, 'onProblem'> & { readonly onChange: Change }

function Chats({ chat, account, users, onChange, onChat }: ChatsProps) {
  const { groups } = useTexts()
  const { group } = chat
  return (
    <>
      <button type="button" aria-current={group === null} onClick={() => onChat(undefined)}>
        {account}
      </button>
      {chat.groups.map(each => (
        <button
          key={each.id}
          type="button"
          aria-current={each.id === group?.id}
          onClick={() => onChat(each.id)}
        >
          {each.name} ({memberCount(each)})
        </button>
      ))}
      <div className={styles.row}>
        {(['group', 'room'] as const).map(kind => (
          <button
            key={kind}
            type="button"
            title={groups.makeTitle[kind]}
            onClick={async () => {
              const name = groups.nameOf[kind](chat.groups.length + 1)
              const userIds = users.map(({ userId }) => userId)
              const made = await onChange({ change: 'invite', kind, name, userIds })
              if (made !== undefined) onChat(made.id)
            }}
          >
            <Icon name="plus" size={16} /> {groups.make[kind]}
          </button>
        ))}
      </div>
    </>
  )
}

type MembersProps = {
  readonly group: Group
  readonly account: string
  readonly users: Scenario['users']
  readonly onChange: Change
  readonly onLeave: (userId: string) => void
}

function Members({ group, account, users, onChange, onLeave }: MembersProps) {
  const { groups } = useTexts()
  const { id: groupId, name, members, hasAccount } = group
  const accountAct = hasAccount ? 'remove' : 'invite'
  return (
    <>
      <p className={styles.row}>
        <span>{account}</span>
        <button
          type="button"
          aria-label={groups.letAccount[accountAct](account)}
          onClick={() =>
            onChange(
              hasAccount
                ? { groupId, change: 'remove' }
                : { groupId, change: 'invite', name, userIds: [...members] },
            )
          }
        >
          {groups.acts[accountAct]}
        </button>
      </p>
      {users.map(({ userId, displayName }) => {
        const act = members.includes(userId) ? 'leave' : 'join'
        return (
          <p key={userId} className={styles.row}>
            <span>{displayName}</span>
            <button
              type="button"
              aria-label={groups.letUser[act](displayName)}
              disabled={!hasAccount}
              onClick={async () => {
                const done = await onChange({ groupId, change: act, userIds: [userId] })
                if (done !== undefined && act === 'leave') onLeave(userId)
              }}
            >
              {groups.acts[act]}
            </button>
          </p>
        )
      })}
    </>
  )
}
