import { useCallback, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { latestValue } from '#src/state/resource.ts'
import { useLoad } from '#src/ui/use-load.ts'
import { usePolling } from '#src/ui/use-polling.ts'

/**
 * Returns true once the winners are public. Unless the customer's own result (`known`) shows this, loads the draw, and
 * reloads it every 30 seconds once the announcement is due.
 */
export function useAnnouncedDraw(known: boolean): boolean {
  const { campaign, draws } = useApp()
  const [announced, setAnnounced] = useState(false)
  const activity = latestValue(campaign.current.value)
  const drawId = activity?.features.drawId ?? null
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      if (drawId === null || known) return
      const reply = await draws.get(drawId)
      if (isCurrent() && reply.ok) setAnnounced(reply.value.winners.length > 0)
    },
    [draws, drawId, known],
  )
  const reload = useLoad(load)
  usePolling(() => {
    if (activity === null || campaign.serverNow() < Date.parse(activity.announceAt)) return
    // The organiser may have changed the dates or reopened the campaign.
    void campaign.poll()
    if (!known && !announced) reload()
  })
  return known || announced
}
