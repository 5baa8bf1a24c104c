import type { ChatEntry } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import styles from './chat.module.css'
import { useChatTools } from './chat-context.ts'

export function Note({ entry }: { readonly entry: ChatEntry }) {
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
