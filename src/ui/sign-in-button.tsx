import { useApp } from '#src/app-context.ts'
import { Button } from './button.tsx'
import { useBusy } from './use-busy.ts'
import { useText } from './use-text.ts'

export function SignInButton({
  small = false,
  wide = false,
}: {
  readonly small?: boolean
  readonly wide?: boolean
}) {
  const { session } = useApp()
  const { t } = useText()
  const [busy, during] = useBusy()

  return (
    <Button small={small} wide={wide} icon="user" busy={busy} onClick={() => void during(session.signIn())}>
      {t('start.signedOut.open')}
    </Button>
  )
}
