import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { campaignAddress } from '#src/startup/launch.ts'
import { latestValue } from '#src/state/resource.ts'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'

/**
 * Button to invite friends with LINE's share target picker. Renders nothing if LINE does not offer the
 * picker.
 */
export function InviteButton({ kind = 'quiet' }: { readonly kind?: 'quiet' | 'secondary' }) {
  const { line, campaign, config, toasts } = useApp()
  const { t, f } = useText(answerTexts)
  const [busy, setBusy] = useState(false)
  if (!line.available('share')) return null
  const activity = latestValue(campaign.current.value)

  async function share() {
    setBusy(true)
    const reply = await line.share([
      {
        type: 'text',
        text: t('thanks.shareText', {
          headline: `${t('campaign.headline1')} ${t('campaign.headline2')}`,
          promise:
            activity === null
              ? t('campaign.promiseShort')
              : t('campaign.promise', { baht: f.number(activity.bahtPerRight) }),
          url: campaignAddress(config.liffId),
        }),
      },
    ])
    setBusy(false)
    if (!reply.ok) toasts.show('error', t('thanks.lineFailed'))
    else if (reply.value) toasts.show('success', t('thanks.shared'))
  }

  return (
    <Button wide kind={kind} icon="share" busy={busy} onClick={() => void share()}>
      {t('thanks.share')}
    </Button>
  )
}
