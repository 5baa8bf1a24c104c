import { useApp } from '#src/app-context.ts'
import { asleep } from '#src/ui/art/parts.ts'
import { Button } from '#src/ui/button.tsx'
import { Lazy } from '#src/ui/lazy.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

/** Shown when the server does not answer and the phone has no cached data. */
export function OfflineStart() {
  const { session } = useApp()
  const { t } = useText()
  return (
    <MessagePage
      picture={<Lazy of={asleep} fallback={<div style={{ height: 190 }} />} />}
      title={t('start.offline.title')}
      actions={
        <Button wide icon="rotate" onClick={() => session.retry()}>
          {t('action.retry')}
        </Button>
      }
    >
      <Lead>{t('start.offline.text')}</Lead>
    </MessagePage>
  )
}
