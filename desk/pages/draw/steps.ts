import type { DeskAction } from '#contract/approvals.ts'
import { type DrawStepName, drawSteps } from '#contract/desk/draw-steps.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useTexts } from '../../texts/use-texts.tsx'

export type StepName = DrawStepName

export type Step = {
  readonly name: StepName
  readonly action: DeskAction['action']
  readonly state: 'done' | 'next' | 'later'
}

/** The first unfinished step is the next step. */
export function stepsOf(draw: DeskAnswer<'draw'>, byHand: boolean): readonly Step[] {
  const actions = {
    commit: 'draw-commit',
    seal: 'draw-seal',
    run: byHand ? 'draw-import' : 'draw-run',
    announce: 'announce',
    reserves: 'promote-reserves',
  } as const
  const steps = drawSteps(draw, byHand)
  const next = steps.find(({ isDone }) => !isDone)
  return steps.map(step => ({
    name: step.name,
    action: actions[step.name],
    state: step.isDone ? 'done' : step === next ? 'next' : 'later',
  }))
}

/** Lists the data that a step published, such as times and hashes. */
export function useFacts(draw: DeskAnswer<'draw'>, byHand: boolean): (name: StepName) => readonly string[] {
  const { t, time, number } = useTexts()
  const at = (key: Parameters<typeof t>[0], ms: number | null) =>
    ms === null ? [] : [t(key, { time: time(ms) })]
  const toldBy = ({ promotes, untold, toldFrom }: NonNullable<DeskAnswer<'draw'>['promotion']>) => {
    if (promotes === 0) return []
    if (toldFrom === null) return [t('draw.promotion.off')]
    return [untold === 0 ? t('draw.promotion.told') : t('draw.promotion.untold', { count: number(untold) })]
  }
  return name => {
    switch (name) {
      case 'commit':
        return [
          ...at('draw.committed', draw.committedAt),
          ...(draw.commitment === null ? [] : [t('draw.commitment', { hash: draw.commitment })]),
          ...(draw.beaconSource === null ? [] : [t('draw.beacon-source', { source: draw.beaconSource })]),
          ...at('draw.beacon-at', draw.beaconAt),
        ]
      case 'seal':
        return [
          ...at(draw.campaign === 'ended' ? 'draw.closed' : 'draw.closes', draw.closesAt),
          ...(draw.sealedAt === null
            ? [t('draw.pending', { count: number(draw.pendingReceipts) })]
            : [t('draw.sealed', { time: time(draw.sealedAt), count: number(draw.entriesCount ?? 0) })]),
          ...(draw.entriesHash === null ? [] : [t('draw.commitment', { hash: draw.entriesHash })]),
        ]
      case 'run':
        return draw.runAt === null
          ? at('draw.beacon-at', byHand ? null : draw.beaconAt)
          : [
              draw.byHand
                ? t('by-hand.imported', { time: time(draw.runAt) })
                : t('draw.run-at', { time: time(draw.runAt), beacon: draw.beacon ?? '' }),
              t('draw.drawn', { winners: number(draw.winners), reserves: number(draw.reserves) }),
            ]
      case 'announce':
        return draw.announcedAt === null
          ? at('draw.will-announce', draw.announceAt)
          : at(draw.isAnnounced ? 'draw.announced' : 'draw.will-announce', draw.announcedAt)
      case 'reserves': {
        const { confirmed, declined, waiting } = draw.answers
        const { promotion } = draw
        const plan =
          promotion === null
            ? []
            : promotion.vacant === 0
              ? [t('draw.promotion.none')]
              : [
                  t('draw.promotion', {
                    vacant: number(promotion.vacant),
                    expiring: number(promotion.expiring),
                    promotes: number(promotion.promotes),
                    reserves: number(promotion.reserves),
                  }),
                  ...toldBy(promotion),
                ]
        return draw.announcedAt === null
          ? []
          : [
              t('draw.answers', {
                confirmed: number(confirmed),
                declined: number(declined),
                waiting: number(waiting),
              }),
              ...plan,
            ]
      }
    }
  }
}
