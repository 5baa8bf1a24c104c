import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import type { Answer } from '#contract/calls.ts'
import { shortHash } from '#contract/list-hash.ts'
import { momentOf } from '#contract/time.ts'
import { useApp } from '#src/app-context.ts'
import { type Witness as Found, type SeenSeal, witnessOf } from '#src/domain/draw-witness.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { latestValue } from '#src/state/resource.ts'
import { Notice } from '#src/ui/notice.tsx'
import { Card } from '#src/ui/page.tsx'
import { useLoad } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './waiting-announcer.module.css'

type Draw = Answer<'draw'>

/** Compares the draw's list with the seals stored on this phone. Renders nothing before the list is sealed. */
export function Witness({ draw }: { readonly draw: Draw }) {
  const { campaign, draws, session } = useApp()
  const { t } = useText(rewardTexts)
  const [seals, setSeals] = useState<readonly SeenSeal[] | null>(null)
  const owner = session.customerId.value
  const activity = latestValue(campaign.current.value)
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      // If nobody is signed in or the phone's storage fails, there are no seals to compare with.
      const found = owner === null ? null : await draws.seals().catch(() => null)
      if (isCurrent()) setSeals(found)
    },
    [draws, owner],
  )
  useLoad(load)
  const announceAt = activity === null ? null : momentOf(activity.announceAt)
  const from = draw.beaconAt ? momentOf(draw.beaconAt) : announceAt
  const found = seals === null ? null : witnessOf(seals, draw.entriesHash, from)
  if (draw.entriesHash === null && found === null) return null
  return (
    <Card>
      <h2>{t('witness.title')}</h2>
      {draw.entriesHash !== null && <Code hash={draw.entriesHash} />}
      {found !== null && <Comparison found={found} from={from} permitNo={activity?.permitNo ?? null} />}
      <p className="quiet">{t('witness.why')}</p>
    </Card>
  )
}

function Code({ hash }: { readonly hash: string }) {
  const { t } = useText(rewardTexts)
  return (
    <>
      <p className={css.code}>{shortHash(hash)}</p>
      <details className={css.hash}>
        <summary className={css.whole}>{t('witness.whole')}</summary>
        <code>{hash}</code>
      </details>
    </>
  )
}

function Comparison({
  found,
  from,
  permitNo,
}: {
  readonly found: Found
  readonly from: number | null
  readonly permitNo: string | null
}) {
  const { t, f } = useText(rewardTexts)
  switch (found.kind) {
    case 'same':
      return (
        <Notice live severity="success" title={t('witness.same')}>
          <p>{t('witness.sameSince', { time: f.dateTime(found.since) })}</p>
        </Notice>
      )
    case 'unseen':
      return (
        <Notice live severity="info" title={t('witness.unseen')}>
          <p>
            {from === null ? t('witness.compare') : t('witness.unseenBefore', { time: f.dateTime(from) })}
          </p>
        </Notice>
      )
    case 'different':
      return (
        <Notice live severity="error" title={t('witness.different')}>
          <p>
            {t('witness.kept', { code: shortHash(found.kept), time: f.dateTime(found.since) })}{' '}
            {found.shown === null ? t('witness.gone') : t('witness.shown', { code: shortHash(found.shown) })}
          </p>
          <p>
            {t('witness.tell')} {permitNo === null ? '' : t('witness.permit', { permit: permitNo })}
          </p>
          <Link href="/help">{t('parcel.help')}</Link>
        </Notice>
      )
  }
}
