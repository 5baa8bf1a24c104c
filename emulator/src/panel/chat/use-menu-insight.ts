import { useEffect } from 'react'
import { control } from '../api/client.ts'

/** Errors are ignored, because the panel already shows when LINE does not respond. */
function report(userId: string, richMenu: { readonly richMenuId: string; readonly area?: number }): void {
  void control.actInChat({ userId, richMenu }).catch(() => undefined)
}

/**
 * LINE's insight counts impressions, so this reports each opening of the rich menu. Returns a function that reports a
 * tap on the area with the given index.
 */
export function useMenuInsight(userId: string, richMenuId: string, open: boolean) {
  useEffect(() => {
    if (open) report(userId, { richMenuId })
  }, [userId, richMenuId, open])
  return (area: number) => report(userId, { richMenuId, area })
}
