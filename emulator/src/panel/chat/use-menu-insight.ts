import { useEffect } from 'react'
import { control } from '../api/client.ts'

/** Notifies LINE of what a user did with a rich menu. If LINE does not respond, the panel already shows that. */
function report(userId: string, richMenu: { readonly richMenuId: string; readonly area?: number }): void {
  void control.actInChat({ userId, richMenu }).catch(() => undefined)
}

/**
 * Notifies LINE each time the user sees the open rich menu, because its insight counts impressions. Returns the function that
 * reports a tap on the area with this index.
 */
export function useMenuInsight(userId: string, richMenuId: string, open: boolean) {
  useEffect(() => {
    if (open) report(userId, { richMenuId })
  }, [userId, richMenuId, open])
  return (area: number) => report(userId, { richMenuId, area })
}
