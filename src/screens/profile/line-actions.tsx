import { campaignLink } from '#contract/campaign-link.ts'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Button } from '#src/ui/button.tsx'
import { InviteButton } from '#src/ui/invite-button.tsx'
import { Card } from '#src/ui/page.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './profile.module.css'

export function LineActions() {
  const { line, config, toasts } = useApp()
  const { t } = useText(accountTexts)
  const share = line.available('share')
  const shortcut = line.available('shortcut')
  const close = line.available('close')
  const [adding, during] = useBusy()

  async function addShortcut() {
    const reply = await during(line.shortcut(campaignLink(config.liffId)))
    if (reply.ok) toasts.show('info', t('profile.shortcutDone'))
    else toasts.show('error', t('fail.title'))
  }

  return (
    <Card below title={t('profile.line')}>
      {!share && !shortcut && <p className="quiet">{t('profile.needsLine')}</p>}
      {(share || shortcut || close) && (
        <div className={css.leave}>
          <InviteButton kind="secondary" />
          {shortcut && (
            <Button wide kind="secondary" icon="plus" busy={adding} onClick={() => void addShortcut()}>
              {t('profile.shortcut')}
            </Button>
          )}
          {close && (
            <Button wide kind="quiet" icon="chat" onClick={() => line.closeWindow()}>
              {t('profile.chat')}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
