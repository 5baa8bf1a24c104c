import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Notice } from '#src/ui/notice.tsx'
import { useText } from '#src/ui/use-text.ts'

/** Shown if the server has newer legal texts than this page. */
export function OutdatedNotice() {
  const { reloadNewest } = useApp()
  const { t } = useText(accountTexts)
  return (
    <Notice
      live
      severity="warning"
      title={t('agree.outdated')}
      button={{ text: t('agree.reload'), icon: 'rotate', onClick: () => void reloadNewest() }}
    >
      <p>{t('agree.outdatedText')}</p>
    </Notice>
  )
}
