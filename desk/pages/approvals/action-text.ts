import type { DeskAction } from '#contract/approvals.ts'
import { useTexts } from '../../texts/use-texts.tsx'

/**
 * Describes an action with its input, so that people approve exactly what they read. `name` is the person whose access
 * the action changes.
 */
export function useActionText(): (action: DeskAction, name?: string) => string {
  const { t, time, number } = useTexts()
  return (input, name = '…') => {
    switch (input.action) {
      case 'erase-customer':
      case 'export-customer':
        return t(`action.${input.action}`, { id: input.customerId })
      case 'export-table':
        return t('action.export-table', {
          table: t(`exports.table.${input.table}`),
          kind: t(`exports.kind.${input.kind}`),
          lang: t(`exports.lang.${input.lang}`),
        })
      case 'draw-commit':
        return [
          t(input.again ? 'action.draw-commit-again' : 'action.draw-commit', {
            source: input.beaconSource,
            time: time(input.beaconAt),
          }),
          ...(input.late ? [t('action.draw-commit.late')] : []),
        ].join(' · ')
      case 'draw-seal':
        return t(
          `action.draw-seal${input.physical ? '-hand' : ''}${input.leavePending ? '-leave' : ''}` as const,
        )
      case 'export-slips':
        return t('action.export-slips', {
          kind: t(input.kind === 'html' ? 'slips.kind.html' : `exports.kind.${input.kind}`),
        })
      case 'draw-import':
        return t('action.draw-import', { count: number(input.tickets.length) })
      case 'draw-run':
        return t('action.draw-run', { beacon: input.beacon })
      case 'announce':
        return input.at === null ? t('action.announce') : t('action.announce-at', { time: time(input.at) })
      case 'promote-reserves':
        return t('action.promote-reserves', { time: time(input.confirmBy) })
      case 'give-manager-access':
        return 'name' in input.to
          ? t('action.give-manager-access-new', { name: input.to.name })
          : t('action.give-manager-access', { name })
      case 'take-manager-access':
        return input.role === null
          ? t('action.take-manager-access', { name })
          : t('action.take-manager-access-role', { name, role: t(`role.${input.role}`) })
    }
  }
}
