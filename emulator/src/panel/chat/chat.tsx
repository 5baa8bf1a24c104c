import { useEffect, useRef, useState } from 'react'
import type { ChatView, Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Account, AccountPicture } from './account.tsx'
import styles from './chat.module.css'
import { ChatContext } from './chat-context.ts'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { fieldsOf } from './fields.ts'
import { PickerSheet } from './picker-sheet.tsx'
import { QuickReplies } from './quick-replies.tsx'
import { RichMenu } from './rich-menu.tsx'
import { type Input, useTap } from './use-tap.ts'

type ChatProps = {
  readonly account: Account | null
  readonly appName: string
  /** The user's chat; undefined while it loads. */
  readonly chat: ChatView | undefined
  readonly users: Scenario['users']
  /** True if LINE runs on a computer. */
  readonly desktop: boolean
  /** Opens a LIFF app on the phone; without an id, the first one. */
  readonly onOpen: (path?: string, liffId?: string) => void
}

const EMPTY = { entries: [], richMenu: null, loadingUntil: null, readUntil: null, userId: '' }

/** True if the rich menu is open: as the user or an action left it, or else as the menu's `selected` says. */
function useMenu(menu: ChatView['richMenu']) {
  const [choice, setChoice] = useState<boolean>()
  return { open: choice ?? menu?.selected ?? false, setOpen: setChoice }
}

/** Returns whether the account still shows the loading animation, which ends at a set time. */
function useLoading({ loadingUntil, now }: Pick<ChatView, 'loadingUntil' | 'now'>): boolean {
  const [over, setOver] = useState<number>()
  useEffect(() => {
    if (loadingUntil === null) return
    const timer = setTimeout(() => setOver(loadingUntil), loadingUntil - now)
    return () => clearTimeout(timer)
  }, [loadingUntil, now])
  return loadingUntil !== null && over !== loadingUntil
}

/** LINE's chat with the official account, which is visible while no LIFF app is open. */
export function Chat({ account, appName, chat: loaded, users, desktop, onOpen }: ChatProps) {
  const { chat: texts } = useTexts()
  const chat: ChatView = loaded ?? { ...EMPTY, now: 0 }
  const name = account?.name ?? texts.account
  const menu = useMenu(chat.richMenu)
  const input = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState('')
  const [replied, setReplied] = useState<string>()
  const onInput = (next: Input) => {
    if (next.kind === 'menu') return menu.setOpen(next.open)
    if (next.text !== '') setDraft(next.text)
    input.current?.focus()
  }
  const { tap, send, notice, dismissNotice, picker, pick } = useTap({
    ...{ userId: chat.userId, desktop, onApp: onOpen, onInput },
  })
  const loading = useLoading(chat)
  const newest = chat.entries.at(-1)
  const tools = {
    tap,
    watched: (trackingId: string) => void send({ videoPlayComplete: { trackingId } }),
    nameOf: (userId: string) => users.find(user => user.userId === userId)?.displayName ?? '',
  }
  return (
    <ChatContext value={tools}>
      <section className={styles.chat} aria-label={texts.chatWith(name)}>
        <header>
          <Icon name="back" size={20} />
          <strong>{name}</strong>
          <span className={styles.badge} title={texts.account}>
            <Icon name="check" size={10} />
          </span>
        </header>
        <Conversation account={account} chat={{ ...chat, loadingUntil: loading ? chat.loadingUntil : null }}>
          <AppCard account={account} appName={appName} onOpen={() => onOpen()} />
        </Conversation>
        {notice !== '' && (
          <div className={styles.notice} role="status">
            <span>{notice}</span>
            <button type="button" aria-label={texts.dismiss} onClick={dismissNotice}>
              <Icon name="close" size={16} />
            </button>
          </div>
        )}
        {newest?.from === 'account' && newest.id !== replied && (
          <QuickReplies message={fieldsOf(newest.message)} onReply={() => setReplied(newest.id)} />
        )}
        <Composer
          ref={input}
          text={draft}
          onText={setDraft}
          onSend={text => void send({ text }).then(sent => sent && setDraft(''))}
        />
        {chat.richMenu && <RichMenu menu={chat.richMenu} open={menu.open} onOpen={menu.setOpen} />}
        {picker && <PickerSheet picker={picker} onPick={pick} />}
      </section>
    </ChatContext>
  )
}

type AppCardProps = {
  readonly account: Account | null
  readonly appName: string
  readonly onOpen: () => void
}

/** The card at the beginning of the chat, which opens the app. */
function AppCard({ account, appName, onOpen }: AppCardProps) {
  const { chat: texts } = useTexts()
  return (
    <div className={styles.entry} data-from="account">
      <AccountPicture account={account} />
      <div className={styles.card}>
        <div className={styles.cover} aria-hidden="true">
          <Icon name="sparkle" size={30} />
        </div>
        <div className={styles.cardText}>
          <strong>{appName}</strong>
          <span>{texts.tapToOpen}</span>
        </div>
        <button type="button" onClick={onOpen}>
          {texts.openApp}
        </button>
      </div>
    </div>
  )
}
