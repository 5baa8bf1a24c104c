import { useEffect, useRef } from 'react'
import { LINE_PREFIX } from '../../page-config.ts'
import type { ChatMessage, Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './chat.module.css'

export type Account = NonNullable<Scenario['apps'][number]['officialAccount']>

const pictureOf = ({ id }: Account) => `${LINE_PREFIX}profile.line-scdn.net/oa/${encodeURIComponent(id)}`

type ChatProps = {
  readonly account: Account | null
  readonly appName: string
  readonly messages: readonly ChatMessage[]
  readonly onOpen: () => void
}

/** LINE's chat with the official account, which is visible while no LIFF app is open. */
export function Chat({ account, appName, messages, onOpen }: ChatProps) {
  const { phone } = useTexts()
  const name = account?.name ?? phone.account
  const end = useRef<HTMLDivElement>(null)
  const count = messages.length
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    <section className={styles.chat} aria-label={phone.chatWith(name)}>
      <header>
        <Icon name="back" size={20} />
        <strong>{name}</strong>
        <span className={styles.badge} title={phone.account}>
          <Icon name="check" size={10} />
        </span>
      </header>
      <div className={styles.talk}>
        <p className={styles.day}>{phone.today}</p>
        <div className={styles.theirs}>
          {account === null ? (
            <span className={styles.avatar} />
          ) : (
            <img className={styles.avatar} src={pictureOf(account)} alt="" />
          )}
          <div className={styles.card}>
            <div className={styles.cover} aria-hidden="true">
              <Icon name="sparkle" size={30} />
            </div>
            <div className={styles.cardText}>
              <strong>{appName}</strong>
              <span>{phone.tapToOpen}</span>
            </div>
            <button type="button" onClick={onOpen}>
              {phone.openApp}
            </button>
          </div>
        </div>
        {messages.map(message => (
          <div key={message.id} className={styles.mine}>
            <time>{message.time}</time>
            <div className={styles.bubble}>
              {message.to !== undefined && <small>→ {message.to}</small>}
              {message.type !== 'text' && <small>{message.type}</small>}
              {message.text}
            </div>
          </div>
        ))}
        <div ref={end} />
      </div>
      <footer aria-hidden="true">
        <span>Aa</span>
      </footer>
    </section>
  )
}
