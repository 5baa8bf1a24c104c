import { control, messageOf } from '../api/client.ts'
import type { ChatView } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './group-bar.module.css'

/** Maps each friendship status to the one that a tap changes it to. */
const NEXT = { none: 'friend', friend: 'blocked', blocked: 'friend' } as const

const NEW_PLAN = {
  membershipId: 1,
  title: 'Members',
  description: '',
  benefits: ['Messages for members'],
  price: 500,
  currency: 'THB' as const,
  memberLimit: null,
  members: [],
}

type AccountMenuProps = {
  readonly chat: ChatView
  readonly account: string
  readonly onProblem: (message: string) => void
}

/** Lets the user add or block the account, and join, renew or leave a membership. */
export function AccountMenu({ chat, account, onProblem }: AccountMenuProps) {
  const { chat: texts, groups } = useTexts()
  const { userId, friendship, memberships } = chat
  const act = async (change: () => Promise<unknown>) => {
    onProblem('')
    await change().catch(error => onProblem(messageOf(error, texts.notResponding)))
  }
  return (
    <>
      <p className={styles.row}>
        <span>{account}</span>
        <button
          type="button"
          aria-label={groups.letFriend[friendship](account)}
          onClick={() => void act(() => control.setFriendship(userId, NEXT[friendship]))}
        >
          {groups.friendship[friendship]}
        </button>
      </p>
      {memberships.map(({ membershipId, title, months }) => (
        <p key={membershipId} className={styles.row}>
          <span>
            {title}
            {months !== null && <small> {groups.months(months)}</small>}
          </span>
          {(months === null ? (['join'] as const) : (['renew', 'leave'] as const)).map(change => (
            <button
              key={change}
              type="button"
              aria-label={groups.letMember[change](title)}
              onClick={() => void act(() => control.changeMembership({ userId, membershipId, change }))}
            >
              {groups.membership[change]}
            </button>
          ))}
        </p>
      ))}
      {memberships.length === 0 && (
        <div className={styles.row}>
          <button
            type="button"
            title={groups.newMembershipTitle}
            onClick={() => void act(() => control.patch({ messaging: { memberships: [NEW_PLAN] } }))}
          >
            <Icon name="plus" size={16} /> {groups.newMembership}
          </button>
        </div>
      )}
    </>
  )
}
