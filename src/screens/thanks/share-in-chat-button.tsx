import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { Button } from '#src/ui/button.tsx'
import { useShareTexts } from '#src/ui/use-share-texts.ts'
import { useText } from '#src/ui/use-text.ts'

/**
 * Renders nothing without permission to send messages. `confirmed` is true if the server has just received the
 * confirmation of a prize.
 */
export function ShareInChatButton({ confirmed }: { readonly confirmed: boolean }) {
  const { line, toasts } = useApp()
  const { t } = useText(answerTexts)
  const [state, setState] = useState<'offered' | 'busy' | 'sent'>('offered')
  const texts = useShareTexts(confirmed)
  if (texts === null || state === 'sent' || !line.available('send')) return null
  const { message } = texts

  async function say() {
    setState('busy')
    const reply = await line.send([{ type: 'text', text: message }])
    setState(reply.ok ? 'sent' : 'offered')
    if (reply.ok) toasts.show('success', t('thanks.said'))
    else toasts.show('error', t('thanks.lineFailed'))
  }

  return (
    <Button wide kind="quiet" icon="chat" busy={state === 'busy'} onClick={() => void say()}>
      {t('thanks.say')}
    </Button>
  )
}
