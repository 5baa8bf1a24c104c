import { useDeferredValue } from 'react'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { isPending, latestValue } from '#src/state/resource.ts'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import { ProfileForm } from './profile-form.tsx'

export default function UpdateProfile() {
  const { customer } = useApp()
  const { t } = useText(accountTexts)
  useLoaded(customer)
  const resource = customer.current.value
  const customerNow = latestValue(resource)
  // The form has hundreds of options. A deferred value makes React render it in slices, even if the data is already
  // loaded.
  const form = useDeferredValue(customerNow !== null, false)
  return (
    <Page title={t('profile.editTitle')} back="/profile">
      {(isPending(resource) || (customerNow !== null && !form)) && <SkeletonList />}
      {customerNow === null && resource.state === 'failed' && (
        <FailureNotice failure={resource.failure} onRetry={() => void customer.load()} />
      )}
      {customerNow !== null && form && <ProfileForm customer={customerNow} />}
    </Page>
  )
}
