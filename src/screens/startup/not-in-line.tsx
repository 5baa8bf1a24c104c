import { ClosesIn } from '#src/screens/landing/closes-in.tsx'
import { Preview } from '#src/screens/landing/preview.tsx'
import { ButtonAway } from '#src/ui/button.tsx'
import { Lead } from '#src/ui/page.tsx'
import { Qr } from '#src/ui/qr.tsx'
import { useText } from '#src/ui/use-text.ts'
import { RetryButton } from './next-try.tsx'
import css from './not-in-line.module.css'

/** Shown when LINE did not open. On a computer, the QR code comes first; on a phone, the link does. */
export function NotInLine({ url }: { readonly url: string }) {
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
          <RetryButton kind="quiet" />
        </>
      }
    >
      <Lead>{t('start.notInLine.text')}</Lead>
    </Preview>
  )
}
