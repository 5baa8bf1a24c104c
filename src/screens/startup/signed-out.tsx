import { useApp } from '#src/app-context.ts'
import { Scene } from '#src/ui/art/scene.tsx'
import { Button } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

/** Shown after logging out, or after leaving the campaign (`cancelled`). */
export function SignedOut({ cancelled }: { readonly cancelled: boolean }) {
  const { session } = useApp()
  const { t } = useText()
  return (
    <MessagePage
      picture={<Scene asleep={cancelled} />}
      title={cancelled ? t('start.cancelled.title') : t('start.signedOut.title')}
      actions={
        <Button wide kind={cancelled ? 'secondary' : 'primary'} onClick={() => session.retry()}>
          {cancelled ? t('start.cancelled.again') : t('start.signedOut.open')}
        </Button>
      }
    >
      <Lead>{cancelled ? t('start.cancelled.text') : t('start.signedOut.text')}</Lead>
    </MessagePage>
  )
}
