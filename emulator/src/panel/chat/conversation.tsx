import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import type { ChatEntry, ChatView } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { type Account, AccountPicture } from './account.tsx'
import styles from './chat.module.css'
import { fieldsOf, textOf } from './fields.ts'
import { withOwnFile } from './links.ts'
import { isWide, MessageView } from './message-view.tsx'
import { Picture } from './picture.tsx'
import { ScrollRegion } from './scroll-region.tsx'

/** Returns the functions that write times and days in the panel's language. */
function useTimes(now: number) {
  const { locale, chat } = useTexts()
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const today = day.format(now)
  return {
    timeText: (at: number) => time.format(at),
    dayText: (at: number) => (day.format(at) === today ? chat.today : day.format(at)),
  }
}

type EntryProps = {
  readonly entry: ChatEntry
  readonly account: Account | null
  readonly time: string
  /** True if the account has read the message of the user. */
  readonly read: boolean
}

/** The picture of the account, or that of the sender that a message names. */
function Avatar({ account, iconUrl }: { readonly account: Account | null; readonly iconUrl: string }) {
  return iconUrl === '' ? (
    <AccountPicture account={account} />
  ) : (
    <Picture url={iconUrl} className={styles.avatar} />
  )
}

function Entry({ entry, account, time, read }: EntryProps) {
  const { chat } = useTexts()
  const { message, from, to } = entry
  const sender = fieldsOf(message.sender)
  const mine = from === 'user'
  const wide = isWide(message)
  return (
    <article className={styles.entry} data-from={from} data-wide={wide || undefined}>
      {!mine && <Avatar account={account} iconUrl={textOf(sender.iconUrl)} />}
      {!mine && textOf(sender.name) !== '' && <b className={styles.sender}>{textOf(sender.name)}</b>}
      <div className={styles.content}>
        {to !== undefined && <small className={styles.to}>{chat.sharedWith(to)}</small>}
        <MessageView message={withOwnFile(entry.id, message)} />
      </div>
      <p className={styles.time}>
        {read && <span>{chat.read}</span>}
        <time dateTime={new Date(entry.at).toISOString()}>{time}</time>
      </p>
    </article>
  )
}

type ConversationProps = {
  readonly account: Account | null
  readonly chat: ChatView
  /** What the chat shows before the first message. */
  readonly children: ReactNode
}

/** The messages of the user and of the account in their order, with a line for each day. */
export function Conversation({ account, chat, children }: ConversationProps) {
  const { chat: texts } = useTexts()
  const { timeText, dayText } = useTimes(chat.now)
  const talk = useRef<HTMLElement>(null)
  const { entries, readUntil, loadingUntil } = chat
  const newest = entries.at(-1)?.id
  const loading = loadingUntil !== null
  useEffect(() => {
    // Scrolls to the end when a message or the animation appears. The column is reversed, so its end is at 0, and it stays
    // there while pictures load.
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
              <Entry
                entry={entry}
                account={account}
                time={timeText(entry.at)}
                read={entry.from === 'user' && readUntil !== null && entry.at <= readUntil}
              />
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
