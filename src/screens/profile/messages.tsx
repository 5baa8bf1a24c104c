import { type ServiceGroup, serviceGroups } from '#contract/message-groups.ts'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { messageTexts } from '#src/i18n/th/messages.ts'
import { isMissing, latestValue } from '#src/state/resource.ts'
import type { Sent } from '#src/state/types.ts'
import { Toggle } from '#src/ui/choice.tsx'
import { failureText } from '#src/ui/failure.tsx'
import { Card } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

const texts = { ...accountTexts, ...messageTexts }

/** Renders nothing if the campaign does not send messages. */
export function Messages() {
  const { customer, outbox } = useApp()
  const { t } = useText(texts)
  const tellResult = useTellResult()
  const resource = customer.messages.current.value
  // The cached response may be from a time when the server offered the call.
  const settings = isMissing(resource) ? null : latestValue(resource)
  if (!settings?.offered) return null
  const isUnsent = outbox.jobs.value.some(
    ({ route, state }) => route === 'putMessageSettings' && state !== 'refused',
  )
  const save = async (group: ServiceGroup, isOn: boolean) =>
    tellResult(await customer.saveMessages({ [group]: isOn }))
  return (
    <Card below title={t('messages.title')}>
      {serviceGroups.map(group => (
        <div key={group}>
          <Toggle
            label={t(`messages.${group}`)}
            checked={settings.groups[group]}
            onChange={isOn => void save(group, isOn)}
          />
          <p className="quiet">{t(`messages.${group}Text`)}</p>
        </div>
      ))}
      {isUnsent && <p className="quiet">{t('messages.unsent')}</p>}
      <p className="quiet">{t('messages.news', { title: t('profile.consents') })}</p>
      {settings.reach === 'unknown' && <p className="quiet">{t('messages.friends')}</p>}
      {settings.reach === 'blocked' && <p className="quiet">{t('messages.blocked')}</p>}
    </Card>
  )
}

/** A queued change needs no toast, because the card shows it. */
function useTellResult(): (result: Sent) => void {
  const { outbox, toasts } = useApp()
  const { t } = useText(texts)
  return result => {
    if (result.state === 'received') {
      if (result.id !== null) outbox.shown(result.id)
      toasts.show('success', t('profile.saved'))
    } else if (result.state === 'queued' && !result.kept) toasts.show('warning', t('profile.notSaved'))
    else if (result.state === 'unsaved') toasts.show('error', t('receipt.unsaved'))
    else if (result.state === 'refused') toasts.show('error', failureText(t, result.failure))
  }
}
