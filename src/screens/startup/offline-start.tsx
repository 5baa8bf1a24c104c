import { useApp } from '#src/app-context.ts'
import { asleep } from '#src/ui/art/parts.ts'
import { Button } from '#src/ui/button.tsx'
import { LaterPart } from '#src/ui/later.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

/** The server did not answer, and nothing is known from before. */
export function OfflineStart() {
  const { session } = useApp()
  const { t } = useText()
  return (
    <MessagePage
      picture={<LaterPart of={asleep} instead={<div style={{ height: 190 }} />} />}
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
