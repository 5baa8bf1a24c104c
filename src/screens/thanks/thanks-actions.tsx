import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { InviteButton } from '#src/ui/invite-button.tsx'
import { SignInButton } from '#src/ui/sign-in-button.tsx'
import { useShareTexts } from '#src/ui/use-share-texts.ts'
import { useText } from '#src/ui/use-text.ts'
import { editPath } from '#src/ui/write-paths.ts'
import { type Known, writeStatus } from '#src/ui/write-status.ts'

const texts = { ...answerTexts, ...writeTexts }

type Props = { readonly kind: keyof typeof histories | null; readonly known: Known }

/** Customers can share or close the window only once the server has the write: a closed app sends nothing. */
export function ThanksActions({ kind, known }: Props) {
  const { line } = useApp()
  const { t } = useText(texts)
  const received = writeStatus(known).state === 'received'
  const confirmed = kind === 'confirm' && typeof known !== 'string' && known.attend === true
  return (
    <>
      {received ? <AfterReceived kind={kind} /> : <UntilReceived kind={kind} known={known} />}
      <ButtonLink wide kind="secondary" href="/">
        {t('action.home')}
      </ButtonLink>
      {received && (
        <>
          <InviteButton confirmed={confirmed} />
          <ShareInChatButton confirmed={confirmed} />
          {line.available('close') && (
            <Button wide kind="quiet" onClick={() => line.closeWindow()}>
              {t('thanks.close')}
            </Button>
          )}
        </>
      )}
    </>
  )
}

function AfterReceived({ kind }: Pick<Props, 'kind'>) {
  const { receipts } = useApp()
  const { t } = useText(texts)
  if (kind === 'confirm')
    return (
      <ButtonLink wide icon="ticket" href="/confirm">
        {t('thanks.seat')}
      </ButtonLink>
    )
  if (!receipts.offered.value) return null
  return (
    <ButtonLink wide icon="camera" href="/receipt">
      {t(kind === 'receipt' ? 'thanks.next' : 'home.send')}
    </ButtonLink>
  )
}

const histories = {
  receipt: ['/receiptHistory', 'thanks.history'],
  answer: ['/answerHistory', 'thanks.answers'],
  confirm: ['/confirm', 'confirm.title'],
} as const

function UntilReceived({ kind, known }: Props) {
  const { t } = useText(texts)
  const { state, claim } = writeStatus(known)
  const [path, name] = histories[kind ?? 'receipt']
  const edit =
    typeof known === 'string' || claim !== 'stopped' || state === 'expired' ? null : editPath(known)
  const inOutbox = claim === 'saved' || claim === 'page-only' || claim === 'stopped'
  return (
    <>
      {state === 'sign-in' && <SignInButton wide />}
      {edit !== null && (
        <ButtonLink wide icon="edit" href={edit}>
          {t('outbox.edit')}
        </ButtonLink>
      )}
      {inOutbox ? (
        <ButtonLink wide kind={state === 'expired' ? 'primary' : 'secondary'} icon="clock" href="/outbox">
          {t('outbox.open')}
        </ButtonLink>
      ) : (
        kind !== null && (
          <ButtonLink wide icon="history" href={path}>
            {t(name)}
          </ButtonLink>
        )
      )}
      {kind === 'receipt' && claim === 'saved' && (
        <ButtonLink wide kind="secondary" icon="camera" href="/receipt">
          {t('thanks.next')}
        </ButtonLink>
      )}
    </>
  )
}

/** Renders nothing without permission to send messages. */
function ShareInChatButton({ confirmed }: { readonly confirmed: boolean }) {
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
