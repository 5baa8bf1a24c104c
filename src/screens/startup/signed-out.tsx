import { useApp } from '#src/app-context.ts'
import type { SignedOutReason } from '#src/startup/phase.ts'
import { Scene } from '#src/ui/art/scene.tsx'
import { Button } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

const texts = {
  'logged-out': ['start.signedOut.title', 'start.signedOut.text', 'start.signedOut.open'],
  replaced: ['start.replaced.title', 'start.replaced.text', 'start.signedOut.open'],
} as const

export function SignedOut({ why }: { readonly why: Exclude<SignedOutReason, 'cancelled'> }) {
  const { session } = useApp()
  const { t } = useText()
  const [title, text, button] = texts[why]
  return (
    <MessagePage
      picture={<Scene />}
      title={t(title)}
      actions={
        <Button wide onClick={() => session.retry()}>
          {t(button)}
        </Button>
      }
    >
      <Lead>{t(text)}</Lead>
    </MessagePage>
  )
}
