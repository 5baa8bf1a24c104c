import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { fieldsOf } from '../../fields.ts'
import type { ChatEntry, ChatView } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { shortTime } from '../state/now.ts'
import { type Account, AccountPicture } from './account.tsx'
import styles from './chat.module.css'
import { ChatContext, PLAYED_PARTS, useChatTools } from './chat-context.ts'
import { textOf } from './fields.ts'
import { withOwnFile } from './links.ts'
import { type MenuItem, MessageMenu } from './message-menu.tsx'
import { isWide, MessageView } from './message-view.tsx'
import { Picture } from './picture.tsx'
import { Quoted } from './quote.tsx'
import { ScrollRegion } from './scroll-region.tsx'

function useDayText(now: number): (at: number) => string {
  const { locale, chat } = useTexts()
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const today = day.format(now)
  return at => {
    const text = day.format(at)
    return text === today ? chat.today : text
  }
}

type EntryProps = {
  readonly entry: ChatEntry
  readonly account: Account | null
  readonly time: string
  /** True if the account has read the user's message. */
  readonly read: boolean
}

/** A message can specify its own sender icon. */
function Avatar({ account, iconUrl }: { readonly account: Account | null; readonly iconUrl: string }) {
  return iconUrl === '' ? (
    <AccountPicture account={account} />
  ) : (
    <Picture url={iconUrl} className={styles.avatar} />
  )
}

/** Messages that were shared to other chats cannot be unsent here. */
const canUnsend = ({ from, via, message, to }: ChatEntry): boolean =>
  from === 'user' &&
  (via === 'chat' || via === 'sendMessages') &&
  to === undefined &&
  message.type !== 'unsent'

function useMenuItems(entry: ChatEntry): readonly MenuItem[] {
  const { composer } = useTexts()
  const { quote, played, watched, unsend } = useChatTools()
  const { id, from, message, to } = entry
  const trackingId = textOf(message.trackingId)
  const watch = () => {
    for (const part of PLAYED_PARTS) played(part, id)
    if (trackingId !== '') watched(trackingId)
  }
  return [
    ...(quote !== undefined && to === undefined && message.type !== 'unsent'
      ? [{ name: composer.reply, onPick: () => quote(entry) }]
      : []),
    ...(message.type === 'video' && from === 'account'
      ? [{ name: composer.watch, title: composer.watchTitle, onPick: watch }]
      : []),
    ...(canUnsend(entry)
      ? [
          {
            name: composer.unsend,
            title: composer.unsendTitle,
            isDestructive: true,
            onPick: () => unsend(id),
          },
        ]
      : []),
  ]
}

function Entry({ entry, account, time, read }: EntryProps) {
  const { chat, groups } = useTexts()
  const tools = useChatTools()
  const { nameOf } = tools
  const [menu, setMenu] = useState(false)
  const { message, from, to, userId = '', quotedMessageId } = entry
  const items = useMenuItems(entry)
  const withMenu = items.length > 0
  const sender = fieldsOf(message.sender)
  const mine = from === 'user'
  const name = from === 'member' ? nameOf(userId) || userId : textOf(sender.name)
  const wide = isWide(message)
  return (
    <article
      className={styles.entry}
      data-from={mine ? 'user' : 'account'}
      data-wide={wide || undefined}
      onContextMenu={event => {
        // A long press or right click opens the menu.
        if (!withMenu) return
        event.preventDefault()
        setMenu(true)
      }}
    >
      {from === 'account' && <Avatar account={account} iconUrl={textOf(sender.iconUrl)} />}
      {from === 'member' && (
        <span className={`${styles.avatar} ${styles.member}`} aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      {!mine && name !== '' && <b className={styles.sender}>{name}</b>}
      <div className={styles.content}>
        {to !== undefined && <small className={styles.to}>{chat.sharedWith(to)}</small>}
        {quotedMessageId !== undefined && message.type !== 'unsent' && <Quoted messageId={quotedMessageId} />}
        <ChatContext
          value={
            from === 'account'
              ? {
                  ...tools,
                  tap: action => tools.tap(action, entry.id),
                  played: part => tools.played(part, entry.id),
                }
              : tools
          }
        >
          <MessageView
            message={withOwnFile(entry.id, message)}
            unsentNote={mine ? chat.unsent : groups.unsentBy(name)}
          />
        </ChatContext>
      </div>
      <div className={styles.time}>
        {withMenu && <MessageMenu open={menu} onOpen={setMenu} items={items} />}
        {read && <span>{chat.read}</span>}
        <time dateTime={new Date(entry.at).toISOString()}>{time}</time>
      </div>
    </article>
  )
}

/** A note from LINE, for example that a user has joined. */
function Note({ entry }: { readonly entry: ChatEntry }) {
  const { locale, groups } = useTexts()
  const { nameOf, accountName } = useChatTools()
  const { change, userIds } = entry.message
  const ids: readonly unknown[] = Array.isArray(userIds) ? userIds : []
  const names = new Intl.ListFormat(locale).format(ids.map(id => nameOf(String(id)) || String(id)))
  const texts: Readonly<Record<string, string>> = {
    joined: groups.notes.joined(names),
    left: groups.notes.left(names),
    accountJoined: groups.notes.joined(accountName),
    accountLeft: groups.notes.left(accountName),
    accountRemoved: groups.notes.removed(accountName),
  }
  return <p className={styles.day}>{texts[String(change)]}</p>
}

type ConversationProps = {
  readonly account: Account | null
  readonly chat: ChatView
  /** Content above the first message. */
  readonly children: ReactNode
}

export function Conversation({ account, chat, children }: ConversationProps) {
  const { chat: texts } = useTexts()
  const dayText = useDayText(chat.now)
  const talk = useRef<HTMLElement>(null)
  const { entries, readUntil, loadingUntil } = chat
  const newest = entries.at(-1)?.id
  const loading = loadingUntil !== null
  useEffect(() => {
    // Scroll to the end for each new message or animation. The column is reversed, so its end remains at scroll
    // position 0 while pictures load.
    if (talk.current !== null && (loading || newest !== undefined)) talk.current.scrollTop = 0
  }, [newest, loading])
  const first = entries[0]
  return (
    <ScrollRegion ref={talk} className={styles.talk} role="log" aria-label={texts.messages}>
      <div className={styles.entries}>
        <p className={styles.day}>{first === undefined ? texts.today : dayText(first.at)}</p>
        {children}
        {entries.map((entry, at) => {
          const before = entries[at - 1]
          return (
            <Fragment key={entry.id}>
              {before !== undefined && dayText(before.at) !== dayText(entry.at) && (
                <p className={styles.day}>{dayText(entry.at)}</p>
              )}
              {entry.from === 'line' ? (
                <Note entry={entry} />
              ) : (
                <Entry
                  entry={entry}
                  account={account}
                  time={shortTime(entry.at)}
                  read={entry.from === 'user' && readUntil !== null && entry.at <= readUntil}
                />
              )}
            </Fragment>
          )
        })}
        {loading && (
          <div className={styles.entry} data-from="account">
            <AccountPicture account={account} />
            <span className={styles.loading} role="img" aria-label={texts.typing}>
              <i />
              <i />
              <i />
            </span>
          </div>
        )}
      </div>
    </ScrollRegion>
  )
}
