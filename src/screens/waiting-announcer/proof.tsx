import { type ReactNode, useCallback, useState } from 'react'
import type { Answer } from '#contract/calls.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Card } from '#src/ui/page.tsx'
import { Tooltip } from '#src/ui/tooltip.tsx'
import { useLoad } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './waiting-announcer.module.css'

/** Checks in the browser that the published secret matches the commitment. */
export function Proof({ draw }: { readonly draw: Answer<'draw'> }) {
  const { draws } = useApp()
  const { t, f } = useText(rewardTexts)
  const [proven, setProven] = useState<boolean | null>(null)
  const check = useCallback(
    async (isCurrent: () => boolean) => {
      const result = await draws.check(draw)
      if (isCurrent()) setProven(result)
    },
    [draws, draw],
  )
  useLoad(check)
  const day = (at: string | null | undefined) => (at ? f.dateTime(at) : null)
  if (draw.method === 'physical')
    return (
      <Card>
        <Folded>
          <p>{t('wait.physical')}</p>
        </Folded>
      </Card>
    )
  return (
    <Card>
      <Folded>
        {draw.commitment !== null && <p className={css.intro}>{t('wait.intro')}</p>}
        <p>
          {t('wait.printWhat')} <Tooltip label={t('wait.printWhat')} text={t('wait.printHelp')} />
        </p>
        <ol className={css.steps}>
          <Step
            title={t('wait.step1')}
            text={t('wait.step1Text')}
            when={day(draw.committedAt)}
            done={draw.commitment !== null}
          >
            {draw.commitment !== null && <Fingerprint label={t('wait.commitment')} value={draw.commitment} />}
          </Step>
          <Step
            title={t('wait.step2')}
            text={t('wait.step2Text')}
            when={day(draw.sealedAt)}
            done={draw.entriesHash !== null}
          >
            {draw.entriesCount !== null && <p>{t('wait.entries', { count: f.number(draw.entriesCount) })}</p>}
            {draw.entriesHash !== null && <Fingerprint label={t('wait.list')} value={draw.entriesHash} />}
          </Step>
          <Step
            title={t('wait.step3')}
            when={day(draw.beaconAt)}
            done={draw.beacon !== null && draw.beacon !== draw.beaconSource}
          >
            {draw.beaconSource && <p>{draw.beaconSource}</p>}
            {draw.beacon !== null && draw.beacon !== draw.beaconSource && (
              <p className={css.beacon}>{draw.beacon}</p>
            )}
          </Step>
          <Step
            title={t('wait.step4')}
            text={t('wait.step4Text')}
            when={null}
            done={draw.secret !== undefined}
          >
            {draw.secret !== undefined && <Fingerprint label={t('wait.secret')} value={draw.secret} />}
            {draw.auditHead && (
              <Fingerprint label={t('wait.audit')} value={`${draw.auditHead.seq}:${draw.auditHead.hash}`} />
            )}
          </Step>
        </ol>
      </Folded>
      <p className="quiet">
        {t('wait.proofWhat')} <Tooltip label={t('wait.proofWhat')} text={t('wait.proofHelp')} />
      </p>
      {proven !== null && (
        <Notice
          live
          severity={proven ? 'success' : 'error'}
          title={t(proven ? 'wait.proven' : 'wait.notProven')}
        />
      )}
    </Card>
  )
}

/** Uses `<details>`, which stays open when the data is reloaded. */
function Folded({ children }: { readonly children: ReactNode }) {
  const { t } = useText(rewardTexts)
  return (
    <details className={css.check}>
      <summary>
        <h2>{t('wait.proof')}</h2>
        <Icon name="down" />
      </summary>
      {children}
    </details>
  )
}

function Step({
  title,
  text,
  when,
  done,
  children,
}: {
  readonly title: string
  readonly text?: string
  readonly when: string | null
  readonly done: boolean
  readonly children?: ReactNode
}) {
  const { t } = useText(rewardTexts)
  return (
    <li className={classNames(css.step, done && css.done)}>
      <b>{title}</b>
      {text !== undefined && <p className="quiet">{text}</p>}
      {children}
      {(when !== null || !done) && <p className="quiet">{when ?? t('wait.notYet')}</p>}
    </li>
  )
}

function Fingerprint({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <p className={css.hash}>
      {label} <code>{value}</code>
    </p>
  )
}
