import { serviceGroups } from '#contract/message-groups.ts'
import { useApp } from '#src/app-context.ts'
import { messageTexts } from '#src/i18n/th/messages.ts'
import { latestValue } from '#src/state/resource.ts'
import { Toggle } from '#src/ui/choice.tsx'
import { Card } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './profile.module.css'

/** Switches for the LINE messages about the customer's own receipts, prizes and coupons. Renders nothing if none are sent. */
export function Messages() {
  const { customer, outbox } = useApp()
  const { t } = useText(messageTexts)
  const settings = latestValue(customer.messages.current.value)
  if (!settings?.offered) return null
  const isUnsent = outbox.jobs.value.some(
    ({ route, state }) => route === 'putMessageSettings' && state !== 'refused',
  )
  return (
    <Card below title={t('messages.title')}>
      {serviceGroups.map(group => (
        <div key={group}>
          <Toggle
            label={t(`messages.${group}`)}
            checked={settings.groups[group]}
            onChange={isOn => void customer.saveMessages({ [group]: isOn })}
          />
          <p className={css.quiet}>{t(`messages.${group}Text`)}</p>
        </div>
      ))}
      {isUnsent && <p className={css.quiet}>{t('messages.unsent')}</p>}
      {settings.reach === 'blocked' && <p className={css.quiet}>{t('messages.blocked')}</p>}
    </Card>
  )
}
