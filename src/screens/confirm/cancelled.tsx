import { resultTexts } from '#src/i18n/th/result.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { useText } from '#src/ui/use-text.ts'

const texts = { ...rewardTexts, ...resultTexts }

/** `isTitled` is false if the ticket's title already says that the concert was cancelled. */
export function Cancelled({ isTitled }: { readonly isTitled: boolean }) {
  const { t } = useText(texts)
  return (
    <Notice
      severity="warning"
      {...(isTitled ? { title: t('result.cancelled') } : {})}
      action={
        <ButtonLink small kind="secondary" href="/help">
          {t('parcel.help')}
        </ButtonLink>
      }
    >
      <p>{t('result.cancelledText')}</p>
    </Notice>
  )
}
