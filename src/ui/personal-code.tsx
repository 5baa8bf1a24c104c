import { useEffect, useState } from 'react'
import { CLOCK_WARN_MS, QR_STEP_S } from '#contract/limits.ts'
import { shortCodeOf, shownShortCode } from '#contract/short-code.ts'
import { useApp } from '#src/app-context.ts'
import type { CheckInCode } from '#src/domain/check-in-code.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { isMissing, isPending, latestValue } from '#src/state/resource.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Qr } from '#src/ui/qr.tsx'
import { Loading } from '#src/ui/spinner.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './personal-code.module.css'

/** Milliseconds between attempts to load the code's data while the phone has none. */
const RETRY_MS = 5000

/**
 * Shows a code that is regenerated every 30 seconds. An expired code is never shown. `hasNumber` adds the number that
 * staff can type instead, which they can look up only for winners.
 */
export function PersonalCode({ hasNumber = false }: { readonly hasNumber?: boolean }) {
  const { rewards, campaign, outbox } = useApp()
  const { t, f } = useText(rewardTexts)
  const now = useNow(1000)
  const qr = rewards.qr.current.value
  const latestQr = latestValue(qr)
  const [code, setCode] = useState<CheckInCode | null>(null)
  const stepBegan = now - (now % (QR_STEP_S * 1000))
  useEffect(() => {
    if (latestQr === null) return setCode(null)
    let cancelled = false
    void rewards.codeAt(latestQr, stepBegan).then(newCode => {
      if (!cancelled) setCode(newCode)
    })
    return () => {
      cancelled = true
    }
  }, [rewards, stepBegan, latestQr])
  const left = code === null ? 0 : Math.ceil((Date.parse(code.expiresAt) - now) / 1000)
  const valid = code !== null && left > 0 && left <= QR_STEP_S
  const missing = isMissing(qr)
  const attempt = valid || missing ? null : Math.floor(now / RETRY_MS)
  useEffect(() => {
    if (attempt !== null) void rewards.qr.load()
  }, [attempt, rewards])
  const clockOffset = campaign.clockOffset()
  return (
    <div className={css.code}>
      {Math.abs(clockOffset) > CLOCK_WARN_MS && (
        <div className={css.warn}>
          <Notice severity="warning" title={t('qr.clock')}>
            <p>{t('qr.clockText', { minutes: f.number(Math.round(Math.abs(clockOffset) / 60_000)) })}</p>
          </Notice>
        </div>
      )}
      {valid ? (
        <>
          <p className={css.show}>{t('qr.show')}</p>
          <Qr text={code.payload} label={t('qr.image')} />
          {hasNumber && (
            <p className={css.number}>
              {t('qr.number')} <b>{shownShortCode(shortCodeOf(code.payload))}</b>
            </p>
          )}
          <div className={css.life}>
            <Ring part={left / QR_STEP_S} />
            <span>{t('qr.left', { seconds: left })}</span>
          </div>
          {outbox.connection.value === 'unreachable' && <p className="quiet">{t('qr.offline')}</p>}
        </>
      ) : qr.state === 'failed' && (missing || qr.failure.kind === 'refused') ? (
        <FailureNotice failure={qr.failure} onRetry={() => void rewards.qr.load()} />
      ) : qr.state === 'failed' ? (
        <EmptyState of="ticket" title={t('qr.none')} text={t('qr.noneText')} />
      ) : (
        (isPending(qr) || qr.state === 'ready') && <Loading />
      )}
    </div>
  )
}

const RADIUS = 15
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

/** Hidden from screen readers, because the seconds are also shown as text. */
function Ring({ part }: { readonly part: number }) {
  return (
    <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true" focusable="false" className={css.ring}>
      <circle cx="20" cy="20" r={RADIUS} />
      <circle
        cx="20"
        cy="20"
        r={RADIUS}
        strokeDasharray={CIRCUMFERENCE}
        strokeDashoffset={CIRCUMFERENCE * (1 - Math.min(1, part))}
      />
    </svg>
  )
}
