import { useApp } from '#src/app-context.ts'
import { ClosesIn } from '#src/screens/landing/closes-in.tsx'
import { Preview } from '#src/screens/landing/preview.tsx'
import { Button, ButtonAway } from '#src/ui/button.tsx'
import { Lead } from '#src/ui/page.tsx'
import { Qr } from '#src/ui/qr.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './not-in-line.module.css'

/**
 * Shown when the app was opened outside LINE and LINE did not open. On a computer, the QR code comes first; on a phone,
 * the link does.
 */
export function NotInLine({ url }: { readonly url: string }) {
  const { session } = useApp()
  const { t } = useText()
  return (
    <Preview
      title={t('start.notInLine.title')}
      countdown={<ClosesIn />}
      actions={
        <>
          <ButtonAway wide href={url}>
            {t('start.notInLine.open')}
          </ButtonAway>
          <div className={css.scan}>
            <Qr text={url} label={t('start.notInLine.qr')} />
            <p>{t('start.notInLine.scan')}</p>
          </div>
          <Button wide kind="quiet" icon="rotate" onClick={() => session.retry()}>
            {t('action.retry')}
          </Button>
        </>
      }
    >
      <Lead>{t('start.notInLine.text')}</Lead>
    </Preview>
  )
}
