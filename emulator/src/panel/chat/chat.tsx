import { useEffect, useRef, useState } from 'react'
import { fieldsOf } from '../../fields.ts'
import type { ChatEntry, ChatView, Scenario, UserMessage } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Account, AccountPicture } from './account.tsx'
import { Attach, type AttachView, type FileDialog } from './attach.tsx'
import styles from './chat.module.css'
import { ChatContext, type PlayedPart } from './chat-context.ts'
import { Conversation } from './conversation.tsx'
import { DraftInput } from './draft-input.tsx'
import { GroupBar } from './group-bar.tsx'
import icon from './icon-button.module.css'
import type { Mentionable } from './mentions.ts'
import { type FileKind, fileMessage, fileProblem } from './own-file.ts'
import { PickerSheet } from './picker-sheet.tsx'
import { QuickReplies } from './quick-replies.tsx'
import { RichMenu } from './rich-menu.tsx'
import template from './template.module.css'
import { useDraft } from './use-draft.ts'
import { type Input, useTap } from './use-tap.ts'

type ChatProps = {
  readonly userId: string
  readonly account: Account | null
  readonly appName: string
  readonly chatId: string | undefined
  /** If called without an id, shows the chat with the account. */
  readonly onChat: (chatId: string | undefined) => void
  /** Undefined while the chat loads. */
  readonly chat: ChatView | undefined
  readonly users: Scenario['users']
  /** True if LINE is running on a computer. */
  readonly desktop: boolean
  /** Opens a LIFF app on the phone, by default the first one. */
  readonly onOpen: (path?: string, liffId?: string) => void
}

const EMPTY: ChatView = {
  entries: [],
  richMenu: null,
  loadingUntil: null,
  readUntil: null,
  userId: '',
  now: 0,
  group: null,
  groups: [],
  accountId: '',
  friendship: 'none',
  memberships: [],
}

/** Lists whom a user can mention: the account, every other member, or everyone at once. */
function mentionableIn(
  { userId: self, accountId }: ChatView,
  { members, hasAccount }: NonNullable<ChatView['group']>,
  nameOf: (userId: string) => string,
  everyone: string,
): readonly Mentionable[] {
  const others = members.filter(userId => userId !== self)
  const people = [...(hasAccount ? [accountId] : []), ...others].map(userId => ({
    userId,
    name: nameOf(userId),
  }))
  return [...people.filter(({ name }) => name !== ''), { name: everyone, userId: null }]
}

/** The menu's `selected` value applies until the menu is opened or closed. */
function useMenu(menu: ChatView['richMenu']) {
  const [choice, setChoice] = useState<boolean>()
  return { open: choice ?? menu?.selected ?? false, setOpen: setChoice }
}

function useLoading({ loadingUntil, now }: Pick<ChatView, 'loadingUntil' | 'now'>): boolean {
  const [over, setOver] = useState<number>()
  useEffect(() => {
    if (loadingUntil === null) return
    const timer = setTimeout(() => setOver(loadingUntil), loadingUntil - now)
    return () => clearTimeout(timer)
  }, [loadingUntil, now])
  return loadingUntil !== null && over !== loadingUntil
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: all parts of the chat share one draft.
export function Chat(props: ChatProps) {
  const { userId, account, appName, chatId, onChat, chat: loaded, users, desktop, onOpen } = props
  const { chat: texts, composer } = useTexts()
  const chat = loaded ?? EMPTY
  const name = account?.name ?? texts.account
  const menu = useMenu(chat.richMenu)
  const input = useRef<HTMLTextAreaElement>(null)
  const [replied, setReplied] = useState<string>()
  const [attach, setAttach] = useState<AttachView>('closed')
  const fileDialog = useRef<FileDialog>(null)
  const onInput = (next: Input) => {
    if (next.kind === 'menu') return menu.setOpen(next.open)
    if (next.kind === 'picture') return fileDialog.current?.open('image')
    if (next.kind === 'location') return setAttach('location')
    if (next.text !== '') draft.setText(next.text)
    input.current?.focus()
  }
  const { tap, send, notice, notify, dismissNotice, picker, pick } = useTap({
    userId,
    chatId,
    desktop,
    onApp: onOpen,
    onInput,
  })
  const { group } = chat
  const nameOf = (userId: string) =>
    userId === chat.accountId ? name : (users.find(user => user.userId === userId)?.displayName ?? '')
  const draft = useDraft(send, group === null ? [] : mentionableIn(chat, group, nameOf, texts.everyone))
  const sendMessage = (message: UserMessage) => {
    closeAttach()
    notify('')
    void draft.sendMessage(message)
  }
  const closeAttach = () => {
    setAttach('closed')
    input.current?.focus()
  }
  const sendFile = async (kind: FileKind, file: File) => {
    const problem = fileProblem(kind, file, composer)
    if (problem === null) sendMessage(await fileMessage(kind, file))
    else notify(problem)
  }
  const loading = useLoading(chat)
  const newest = chat.entries.findLast(({ from }) => from !== 'line')
  const tools = {
    tap,
    watched: (trackingId: string) => void send({ videoPlayComplete: { trackingId } }),
    played: (percent: PlayedPart, messageId?: string) => {
      if (messageId !== undefined) void send({ play: { messageId, percent } })
    },
    unsend: (messageId: string) => {
      input.current?.focus()
      void send({ unsend: { messageId } })
    },
    quote:
      group?.hasAccount === false
        ? undefined
        : (entry: ChatEntry) => {
            draft.setQuote(entry)
            input.current?.focus()
          },
    entryOf: (messageId: string) => chat.entries.find(({ id }) => id === messageId),
    nameOf,
    accountName: name,
  }
  return (
    <ChatContext value={tools}>
      <section
        className={styles.chat}
        aria-label={texts.chatWith(group?.name ?? name)}
        aria-busy={loaded === undefined}
      >
        <GroupBar chat={chat} account={name} users={users} onChat={onChat} onProblem={notify} />
        <Conversation account={account} chat={{ ...chat, loadingUntil: loading ? chat.loadingUntil : null }}>
          {group === null && <AppCard account={account} appName={appName} onOpen={() => onOpen()} />}
        </Conversation>
        {notice !== '' && (
          <div className={styles.notice} role="status">
            <span>{notice}</span>
            <button type="button" className={icon.button} aria-label={texts.dismiss} onClick={dismissNotice}>
              <Icon name="close" size={16} />
            </button>
          </div>
        )}
        {newest?.from === 'account' && newest.id !== replied && (
          <QuickReplies message={fieldsOf(newest.message)} onReply={() => setReplied(newest.id)} />
        )}
        {group?.hasAccount !== false && (
          <>
            <DraftInput
              ref={input}
              draft={draft}
              attaching={attach !== 'closed'}
              onAttach={() => setAttach(attach === 'closed' ? 'menu' : 'closed')}
            />
            <Attach
              ref={fileDialog}
              view={attach}
              onView={next => (next === 'closed' ? closeAttach() : setAttach(next))}
              onFile={(kind, file) => void sendFile(kind, file)}
              onMessage={sendMessage}
            />
          </>
        )}
        {chat.richMenu && (
          <RichMenu userId={userId} menu={chat.richMenu} open={menu.open} onOpen={menu.setOpen} />
        )}
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
        <button type="button" className={template.button} onClick={onOpen}>
          {texts.openApp}
        </button>
      </div>
    </div>
  )
}
