import { useApp } from '#src/app-context.ts'
import { Scene } from '#src/ui/art/scene.tsx'
import { Button, ButtonAway } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

/** Asks the customer to add the official account as a friend (spec S4), with a button to continue afterwards. */
export function AddFriend({ url }: { readonly url: string }) {
  const { session } = useApp()
  const { t } = useText()
  return (
    <MessagePage
      picture={<Scene />}
      title={t('start.addFriend.title')}
      actions={
        <>
          <ButtonAway wide icon="plus" href={url}>
            {t('start.addFriend.open')}
          </ButtonAway>
          <Button wide kind="quiet" onClick={() => session.retry()}>
            {t('start.addFriend.done')}
          </Button>
        </>
      }
    >
      <Lead>{t('start.addFriend.text')}</Lead>
    </MessagePage>
  )
}
