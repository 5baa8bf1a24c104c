import { type KeyboardEvent, useState } from 'react'
import { ControlError, control } from '../api/client.ts'
import type { ChatView, GroupCommand, Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
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

export function GroupBar({ chat, account, users, onChat, onProblem }: GroupBarProps) {
  const { chat: texts, groups } = useTexts()
  const [shown, setShown] = useState<'chats' | 'members' | 'relation'>()
  const { group } = chat
  const toggle = (what: 'chats' | 'members' | 'relation') => setShown(shown === what ? undefined : what)
  const change = async (command: GroupCommand) => {
    try {
      return await control.changeGroup(command)
    } catch (error) {
      onProblem(error instanceof ControlError ? error.message : texts.notSent)
      return undefined
    }
  }
  const show = (chatId: string | undefined) => {
    setShown(undefined)
    onChat(chatId)
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setShown(undefined)
  }
  return (
    <>
      <header>
        <button
          type="button"
          className={icon.button}
          aria-label={groups.chats}
          aria-expanded={shown === 'chats'}
          onClick={() => toggle('chats')}
        >
          <Icon name="back" size={20} />
        </button>
        <strong>{group === null ? account : `${group.name} (${memberCount(group)})`}</strong>
        {group === null ? (
          <>
            <AccountBadge />
            <button
              type="button"
              className={`${icon.button} ${styles.end}`}
              aria-label={groups.relation}
              aria-expanded={shown === 'relation'}
              onClick={() => toggle('relation')}
            >
              <Icon name={chat.friendship === 'friend' ? 'friend' : 'stranger'} size={20} />
            </button>
          </>
        ) : (
          <button
            type="button"
            className={`${icon.button} ${styles.end}`}
            aria-label={groups.members}
            aria-expanded={shown === 'members'}
            onClick={() => toggle('members')}
          >
            <Icon name="people" size={20} />
          </button>
        )}
      </header>
      {shown === 'chats' && (
        <section className={styles.list} aria-label={groups.chats} onKeyDown={closeOnEscape}>
          <button type="button" aria-current={group === null} onClick={() => show(undefined)}>
            {account}
          </button>
          {chat.groups.map(each => (
            <button
              key={each.id}
              type="button"
              aria-current={each.id === group?.id}
              onClick={() => show(each.id)}
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
                  const made = await change({ change: 'invite', kind, name, userIds })
                  if (made !== undefined) show(made.id)
                }}
              >
                <Icon name="plus" size={16} /> {groups.make[kind]}
              </button>
            ))}
          </div>
        </section>
      )}
      {shown === 'members' && group !== null && (
        <section className={styles.list} aria-label={groups.members} onKeyDown={closeOnEscape}>
          <p className={styles.row}>
            <span>{account}</span>
            <AccountButton
              group={group}
              account={account}
              onChange={command => void change({ ...command, groupId: group.id })}
            />
          </p>
          {users.map(({ userId, displayName }) => {
            const isMember = group.members.includes(userId)
            const act = isMember ? 'leave' : 'join'
            return (
              <p key={userId} className={styles.row}>
                <span>{displayName}</span>
                <button
                  type="button"
                  aria-label={groups.letUser[act](displayName)}
                  disabled={!group.hasAccount}
                  onClick={async () => {
                    const done = await change({ groupId: group.id, change: act, userIds: [userId] })
                    // After leaving, the user no longer sees the group.
                    if (done !== undefined && isMember && userId === chat.userId) show(undefined)
                  }}
                >
                  {groups.acts[act]}
                </button>
              </p>
            )
          })}
        </section>
      )}
      {shown === 'relation' && group === null && (
        <section className={styles.list} aria-label={groups.relation} onKeyDown={closeOnEscape}>
          <AccountMenu chat={chat} account={account} onProblem={onProblem} />
        </section>
      )}
      {group?.hasAccount === false && <p className={styles.note}>{groups.noAccount}</p>}
    </>
  )
}

type Group = NonNullable<ChatView['group']>

const memberCount = ({ members, hasAccount }: Group): number => members.length + (hasAccount ? 1 : 0)

function AccountBadge() {
  const { chat } = useTexts()
  return (
    <span className={styles.badge} title={chat.account}>
      <Icon name="check" size={10} />
    </span>
  )
}

type AccountButtonProps = {
  readonly group: Group
  readonly account: string
  readonly onChange: (command: GroupCommand) => void
}

function AccountButton({ group, account, onChange }: AccountButtonProps) {
  const { groups } = useTexts()
  const { hasAccount, name, members } = group
  const act = hasAccount ? 'remove' : 'invite'
  return (
    <button
      type="button"
      aria-label={groups.letAccount[act](account)}
      onClick={() =>
        onChange(hasAccount ? { change: act } : { change: 'invite', name, userIds: [...members] })
      }
    >
      {groups.acts[act]}
    </button>
  )
}
