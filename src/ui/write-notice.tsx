import { writeTexts } from '#src/i18n/th/writes.ts'
import { isRefused } from '#src/ports.ts'
import type { JobView } from '#src/state/types.ts'
import { ButtonLink } from './button.tsx'
import { ContactLink } from './contact-link.tsx'
import { failureText } from './failure.tsx'
import { Notice } from './notice.tsx'
import { SignInButton } from './sign-in-button.tsx'
import { useArriveBy } from './use-arrive-by.ts'
import { useText } from './use-text.ts'
import { writeStatus } from './write-status.ts'

export function useWriteText(): (job: JobView) => string {
  const { t } = useText(writeTexts)
  return job => {
    const { state, claim, text } = writeStatus(job)
    if (state === 'refused' && job.failure !== null) return failureText(t, job.failure)
    if (job.route === 'deleteReceipt' && claim === 'saved') return t('receipt.withdrawQueued')
    return t(text)
  }
}

/** True if another customer has used this receipt or phone number. */
const isTaken = ({ failure }: JobView): boolean =>
  failure !== null && (isRefused(failure, 'RECEIPT_DUPLICATE') || isRefused(failure, 'PHONE_TAKEN'))

export function WriteNotice({ job }: { readonly job: JobView }) {
  const { t } = useText(writeTexts)
  const textOf = useWriteText()
  const deadline = useArriveBy()(job)
  const { claim, title, label, state } = writeStatus(job)
  return (
    <Notice
      live
      severity={claim === 'saved' ? 'warning' : 'error'}
      title={t(job.route === 'deleteReceipt' ? label : title)}
      action={
        <>
          {state === 'sign-in' && <SignInButton small />}
          {isTaken(job) && <ContactLink />}
          <ButtonLink small kind="secondary" href="/outbox">
            {t('outbox.open')}
          </ButtonLink>
        </>
      }
    >
      <p>{textOf(job)}</p>
      {deadline !== null && <p>{deadline}</p>}
    </Notice>
  )
}
