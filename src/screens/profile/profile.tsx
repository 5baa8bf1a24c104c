import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { isPending, latestValue } from '#src/state/resource.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { NextFrame } from '#src/ui/next-frame.tsx'
import { Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import { Consents } from './consents.tsx'
import { Contact } from './contact.tsx'
import { DataCopy } from './data-copy.tsx'
import { Leave } from './leave.tsx'
import { LineActions } from './line-actions.tsx'
import { Messages } from './messages.tsx'
import { Preferences } from './preferences.tsx'
import css from './profile.module.css'

export default function Profile() {
  const { customer, session } = useApp()
  const { t } = useText(accountTexts)
  useLoaded(customer)
  useLoaded(customer.messages)
  const resource = customer.current.value
  const customerNow = latestValue(resource)
  const profile = session.profile.value
  return (
    <Page title={t('profile.title')}>
      <div className={css.who}>
        <Avatar url={profile?.pictureUrl ?? customerNow?.linePictureUrl ?? null} size={72} />
        <div>
          <b>{[customerNow?.firstName, customerNow?.lastName].filter(Boolean).join(' ')}</b>
          <p>
            LINE: <bdi>{profile?.displayName ?? customerNow?.lineDisplayName}</bdi>
          </p>
        </div>
      </div>
      {isPending(resource) && <SkeletonList rows={2} height={220} />}
      {resource.state === 'failed' && customerNow === null && (
        <FailureNotice failure={resource.failure} onRetry={() => void customer.load()} />
      )}
      <NextFrame>
        {customerNow && (
          <>
            <Contact customer={customerNow} />
            <ButtonLink kind="secondary" icon="edit" href="/updateProfile">
              {t('profile.edit')}
            </ButtonLink>
            <Consents customer={customerNow} />
            <Messages />
          </>
        )}
        <NextFrame>
          <Unsent />
          <ButtonLink kind="secondary" icon="store" href="/help">
            {t('help.title')}
          </ButtonLink>
          <Preferences />
          <LineActions />
          {customerNow && <DataCopy />}
          <Leave />
        </NextFrame>
      </NextFrame>
    </Page>
  )
}

function Unsent() {
  const { outbox } = useApp()
  const { t } = useText(accountTexts)
  const count = outbox.jobs.value.length + outbox.unreadable.value
  return count === 0 ? null : (
    <ButtonLink kind="secondary" icon="clock" href="/outbox">
      {t('profile.outbox', { count })}
    </ButtonLink>
  )
}
