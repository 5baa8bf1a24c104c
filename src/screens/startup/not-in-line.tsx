import { useApp } from '#src/app-context.ts'
import { Button, ButtonAway } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { Qr } from '#src/ui/qr.tsx'
import { useText } from '#src/ui/use-text.ts'

/** Shown when the app was opened outside LINE and LINE did not open: a QR code, a link and a retry button. */
export function NotInLine({ url }: { readonly url: string }) {
  const { session } = useApp()
  const { t } = useText()
  return (
    <MessagePage
      picture={<Qr text={url} label={t('start.notInLine.qr')} />}
      title={t('start.notInLine.title')}
      actions={
        <>
          <ButtonAway wide href={url}>
            {t('start.notInLine.open')}
          </ButtonAway>
          <Button wide kind="quiet" icon="rotate" onClick={() => session.retry()}>
            {t('action.retry')}
          </Button>
        </>
      }
    >
      <Lead>{t('start.notInLine.text')}</Lead>
    </MessagePage>
  )
}
