import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { useApp } from '#src/app-context.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { latestValue } from '#src/state/resource.ts'
import { Celebrate } from '#src/ui/art/celebrate.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { InviteButton } from '#src/ui/invite-button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { ShareInChatButton } from './share-in-chat-button.tsx'
import css from './thanks.module.css'

const kinds = ['receipt', 'answer', 'confirm'] as const

/**
 * Thanks the customer for a receipt, an answer or a confirmation (`?sent=`). If it is still queued
 * (`&queued=1`), says so.
 */
export default function Thanks() {
  const { rewards, outbox, line } = useApp()
  const { t, f } = useText(answerTexts)
  const query = new URLSearchParams(useSearch())
  const kind = kinds.find(one => one === query.get('sent'))
  // A job that was queued when this screen opened may have been sent since.
  const unsent = outbox.waiting.value + outbox.attention.value > 0
  const queued = query.get('queued') === '1' && unsent
  useEffect(() => {
    void rewards.load()
  }, [rewards])
  const entries = latestValue(rewards.current.value)?.rights
  return (
    <MessagePage
      picture={<Celebrate />}
      title={t(kind === 'confirm' && !queued ? 'thanks.confirmTitle' : 'thanks.title')}
      actions={
        <>
          {kind === 'confirm' ? (
            <ButtonLink wide icon="ticket" href="/confirm">
              {t('thanks.seat')}
            </ButtonLink>
          ) : (
            <ButtonLink wide icon="camera" href="/receipt">
              {t(kind === 'receipt' ? 'thanks.next' : 'home.send')}
            </ButtonLink>
          )}
          <ButtonLink wide kind="secondary" href="/">
            {t('action.home')}
          </ButtonLink>
          <InviteButton />
          {!queued && <ShareInChatButton />}
          {line.available('close') && (
            <Button wide kind="quiet" onClick={() => line.closeWindow()}>
              {t('thanks.close')}
            </Button>
          )}
        </>
      }
    >
      {queued ? (
        <>
          <p className={css.queued}>{t('thanks.queued')}</p>
          <Lead>{t('thanks.queuedText')}</Lead>
        </>
      ) : (
        kind !== undefined && <Lead>{t(`thanks.${kind}`)}</Lead>
      )}
      {entries !== undefined && (
        <p className={css.entries}>
          {t('home.entries')} <b>{t('unit.entries', { count: f.number(entries.total) })}</b>
          {entries.pending > 0 && (
            <small>{t('home.entriesPending', { count: f.number(entries.pending) })}</small>
          )}
        </p>
      )}
    </MessagePage>
  )
}
