import { LINE_PREFIX } from '../../page-config.ts'
import type { Scenario } from '../api/types.ts'
import styles from './chat.module.css'

export type Account = NonNullable<Scenario['apps'][number]['officialAccount']>

export function AccountPicture({ account }: { readonly account: Account | null }) {
  if (account === null) return <span className={styles.avatar} />
  const src = `${LINE_PREFIX}profile.line-scdn.net/oa/${encodeURIComponent(account.id)}`
  return <img className={styles.avatar} src={src} alt="" />
}
