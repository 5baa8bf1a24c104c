import { useState } from 'react'
import type { RewardType } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { isPending, latestValue } from '#src/state/resource.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { UseReward } from '#src/ui/use-reward/use-reward.tsx'
import { useText } from '#src/ui/use-text.ts'
import { Coupon } from './coupon.tsx'
import css from './qr-code.module.css'

/** The customer can scan a store's code first, so that the use of the reward is recorded for that store. */
export function Rewards({ heading }: { readonly heading?: string }) {
  const { rewards, receipts, line, toasts } = useApp()
  const { t, f } = useText(rewardTexts)
  const [using, setUsing] = useState<RewardType | null>(null)
  const [store, setStore] = useState<string | null>(null)
  const [unknown, setUnknown] = useState(false)
  const [scanning, during] = useBusy()
  const resource = rewards.current.value
  const items = latestValue(resource)?.items ?? []
  const item = items.find(one => one.rewardType === using)

  async function scan() {
    const reply = await during(line.scan())
    if (!reply.ok) return toasts.show('error', t('qr.scanFailed'))
    const code = reply.value?.trim() ?? ''
    // The customer closed the camera without scanning.
    if (code === '') return
    setUnknown(false)
    setStore(code)
  }

  return (
    <section className={css.rewards} aria-label={t('reward.title')}>
      {heading !== undefined && <h2>{heading}</h2>}
      {isPending(resource) && <SkeletonList rows={3} height={96} />}
      {resource.state === 'failed' && resource.value === null && (
        <FailureNotice failure={resource.failure} onRetry={() => void rewards.load()} />
      )}
      {!isPending(resource) && resource.state === 'ready' && items.length === 0 && (
        <EmptyState
          of="gift"
          title={t('reward.empty')}
          text={t('reward.emptyText')}
          action={
            receipts.offered.value && (
              <ButtonLink href="/receipt" icon="camera">
                {t('home.send')}
              </ButtonLink>
            )
          }
        />
      )}
      {unknown && <Notice live severity="error" title={t('use.storeUnknown')} />}
      {store !== null && (
        <Notice
          live
          severity="success"
          title={t('use.store', { code: store })}
          button={{ text: t('use.storeDrop'), onClick: () => setStore(null) }}
        >
          <p>{t('use.storeText')}</p>
        </Notice>
      )}
      <ul className={css.coupons}>
        {items.map(one => (
          <Coupon key={one.rewardType} item={one} onUse={() => setUsing(one.rewardType)} />
        ))}
      </ul>
      {items.length > 0 && line.available('scan') && (
        <Button wide kind="secondary" icon="qr" busy={scanning} onClick={() => void scan()}>
          {t('qr.scan')}
        </Button>
      )}
      {item !== undefined && (
        <Dialog title={f.content(item.titleTh, item.titleEn)} onClose={() => setUsing(null)}>
          <UseReward
            item={item}
            storeCode={store}
            onStoreUnknown={() => {
              setStore(null)
              setUnknown(true)
              setUsing(null)
            }}
          />
          <DialogButtons>
            <Button kind={item.state === 'used' ? 'primary' : 'quiet'} onClick={() => setUsing(null)}>
              {t('action.close')}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </section>
  )
}
