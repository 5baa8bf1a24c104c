import { useApp } from '#src/app-context.ts'
import { Scene } from '#src/ui/art/scene.tsx'
import { Button } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

/** The server did not answer, and nothing is known from before. */
export function OfflineStart() {
  const { session } = useApp()
  const { t } = useText()
  return (
    <MessagePage
      picture={<Scene asleep />}
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
