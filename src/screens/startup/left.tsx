import { useApp } from '#src/app-context.ts'
import { Scene } from '#src/ui/art/scene.tsx'
import { Button } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

/**
 * Shown to customers who have left. Does not offer to join, because the server rejects their LINE account. `again` is
 * true on later visits.
 */
export function Left({ again = false }: { readonly again?: boolean }) {
  const { line } = useApp()
  const { t } = useText()
  return (
    <MessagePage
      picture={<Scene asleep />}
      title={t('start.cancelled.title')}
      actions={
        line.available('close') && (
          <Button wide kind="secondary" onClick={() => line.closeWindow()}>
            {t('action.close')}
          </Button>
        )
      }
    >
      <Lead>{t(again ? 'start.cancelled.again' : 'start.cancelled.text')}</Lead>
    </MessagePage>
  )
}
