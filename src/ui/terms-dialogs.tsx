import type { MouseEvent } from 'react'
import { useApp } from '#src/app-context.ts'
import { latestValue } from '#src/state/resource.ts'
import { TextDialog } from './text-dialog.tsx'
import { useText } from './use-text.ts'

export type LegalText = 'terms' | 'privacy'

/** Dialog with the full text of the campaign's terms or privacy notice. */
export function LegalDialog({ text, onClose }: { readonly text: LegalText; readonly onClose: () => void }) {
  const { campaign, line } = useApp()
  const { t } = useText()
  const permitNo = latestValue(campaign.current.value)?.permitNo
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    line.openWindow(event.currentTarget.href, false)
  }
  const more = (
    <a href={`/terms.html#${text}`} onClick={open}>
      {t('action.window')}
    </a>
  )
  return text === 'terms' ? (
    <TextDialog
      title={t('home.terms')}
      text={t('campaign.terms')}
      foot={permitNo ? t('campaign.permit', { permit: permitNo }) : undefined}
      more={more}
      onClose={onClose}
    />
  ) : (
    <TextDialog title={t('home.privacy')} text={t('campaign.privacy')} more={more} onClose={onClose} />
  )
}
