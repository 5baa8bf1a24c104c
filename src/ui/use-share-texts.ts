import { useEffect } from 'react'
import { campaignLink } from '#contract/campaign-link.ts'
import { useApp } from '#src/app-context.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { latestValue } from '#src/state/resource.ts'
import { prizeName } from './result/result-view.ts'
import { useText } from './use-text.ts'

type ShareTexts = {
  readonly label: string
  /** Message to the friends whom the customer chooses. */
  readonly invitation: string
  /** Message to the chat from which the app was opened. */
  readonly message: string
}

/**
 * Returns texts about the confirmed prize, otherwise an invitation. Without a confirmed prize, returns null once the
 * campaign has ended. `confirmed` is true if the loaded rewards may not contain the confirmation yet.
 */
export function useShareTexts(confirmed: boolean): ShareTexts | null {
  const { campaign, config, rewards } = useApp()
  const { t, f, lang } = useText(answerTexts)
  const resource = rewards.current.value
  const unknown = resource.state === 'empty'
  useEffect(() => {
    if (unknown) void rewards.load()
  }, [unknown, rewards])
  const draw = latestValue(resource)?.luckyDraw
  const url = campaignLink(config.liffId)
  const name = t('campaign.name')
  if (confirmed || draw?.state === 'confirmed') {
    const prize = draw?.prize ?? null
    const won =
      prize === null
        ? t('thanks.winPlainText', { name, url })
        : t('thanks.winText', { prize: prizeName(prize, lang), name, url })
    return { label: t('thanks.shareWin'), invitation: won, message: won }
  }
  if (campaign.state.value === 'ended') return null
  const activity = latestValue(campaign.current.value)
  const promise =
    activity === null
      ? t('campaign.promiseShort')
      : t('campaign.promise', { baht: f.number(activity.bahtPerRight) })
  const headline = `${t('campaign.headline1')} ${t('campaign.headline2')}`
  return {
    label: t('thanks.share'),
    invitation: t('thanks.shareText', { headline, promise, url }),
    message: t('thanks.sayText', { name, url }),
  }
}
