import { useEffect, useRef, useState } from 'react'
import type { Reward } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import type { Failure } from '#src/ports.ts'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { focusFirstProblem } from '#src/ui/problems.ts'
import { Slide } from '#src/ui/slide.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'
import { type PinProblem, StaffFields, type StoreProblem } from './staff-fields.tsx'
import css from './use-reward.module.css'
import { UsedCode } from './used-code.tsx'

type Item = Reward['items'][number]

/** Requires a connection: the code appears once the server has recorded the use. */
export function UseReward({
  item,
  storeCode = null,
  onStoreUnknown,
}: {
  readonly item: Item
  readonly storeCode?: string | null
  readonly onStoreUnknown?: () => void
}) {
  const { rewards, outbox, campaign } = useApp()
  const { t } = useText(rewardTexts)
  const [pin, setPin] = useState('')
  const [typedStore, setTypedStore] = useState('')
  const [storeProblem, setStoreProblem] = useState<StoreProblem | null>(null)
  const [problem, setProblem] = useState<PinProblem | null>(null)
  const [lockedUntil, setLockedUntil] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, during] = useBusy()
  const form = useRef<HTMLDivElement>(null)
  const offline = outbox.connection.value === 'unreachable'
  const staff = item.needsStaff
  if (item.state === 'used') return <UsedCode item={item} fresh />

  function showPinProblem(found: PinProblem) {
    setPin('')
    setProblem(found)
    setTimeout(() => focusFirstProblem(form.current))
  }

  function showStoreProblem(found: StoreProblem) {
    setStoreProblem(found)
    setTimeout(() => focusFirstProblem(form.current))
  }

  async function use() {
    setFailure(null)
    setStoreProblem(null)
    setProblem(null)
    if (staff && !/^\d{4,6}$/.test(pin)) return showPinProblem('missing')
    const store = storeCode ?? (typedStore.trim() || null)
    const more = { ...(staff ? { staffPin: pin } : {}), ...(store === null ? {} : { storeCode: store }) }
    const reply = await during(rewards.use(item.rewardType, more))
    setPin('')
    if (reply.ok) return
    const refused = reply.failure.kind === 'refused' ? reply.failure : null
    if (refused?.code === 'STAFF_PIN_WRONG') return showPinProblem('wrong')
    if (refused?.code === 'STAFF_PIN_LOCKED')
      return setLockedUntil(campaign.serverNow() + (refused.retryAfter ?? 60) * 1000)
    const aboutStore = refused?.fields.some(({ path }) => path === 'storeCode')
    if (aboutStore && storeCode !== null && onStoreUnknown) onStoreUnknown()
    else if (aboutStore && staff && storeCode === null)
      showStoreProblem(store === null ? 'missing' : 'unknown')
    else setFailure(reply.failure)
    // The reward may be out of stock or may have been used on another phone.
    if (refused) void rewards.load()
  }

  return (
    <div className={css.use} ref={form}>
      <Notice severity={staff ? 'warning' : 'info'} title={t(staff ? 'use.staff' : 'use.self')}>
        <p>{t(staff ? 'use.staffText' : 'use.selfText')}</p>
      </Notice>
      {storeCode !== null && <p className={css.store}>{t('use.store', { code: storeCode })}</p>}
      {lockedUntil !== null ? (
        <PinLock until={lockedUntil} onEnd={() => setLockedUntil(null)} />
      ) : (
        <>
          {staff && (
            <StaffFields
              pin={{
                value: pin,
                problem,
                onChange: typed => {
                  setPin(typed)
                  setProblem(null)
                },
              }}
              store={
                storeProblem === null && typedStore === ''
                  ? null
                  : {
                      value: typedStore,
                      problem: storeProblem,
                      onChange: typed => {
                        setTypedStore(typed)
                        setStoreProblem(null)
                      },
                    }
              }
            />
          )}
          <p role="alert" className="only-read">
            {problem === 'wrong' ? t('error.STAFF_PIN_WRONG') : ''}
          </p>
          {offline && <Notice live severity="warning" title={t('offline.needed')} />}
          {failure && <FailureNotice failure={failure} />}
          <Slide
            label={t(staff ? 'use.slideStaff' : 'use.slide')}
            busyLabel={t('use.using')}
            confirmLabel={t('use.confirm')}
            busy={busy}
            disabled={offline}
            onDone={() => void use()}
          />
        </>
      )}
    </div>
  )
}

/** Counts down after too many wrong PINs. The lock lasts until `until` (server time, milliseconds since 1970). */
function PinLock({ until, onEnd }: { readonly until: number; readonly onEnd: () => void }) {
  const { t } = useText(rewardTexts)
  const left = Math.max(0, Math.ceil((until - useNow(1000)) / 1000))
  useEffect(() => {
    if (left === 0) onEnd()
  }, [left, onEnd])
  const minutes = `${Math.floor(left / 60) % 60}:${String(left % 60).padStart(2, '0')}`
  const hours = Math.floor(left / 3600)
  // Wrong PINs from all customers together can cause a lock of up to a day, so show hours: `5:04:09`.
  const time = hours === 0 ? minutes : `${hours}:${minutes.padStart(5, '0')}`
  return (
    <div>
      <p role="alert" className="only-read">
        {t('error.STAFF_PIN_LOCKED')}
      </p>
      <Notice severity="error" title={t('use.locked')}>
        <p>{t('use.lockedText', { time })}</p>
        <p>{t('use.scanInstead')}</p>
      </Notice>
    </div>
  )
}
