import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { Preview } from '#src/screens/landing/preview.tsx'
import { addFriendAddress } from '#src/startup/launch.ts'
import { latestValue } from '#src/state/resource.ts'
import { Button, ButtonAway } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Lead } from '#src/ui/page.tsx'
import { usePolling } from '#src/ui/use-polling.ts'
import { useText } from '#src/ui/use-text.ts'

/** Shown before the campaign starts. When the countdown ends, the app runs startup again. */
export default function ComingSoon() {
  const { campaign, session, config } = useApp()
  const { t, f } = useText()
  const activity = latestValue(campaign.current.value)
  const announced = activity === null ? null : Date.parse(activity.opensAt)
  const [openedAt] = useState(() => campaign.serverNow())
  // The announced time had already passed when this screen opened, so the new opening time is unknown.
  const delayed = announced !== null && announced <= openedAt
  const opensAt = delayed ? null : announced
  const [countdownEnded, setCountdownEnded] = useState(false)
  const started = countdownEnded || campaign.state.value === 'open'
  usePolling(() => {
    if (opensAt === null) void campaign.poll()
  })

  function enter() {
    setCountdownEnded(true)
    session.retry()
  }

  return (
    <Preview
      title={started ? t('coming.started') : t('coming.title')}
      countdown={
        opensAt !== null &&
        !started && (
          <>
            <p>{t('coming.countdown')}</p>
            <Countdown until={opensAt} onEnd={enter} />
          </>
        )
      }
      actions={
        <>
          {started && (
            <Button wide onClick={enter}>
              {t('coming.enter')}
            </Button>
          )}
          <ButtonAway
            wide
            kind={started ? 'secondary' : 'primary'}
            icon="plus"
            href={addFriendAddress(config.oaId)}
          >
            {t('start.addFriend.open')}
          </ButtonAway>
        </>
      }
    >
      {!started && (
        <Lead>
          {opensAt === null
            ? t('coming.unknown')
            : t('coming.text', { date: f.date(opensAt), time: f.time(opensAt) })}
        </Lead>
      )}
    </Preview>
  )
}
