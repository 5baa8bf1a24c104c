import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import type { Emulator } from '../state/use-emulator.ts'
import { Filled } from '../texts/filled.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './notice.module.css'
import { unknownLiffId } from './unknown-liff-id.ts'

type NoticeProps = {
  readonly emulator: Emulator
  /** When the app was opened, in ms since 1970. Earlier failures are ignored. */
  readonly openedAt: number
  readonly notice: string | undefined
}

/** Shows a problem, or else the message about the last action. */
export function Notice({ emulator, openedAt, notice }: NoticeProps) {
  const { chat, phone } = useTexts()
  const blocked = useBlockedNavigation(openedAt)
  const known = emulator.scenario?.apps.map(({ liffId }) => liffId) ?? []
  const unknownId = known.length > 0 ? unknownLiffId(emulator.timeline.entries, openedAt, known) : undefined
  if (emulator.problem?.kind === 'silent') return <Problem>{chat.notResponding}</Problem>
  if (emulator.problem !== undefined)
    return (
      <Problem>
        {phone.refused} <span lang="en">{emulator.problem.message}</span>
      </Problem>
    )
  if (blocked !== undefined)
    return (
      <Problem>
        <Filled text={phone.blocked} values={{ url: <code>{blocked}</code> }} />
      </Problem>
    )
  if (unknownId !== undefined)
    return (
      <Problem>
        <Filled
          text={phone.unknownId}
          values={{ id: <code>{unknownId}</code>, known: <code>{known.join(', ')}</code> }}
        />
      </Problem>
    )
  return notice === undefined ? null : (
    <output className={styles.hint}>
      <Icon name="check" />
      {notice}
    </output>
  )
}

function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <output className={styles.hint} data-kind="problem">
      <Icon name="alert" />
      <span>{children}</span>
    </output>
  )
}

/**
 * Returns the URL of a navigation to LINE that the shim missed and the panel's policy blocked. Reopening the app resets
 * it.
 */
function useBlockedNavigation(openedAt: number): string | undefined {
  const [blocked, setBlocked] = useState({ openedAt, url: '' })
  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setBlocked({ openedAt, url: blockedURI })
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [openedAt])
  return blocked.openedAt === openedAt && blocked.url !== '' ? blocked.url : undefined
}
