import { assertNever } from '#contract/assert-never.ts'
import { isErrorCode } from '#contract/errors.ts'
import { useApp } from '#src/app-context.ts'
import { isStopped, type SignedOutReason } from '#src/startup/phase.ts'
import { Scene } from '#src/ui/art/scene.tsx'
import { Button } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { AddFriend } from './add-friend.tsx'
import { RetryButton } from './next-try.tsx'
import { NotInLine } from './not-in-line.tsx'
import css from './startup.module.css'
import { StartupScreen } from './startup.tsx'

/** Shown when startup cannot continue until the customer acts (spec S4). */
export default function Stopped() {
  const phase = useApp().session.phase.value
  // The problem may have been resolved while this script was loading.
  if (!isStopped(phase)) return <StartupScreen phase={phase} />
  switch (phase.kind) {
    case 'not-in-line':
      return <NotInLine url={phase.url} />
    case 'add-friend':
      return <AddFriend {...phase} />
    case 'failed':
      return phase.code === 'CUSTOMER_CANCELLED' ? <Left again /> : <FailedStart {...phase} />
    case 'clock':
      return <ClockTrouble phone={phase.phone} server={phase.server} />
    case 'signed-out':
      return phase.why === 'cancelled' ? <Left /> : <SignedOut why={phase.why} />
    default:
      return assertNever(phase)
  }
}

/** Shown if sign-in keeps failing because of the phone's clock. Both times are in milliseconds since 1970. */
function ClockTrouble({ phone, server }: { readonly phone: number; readonly server: number | null }) {
  const { t, f } = useText()
  return (
    <MessagePage picture={<Scene asleep />} title={t('start.clock.title')} actions={<RetryButton />}>
      <Lead>{t('start.clock.text')}</Lead>
      <dl className={css.clocks}>
        <dt>{t('start.clock.phone')}</dt>
        <dd>{f.dateTime(phone)}</dd>
        {server !== null && (
          <>
            <dt>{t('start.clock.server')}</dt>
            <dd>{f.dateTime(server)}</dd>
          </>
        )}
      </dl>
    </MessagePage>
  )
}

function FailedStart({ code, requestId }: { readonly code: string; readonly requestId: string | null }) {
  const { t } = useText()
  const isBlocked = code === 'CUSTOMER_BLOCKED'
  return (
    <MessagePage
      picture={<Scene asleep />}
      title={t(isBlocked ? 'start.blocked.title' : 'start.failed.title')}
      actions={<RetryButton />}
    >
      {isErrorCode(code) && !isBlocked && <p>{t(`error.${code}`)}</p>}
      <Lead>{t(isBlocked ? 'start.blocked.text' : 'start.failed.text')}</Lead>
      <p className={css.reference}>
        {t('start.reference', { code })}
        {requestId !== null && ` · ${requestId}`}
      </p>
    </MessagePage>
  )
}

/** Does not offer to join, because the server rejects this customer's LINE account. `again` is true on later visits. */
function Left({ again = false }: { readonly again?: boolean }) {
  const { line } = useApp()
  const { t } = useText()
  return (
    <MessagePage
      picture={<Scene asleep />}
      title={t('start.cancelled.title')}
      actions={
        line.available('close') && (
          <Button wide kind="secondary" onClick={() => line.closeWindow()}>
            {t('action.close')}
          </Button>
        )
      }
    >
      <Lead>{t(again ? 'start.cancelled.again' : 'start.cancelled.text')}</Lead>
    </MessagePage>
  )
}

const texts = {
  'logged-out': ['start.signedOut.title', 'start.signedOut.text'],
  replaced: ['start.replaced.title', 'start.replaced.text'],
} as const

function SignedOut({ why }: { readonly why: Exclude<SignedOutReason, 'cancelled'> }) {
  const { session } = useApp()
  const { t } = useText()
  const [title, text] = texts[why]
  return (
    <MessagePage
      picture={<Scene />}
      title={t(title)}
      actions={
        <Button wide onClick={() => session.retry()}>
          {t('start.signedOut.open')}
        </Button>
      }
    >
      <Lead>{t(text)}</Lead>
    </MessagePage>
  )
}
