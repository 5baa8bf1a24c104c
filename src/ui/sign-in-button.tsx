import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { Button } from './button.tsx'
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
  const [busy, setBusy] = useState(false)

  async function signIn() {
    setBusy(true)
    await session.signIn()
    setBusy(false)
  }

  return (
    <Button small={small} wide={wide} icon="user" busy={busy} onClick={() => void signIn()}>
      {t('start.signedOut.open')}
    </Button>
  )
}
