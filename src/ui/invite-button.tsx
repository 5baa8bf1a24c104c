import { useApp } from '#src/app-context.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { Button } from '#src/ui/button.tsx'
import { useBusy } from './use-busy.ts'
import { useShareTexts } from './use-share-texts.ts'
import { useText } from './use-text.ts'

/** Renders nothing if LINE's share target picker is not available or the campaign has no text to share. */
export function InviteButton({
  kind = 'quiet',
  confirmed = false,
}: {
  readonly kind?: 'quiet' | 'secondary'
  /** True if the server has just received the customer's confirmation of a prize. */
  readonly confirmed?: boolean
}) {
  const { line, toasts } = useApp()
  const { t } = useText(answerTexts)
  const texts = useShareTexts(confirmed)
  const [busy, during] = useBusy()
  if (texts === null || !line.available('share')) return null
  const { invitation, label } = texts

  async function share() {
    const reply = await during(line.share([{ type: 'text', text: invitation }]))
    if (!reply.ok) toasts.show('error', t('thanks.lineFailed'))
    else if (reply.value) toasts.show('success', t('thanks.shared'))
  }

  return (
    <Button wide kind={kind} icon="share" busy={busy} onClick={() => void share()}>
      {label}
    </Button>
  )
}
